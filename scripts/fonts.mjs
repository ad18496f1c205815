/**
 * Cuts the site's fonts from the packaged ones: the weights that are used, and characters split so that a page fetches
 * only what it shows. Writes the files and their `@font-face` rules into `.cache/fonts`, where the stylesheet
 * (src/app/site/fonts.css) finds them. Those that only some publications choose are in `chosen`: the stylesheet of the look
 * has their rules (features/settings/appearance/theme.ts), so that other pages don't grow.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Face, Feature, Font, Blob as FontBlob, shape, Buffer as Text } from "harfbuzzjs";
import subsetFont from "subset-font";
import { codePointsOf, LETTERS } from "../src/shared/letters.ts";

const OUT = join(import.meta.dirname, "..", ".cache", "fonts");
const { resolve } = createRequire(import.meta.url);

const { basic: BASIC, western: WESTERN, polish: POLISH, names: NAMES, rare: RARE, arabic: ARABIC } = LETTERS;

/** The family of headlines. */
const DISPLAY = "Newsreader Display";

/**
 * The faces, by file name. A single weight is a font without axes and half the size: bold words in a text are seldom.
 * Headlines have a cut of their own, drawn for large sizes (optical size 60 instead of 16). `app/render/assets.ts`
 * preloads what the first paint shows.
 */
const FACES = {
  ...romans(DISPLAY, "newsreader-display", { source: "newsreader-LETTERS-standard", opsz: 60, wght: 500 }),
  ...romans("Newsreader", "newsreader", { source: "newsreader-LETTERS-wght", wght: 400 }),
  ...romans("Newsreader", "newsreader-bold", { source: "newsreader-LETTERS-wght", wght: 700 }),
  ...italics("newsreader-italic", 400),
  ...italics("newsreader-bold-italic", 700),
  ...romans("Libre Franklin", "libre-franklin", {
    source: "libre-franklin-LETTERS-wght",
    wght: { min: 400, max: 700 },
  }),
};

/**
 * The Arabic letters of all families, in one file: browsers fetch it where a text has some. A rule for each family needs
 * no change of what texts are set in; families for headlines name "Noto Naskh" themselves.
 */
const ARABIC_FACE = {
  file: "noto-naskh-arabic-arabic-wght-normal",
  style: "normal",
  axes: { wght: { min: 400, max: 700 } },
  characters: ARABIC,
};
const ARABIC_FAMILIES = [DISPLAY, "Newsreader", "Libre Franklin", "Noto Naskh"];
/** One rule for each weight that the family has: browsers combine rules of equal weights alone, and would drop its Latin. */
const arabicRules = (family) =>
  (family === "Newsreader" ? [400, 700] : [ARABIC_FACE.axes.wght]).map((wght) =>
    rule("arabic", { family, ...ARABIC_FACE, axes: { wght } }),
  );

/**
 * Headlines of the other pairings, by their family in features/settings/appearance/fonts.ts: drawn in a size in which small
 * letters are about as high as those of the usual families.
 */
const CHOSEN = {
  grotesk: chosen("Space Grotesk", 700, "96%"),
  soft: chosen("Fraunces", 600, "100%"),
  slab: chosen("Roboto Slab", 600, "92%"),
  narrow: chosen("Oswald", 500, "94%"),
  garamond: chosen("EB Garamond", 600, "108%"),
};

function chosen(family, wght, size) {
  const name = family.toLowerCase().replace(" ", "-");
  return { first: `${name}-basic`, size, faces: romans(family, name, { source: `${name}-LETTERS-wght`, wght }) };
}

/** The roman letters of a face: `axes` are the weights, and other axes, that its cut keeps. */
function romans(family, name, { source, ...axes }) {
  const cut = (letters, characters) => {
    const file = `${source.replace("LETTERS", letters)}-normal`;
    return { family, file, style: "normal", axes, characters };
  };
  return {
    [`${name}-basic`]: cut("latin", BASIC),
    [`${name}-western`]: cut("latin", WESTERN),
    [`${name}-polish`]: cut("latin-ext", POLISH),
    [`${name}-names`]: cut("latin-ext", NAMES),
    [`${name}-rare`]: cut("latin-ext", RARE),
  };
}

