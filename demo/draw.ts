/**
 * Redraws the first edition's pictures: `node demo/draw.ts`. Run after a change of `art/`, of an article's name or
 * of its place among those of its category. `pictures/` is what a first start takes in, so that nobody waits for it.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { bodyPictures, type Edition, readEdition } from "#app/demo/edition.ts";
import { drawAvatar } from "./art/avatar.ts";
import { drawHero } from "./art/hero.ts";

export const DEMO_DIR = import.meta.dirname;
const PICTURES = join(DEMO_DIR, "pictures");
/** What each picture was drawn from: name to SHA-256 of its SVG. */
export const DRAWN = join(PICTURES, "drawn.json");
/** Small, at a quality at which neither paper grain nor edges suffer. */
const ENCODING = { quality: 78, effort: 6 } as const;

export const hashOf = (svg: string): string => createHash("sha256").update(svg).digest("hex");

/** Every picture of an edition as SVG, by its name: portraits by author, pictures by article and place in its text. */
export function drawEdition({ articles, authors }: Edition): Map<string, string> {
  const drawings = new Map<string, string>();
  for (const { slug } of authors) drawings.set(slug, drawAvatar(slug));
  const serials = new Map<string, number>();
  for (const article of articles) {
    const { category, slug } = article;
    const serial = serials.get(category) ?? 0;
    serials.set(category, serial + 1);
    drawings.set(slug, drawHero({ category, seed: slug, serial }));
    for (const [index, name] of bodyPictures(article).entries())
      drawings.set(name, drawHero({ category, seed: name, variant: index + 2, serial }));
  }
  return drawings;
}

if (import.meta.main) {
  rmSync(PICTURES, { recursive: true, force: true });
  mkdirSync(PICTURES);
  const drawings = drawEdition(readEdition(DEMO_DIR));
  for (const [name, svg] of drawings)
    await sharp(Buffer.from(svg))
      .flatten()
      .webp(ENCODING)
      .toFile(join(PICTURES, `${name}.webp`));
  const hashes = [...drawings].map(([name, svg]) => [name, hashOf(svg)]);
  writeFileSync(DRAWN, `${JSON.stringify(Object.fromEntries(hashes), null, 1)}\n`);
}
