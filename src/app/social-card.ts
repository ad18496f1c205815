import type { FastifyPluginAsync } from "fastify";
import { securityHeaders } from "#platform/security-headers.ts";
import { SOCIAL_CARD } from "#shared/urls.ts";
import { fillOutline } from "./render/fill-outline.ts";
import { encodePng } from "./render/png.ts";
import { breakName, drawWordmark } from "./site/draw-wordmark.ts";

type Colour = readonly [number, number, number];
const PAPER: Colour = [250, 247, 242];
const INK: Colour = [20, 23, 31];
const ACCENT: Colour = [200, 55, 31];

/** The space for the name, its largest type and the line height, in pixels and shares of the type's size. */
const NAME_WIDTH = 1000;
const NAME_HEIGHT = 380;
const MAX_TYPE = 190;
const LINE = 1.05;
const MAX_LINES = 4;
const BAR = 20;
/** The mark after the name, in thousandths of the type's size, as in the masthead. */
const MARK = { gap: 70, size: 170 };
/** The house pattern: quarter rings on a grid (as in demo/art/brand.ts), faintly behind the name. */
const RING = { tile: 210, weight: 30, strength: 0.06 };

type Line = { path: string; width: number };
type Name = { lines: Line[]; type: number };

/** The name in the number of lines that gives the largest type; undefined if the face lacks one of its letters. */
function layOut(name: string): Name | undefined {
  const choices = Array.from({ length: MAX_LINES }, (_, index) => breakName(name, index + 1)).map((texts) => {
    const drawn = texts.flatMap((text) => drawWordmark(text) ?? []);
    const width = Math.max(...drawn.map((line) => line.width)) + MARK.gap + MARK.size;
    const type = Math.min(MAX_TYPE, (NAME_WIDTH / width) * 1000, NAME_HEIGHT / (texts.length * LINE));
    return { lines: drawn, type, isWhole: drawn.length > 0 && drawn.length === texts.length };
  });
  return choices.filter(({ isWhole }) => isWhole).toSorted((left, right) => right.type - left.type)[0];
}

/** How strongly the pattern shows at a pixel, from 0 to 1. */
function ringAt(x: number, y: number): number {
  const { tile, weight } = RING;
  const column = Math.floor(x / tile);
  const row = Math.floor(y / tile);
  const left = x - (column + ((column + (row >> 1)) % 2 === 0 ? 1 : 0)) * tile;
  const down = y - (row + ((row + (column >> 1)) % 2 === 0 ? 1 : 0)) * tile;
  // Not `Math.hypot`, which takes ten times as long.
  const distance = Math.sqrt(left * left + down * down);
  const spacing = tile / 3;
  const ring = (Math.min(2, Math.floor(distance / spacing)) + 0.5) * spacing;
  return Math.max(0, Math.min(1, weight / 2 + 0.5 - Math.abs(distance - ring)));
}

/** Draws the card that other sites show for pages without a picture: the publication's name on its paper. */
export function drawSocialCard(name: string): Buffer {
  const { width, height } = SOCIAL_CARD;
  const pixels = new Uint8Array(width * height * 3);
  const mix = (x: number, y: number, colour: Colour, share: number) => {
    const at = (y * width + x) * 3;
    for (let part = 0; part < 3; part += 1) {
      const under = pixels[at + part] ?? 0;
      pixels[at + part] = Math.round(under + ((colour[part] ?? 0) - under) * share);
    }
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      mix(x, y, y < height - BAR ? PAPER : ACCENT, 1);
      const share = y < height - BAR ? ringAt(x, y) : 0;
      if (share > 0) mix(x, y, INK, share * RING.strength);
    }
  const laid = layOut(name);
  if (laid) drawName(laid, mix);
  return encodePng(pixels, width, height);
}

function drawName({ lines, type }: Name, mix: (x: number, y: number, colour: Colour, share: number) => void): void {
  const { width, height } = SOCIAL_CARD;
  const scale = type / 1000;
  const mark = (MARK.gap + MARK.size) * scale;
  const left = (width - Math.max(...lines.map((line) => line.width)) * scale - mark) / 2;
  // Capitals are two thirds of the type's size: they look centred, not the lines.
  const first = (height - BAR - (lines.length - 1) * type * LINE) / 2 + type / 3;
  for (const [index, line] of lines.entries()) {
    const baseline = first + index * type * LINE;
    fillOutline(line.path, { scale, left, baseline }, { width, height }, (y, cover) => {
      for (const [x, share] of cover.entries()) if (share > 0) mix(x, y, INK, Math.min(1, share));
    });
    if (index < lines.length - 1) continue;
    const [edge, side] = [Math.round(left + (line.width + MARK.gap) * scale), Math.round(MARK.size * scale)];
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) mix(edge + x, Math.round(baseline) - side + y, ACCENT, 1);
  }
}

/** Serves the publication's card, drawn when it is first requested. */
export function socialCard(siteName: string, secure: boolean): FastifyPluginAsync {
  let card: Buffer | undefined;
  const headers = { ...securityHeaders("file", secure), "cache-control": "public, max-age=3600" };
  return async (app) => {
    app.get(SOCIAL_CARD.url, (_request, reply) => {
      card ??= drawSocialCard(siteName);
      return reply.headers(headers).type("image/png").send(card);
    });
    // Its former address, which other sites remember.
    app.get("/og-default.jpg", (_request, reply) => reply.redirect(SOCIAL_CARD.url, 301));
  };
}
