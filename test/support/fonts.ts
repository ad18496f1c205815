import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);

/** The bytes of a packaged font, such as `roboto-slab/files/roboto-slab-latin-wght-normal`. */
export const packagedFont = (name: string): Buffer => readFileSync(resolve(`@fontsource-variable/${name}.woff2`));

export const SLAB = "roboto-slab/files/roboto-slab-latin-wght-normal";
export const ARABIC = "noto-naskh-arabic/files/noto-naskh-arabic-arabic-wght-normal";
export const ITALIC = "newsreader/files/newsreader-latin-wght-italic";

/** A packaged font at one weight, or with some letters alone. */
export const cutFont = (
  name: string,
  { wght, text, targetFormat = "truetype" }: { wght?: number; text?: string; targetFormat?: "truetype" | "woff" },
): Promise<Buffer> =>
  subsetFont(packagedFont(name), text, {
    targetFormat,
    ...(text === undefined && { keepAllGlyphs: true }),
    ...(wght !== undefined && { variationAxes: { wght } }),
  });

/** The same font with other embedding permissions (`fsType` of its table OS/2). */
export function withPermissions(font: Buffer, fsType: number): Buffer {
  const changed = Buffer.from(font);
  changed.writeUInt16BE(fsType, tableAt(changed, "OS/2") + 8);
  return changed;
}

/** Where a table of a TrueType font starts. */
export function tableAt(font: Buffer, name: string): number {
  const count = font.readUInt16BE(4);
  for (let at = 12; at < 12 + count * 16; at += 16)
    if (font.toString("latin1", at, at + 4) === name) return font.readUInt32BE(at + 8);
  throw new Error(`The font has no table ${name}.`);
}
