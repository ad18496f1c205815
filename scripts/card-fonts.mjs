/**
 * Cuts the fonts that the picture process draws headlines with (platform/card-text.ts): one weight of each, as TrueType
 * because its library reads no WOFF2, and a configuration by which it finds these fonts and no others. So a card looks the
 * same on every machine, and what it can't draw is known.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Face, Blob as FontBlob } from "harfbuzzjs";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);

const HANGUL = /[\uac00-\ud7a3]/;

/**
 * By the family that cards ask for: the package, its style, and the weight. Korean has only the syllables that the Chinese
 * family lacks.
 */
const FAMILIES = {
  "Card Serif": { name: "newsreader", style: "standard-normal", axes: { opsz: 60, wght: 600 } },
  "Card Sans": { name: "libre-franklin", style: "wght-normal", axes: { wght: 700 } },
  "Card Grotesk": { name: "space-grotesk", style: "wght-normal", axes: { wght: 700 } },
  "Card Soft": { name: "fraunces", style: "wght-normal", axes: { wght: 600 } },
  "Card Slab": { name: "roboto-slab", style: "wght-normal", axes: { wght: 600 } },
  "Card Narrow": { name: "oswald", style: "wght-normal", axes: { wght: 500 } },
  "Card Garamond": { name: "eb-garamond", style: "wght-normal", axes: { wght: 600 } },
  "Card Arabic": { name: "noto-naskh-arabic", style: "wght-normal", axes: { wght: 700 }, only: /arabic/ },
  "Card Chinese": { name: "noto-sans-sc", style: "wght-normal", axes: { wght: 600 } },
  "Card Korean": { name: "noto-sans-kr", style: "wght-normal", axes: { wght: 600 }, letters: HANGUL },
};

/** The characters of the ranges in a package's list. */
function charactersOf(ranges) {
  return ranges.split(",").flatMap((range) => {
    const [from, to = from] = range
      .trim()
      .slice("U+".length)
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  });
}

/** Cuts the files of a family; returns the code points of their letters. */
async function cutFamily(out, family, { name, style, axes, only = /./, letters = /./su }) {
  const folder = dirname(resolve(`@fontsource-variable/${name}/package.json`));
  const known = [];
  for (const [key, ranges] of Object.entries(JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")))) {
    const part = key.replace(/[[\]]/g, "");
    const wanted = charactersOf(ranges).filter((character) => letters.test(character));
    if (!only.test(part) || wanted.length === 0) continue;
    const source = readFileSync(join(folder, "files", `${name}-${part}-${style}.woff2`));
    const bytes = await subsetFont(source, wanted.join(""), { targetFormat: "truetype", variationAxes: axes });
    known.push(...new Face(new FontBlob(bytes)).collectUnicodes());
    writeFileSync(join(out, `${family.replace(" ", "-")}-${part}.ttf`), bytes);
  }
  return known;
}

/** By its file, as the names in the fonts differ between packages. Their one weight counts as the usual one. */
const familyRule = (family) => `<match target="scan">
<test name="file" compare="contains"><string>${family.replace(" ", "-")}-</string></test>
<edit name="family" mode="assign"><string>${family}</string></edit>
<edit name="weight" mode="assign"><const>regular</const></edit>
</match>
`;

/** Ranges of code points, first and last alternating. */
function rangesOf(points) {
  const ranges = [];
  for (const point of [...new Set(points)].sort((left, right) => left - right)) {
    if (ranges.at(-1) === point - 1) ranges[ranges.length - 1] = point;
    else ranges.push(point, point);
  }
  return ranges;
}

/** Cuts the fonts into a folder, with `fonts.conf` and the letters that they have. */
export async function cutCardFonts(out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const known = [];
  for (const [family, source] of Object.entries(FAMILIES)) known.push(...(await cutFamily(out, family, source)));
  const rules = Object.keys(FAMILIES).map(familyRule).join("");
  writeFileSync(
    join(out, "fonts.conf"),
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n<dir prefix="relative">.</dir>\n${rules}</fontconfig>\n`,
  );
  writeFileSync(join(out, "letters.json"), JSON.stringify(rangesOf(known)));
}