function italics(name, wght) {
  const cut = (letters, characters) => {
    const file = `newsreader-${letters}-wght-italic`;
    return { family: "Newsreader", file, style: "italic", axes: { wght }, characters };
  };
  return {
    [`${name}-basic`]: cut("latin", BASIC),
    [`${name}-western`]: cut("latin", WESTERN),
    [`${name}-names`]: cut("latin-ext", `${POLISH}, ${NAMES}`),
  };
}

function sourceOf(file) {
  const [name] = file.split(/-latin|-arabic-wght/);
  return resolve(`@fontsource-variable/${name}/files/${file}.woff2`);
}

/**
 * What the stylesheet uses of the typefaces: without their small capitals, old-style figures, fractions and alternates, a
 * tenth less. Pairs of Newsreader are a third of a file: the faces of single words do without.
 */
const FEATURES = ["liga", "tnum"];
const isOfWords = ({ family, style, axes }) => family === "Newsreader" && (style === "italic" || axes.wght === 700);

const charactersOf = (unicodeRange) => String.fromCodePoint(...codePointsOf(unicodeRange));

async function cut(face) {
  const { file, axes, characters } = face;
  return subsetFont(readFileSync(sourceOf(file)), charactersOf(characters), {
    targetFormat: "woff2",
    variationAxes: axes,
    // Arabic letters are joined by features.
    ...(characters !== ARABIC && { keepFeatures: isOfWords(face) ? FEATURES : [...FEATURES, "kern"] }),
  });
}

/**
 * The weights a face is used for. The one weight of the display cut serves every weight, so that browsers embolden none
 * by themselves.
 */
function weightsOf({ family, axes: { wght } }) {
  if (family === DISPLAY) return "400 700";
  return wght.min ? `${wght.min} ${wght.max}` : wght;
}

/**
 * Headlines appear in their own face also where it arrives late: their fallback has its widths, so they keep their
 * lines. Long texts would move: a text keeps the face that it was first shown in (`optional`).
 */
const rule = (name, { family, style, axes, characters }) => `@font-face {
  font-family: "${family}";
  font-style: ${style};
  font-weight: ${weightsOf({ family, axes })};
  font-display: ${family === DISPLAY && characters !== ARABIC ? "swap" : "optional"};
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${characters};
}
`;

/** The same for a face in `chosen`, by an address that names its content. The cut is all that headlines need. */
const chosenRule = (address, { family, style, characters }, size) =>
  `@font-face{font-family:"${family}";font-style:${style};font-weight:400 700;font-display:swap;src:url(${address})format("woff2");size-adjust:${size};unicode-range:${characters.replaceAll(" ", "")}}`;

const HASH_LENGTH = 8;

/** Cuts the faces of a family in `chosen`; returns their rules, and the address of the file that a page preloads. */
async function cutChosen({ faces, size }) {
  const rules = [];
  let first;
  for (const [name, face] of Object.entries(faces)) {
    const bytes = await cut(face);
    const file = `${name}-${createHash("sha256").update(bytes).digest("hex").slice(0, HASH_LENGTH)}.woff2`;
    writeFileSync(join(OUT, "chosen", file), bytes);
    first ??= `/assets/${file}`;
    rules.push(chosenRule(`/assets/${file}`, face, size));
  }
  return { first, rules: rules.join("\n") };
}

/** The licences of all families, those of scripts/card-fonts.mjs included. They ask to be passed on with the fonts. */
const licences = () =>
  [
    "newsreader",
    "libre-franklin",
    "space-grotesk",
    "fraunces",
    "roboto-slab",
    "oswald",
    "eb-garamond",
    "noto-naskh-arabic",
    "noto-sans-sc",
    "noto-sans-kr",
  ]
    .map((name) => readFileSync(resolve(`@fontsource-variable/${name}/LICENSE`), "utf8"))
    .join("\n\n");

/** Letters of the wordmark, in the units of `app/site/draw-wordmark.ts`: thousandths of the font size. */
const OUTLINE_UNITS = 1000;
const OUTLINED = "U+0020-007E, U+00C0-00FF";

/**
 * The outlines of the letters in the wordmark's weight: the name is drawn on the server, as a font may load late. A
 * letter is a path relative to its origin; `kerning` holds the pairs that are spaced closer or wider than their
 * letters.
 */
async function outlineLetters({ file }) {
  const letters = [...charactersOf(OUTLINED)];
  const source = sourceOf(file);
  const cut = { targetFormat: "truetype", variationAxes: { wght: 700 } };
  const font = new Font(new Face(new FontBlob(await subsetFont(readFileSync(source), letters.join(""), cut))));
  font.setScale(OUTLINE_UNITS, OUTLINE_UNITS);
  const glyphs = new Map(letters.map((letter) => [letter, font.nominalGlyph(letter.codePointAt(0))]));
  const known = letters.filter((letter) => glyphs.get(letter));
  const outlines = { letters: {}, kerning: {} };
  for (const letter of known) {
    const glyph = glyphs.get(letter);
    outlines.letters[letter] = [font.glyphHAdvance(glyph), relativePath(font.glyphToJson(glyph))];
    for (const next of known) {
      const text = new Text();
      text.addText(letter + next);
      text.guessSegmentProperties();
      shape(font, text, [new Feature("liga", 0)]);
      const kerning = text.getGlyphPositions()[0].xAdvance - outlines.letters[letter][0];
      if (kerning !== 0) outlines.kerning[letter + next] = kerning;
    }
  }
  return outlines;
}

/** SVG path data in integers, y downwards as on a screen, each command relative to the one before. */
function relativePath(commands) {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  let path = "";
  for (const { type, values } of commands) {
    if (type === "Z") {
      path += "z";
      [x, y] = [startX, startY];
      continue;
    }
    const points = values.map((value, place) => (place % 2 === 0 ? Math.round(value) : -Math.round(value)));
    path += type.toLowerCase() + points.map((value, place) => value - (place % 2 === 0 ? x : y)).join(" ");
    [x, y] = points.slice(-2);
    if (type === "M") [startX, startY] = [x, y];
  }
  return path;
}

export async function cutFonts() {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(join(OUT, "chosen"), { recursive: true });
  for (const [name, wanted] of Object.entries(FACES)) writeFileSync(join(OUT, `${name}.woff2`), await cut(wanted));
  writeFileSync(join(OUT, "arabic.woff2"), await cut(ARABIC_FACE));
  const rules = [
    ...Object.entries(FACES).map(([name, wanted]) => rule(name, wanted)),
    ...ARABIC_FAMILIES.flatMap(arabicRules),
  ];
  writeFileSync(join(OUT, "faces.css"), rules.join(""));
  writeFileSync(join(OUT, "outlines.json"), JSON.stringify(await outlineLetters(FACES["newsreader-basic"])));
  writeFileSync(join(OUT, "outlines-sans.json"), JSON.stringify(await outlineLetters(FACES["libre-franklin-basic"])));
  const addresses = {};
  for (const [key, family] of Object.entries(CHOSEN)) {
    const letters = await outlineLetters(family.faces[family.first]);
    writeFileSync(join(OUT, `outlines-${key}.json`), JSON.stringify(letters));
    addresses[key] = await cutChosen(family);
  }
  writeFileSync(join(OUT, "chosen.json"), JSON.stringify(addresses));
  writeFileSync(join(OUT, "fonts-licences.txt"), licences());
}
