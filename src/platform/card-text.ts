import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { escapeText } from "#shared/html.ts";
import type { ImageCard } from "./images.ts";

/**
 * Draws the texts of a card with the fonts that scripts/card-fonts.mjs cut. Part of the picture process: shaping, the
 * order of mixed directions and line breaks are those of Pango, which is in sharp's library.
 */

/** The card's margins, and the space of its headline, in pixels. */
const MARGIN = 70;
const KICKER_TOP = 66;
const HEADLINE = { top: 128, height: 372 };
const NAME_BOTTOM = 564;

/** Sizes of the headline, the largest that fits is used; and of the small texts. */
const SIZES = [92, 82, 74, 66];
const SMALL = { kicker: 30, name: 40 };

/** Longer texts are cut before they are measured, in characters. */
const MAX_TEXT = 300;

/** Line heights, in shares of the type's size: Latin letters, other scripts, and Arabic with its marks. */
const LINE = { latin: 1.06, other: 1.24, arabic: 1.42 };
const ARABIC = /[\u0600-\u08ff]/;
const BEYOND_LATIN = /[\u0370-\uffff]/;
const PUNCTUATION = /[\u2000-\u2bff]/g;

/** Used for letters that the headline's family does not have, in this order. */
const OTHER_FAMILIES = ["Card Arabic", "Card Chinese", "Card Korean", "Card Sans"];
const SANS = "Card Sans";

/** What cards leave out rather than do without a headline. */
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}]/u;
/** Invisible, and needed by no font: spaces and marks of direction and joining. */
const INVISIBLE = /[\p{White_Space}\p{Cf}]/u;
/** Control characters, and what stands for half a letter. */
const BROKEN = /[\p{Cc}\ufffd]+/gu;

let letters: Set<number> | undefined;
/** The code points that the fonts have, from a list of first and last ones. */
function knownLetters(): Set<number> {
  if (letters) return letters;
  letters = new Set();
  const file = join(dirname(process.env.FONTCONFIG_FILE ?? ""), "letters.json");
  const ranges = JSON.parse(readFileSync(file, "utf8")) as number[];
  for (let at = 0; at < ranges.length; at += 2)
    for (let point = ranges[at] ?? 0; point <= (ranges[at + 1] ?? 0); point += 1) letters.add(point);
  return letters;
}
const hasLetter = (character: string) => knownLetters().has(character.codePointAt(0) ?? 0);

/** A text without pictographs; throws if the fonts lack one of its other characters. */
function drawable(text: string): string {
  const characters = [...text.toWellFormed().replace(BROKEN, " ")]
    .slice(0, MAX_TEXT)
    .filter((character) => !PICTOGRAPH.test(character) || hasLetter(character));
  const missing = characters.find((character) => !INVISIBLE.test(character) && !hasLetter(character));
  if (missing !== undefined) throw new Error(`No font of the cards has the character ${missing}.`);
  return characters.join("").replaceAll(/\s+/g, " ").trim();
}

function lineHeight(text: string): number {
  if (ARABIC.test(text)) return LINE.arabic;
  return BEYOND_LATIN.test(text.replace(PUNCTUATION, "")) ? LINE.other : LINE.latin;
}

type Style = { family: string; size: number; colour: string; isRightToLeft: boolean };

type Drawn = { input: Uint8Array; width: number; height: number };

/** A picture of a text, in lines of at most a width if one is given. */
async function render(text: string, style: Style, width?: number): Promise<Drawn> {
  const { family, size, colour, isRightToLeft } = style;
  // In 1024ths of a point, which is a pixel at 72 dots per inch.
  const line = Math.round(size * lineHeight(text) * 1024);
  // The first letter sets the direction: an invisible one of the wanted direction comes first.
  const directed = `${isRightToLeft ? "\u200f" : "\u200e"}${text}`;
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" line_height="${line}">${escapeText(directed)}</span>`,
      font: `${[family, ...OTHER_FAMILIES].join(", ")} ${size}`,
      ...(width !== undefined && { width, wrap: "word-char" as const }),
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

/** A text in one line, smaller if it is too long. */
async function oneLine(text: string, style: Style, width: number): Promise<Drawn> {
  const drawn = await render(text, style);
  if (drawn.width <= width) return drawn;
  const { data, info } = await sharp(drawn.input).resize({ width }).png().toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

/** The headline in the largest size that fits; if none does, as much of it as does. */
async function headline(text: string, style: Omit<Style, "size">, width: number): Promise<Drawn> {
  const draw = (shown: string, size: number) => render(shown, { ...style, size }, width);
  for (const size of SIZES) {
    const drawn = await draw(text, size);
    if (drawn.height <= HEADLINE.height) return drawn;
  }
  const size = SIZES.at(-1) ?? 0;
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const shortened = (count: number) => `${atWord(characters.slice(0, count).join(""))}…`;
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if ((await draw(shortened(middle), size)).height <= HEADLINE.height) fits = middle;
    else tooMany = middle;
  }
  return draw(shortened(fits), size);
}

/** Without the last word, which is incomplete, unless it is most of the text. */
function atWord(text: string): string {
  const end = text.lastIndexOf(" ");
  return end > text.length / 2 ? text.slice(0, end) : text;
}

/** Draws a card's texts on its background, from the side where reading starts. A PNG. */
export async function drawCardTexts(background: Uint8Array, card: ImageCard): Promise<Uint8Array> {
  const { family, ink, accent, isRightToLeft } = card;
  const { width = 0 } = await sharp(background).metadata();
  const room = width - 2 * MARGIN;
  const at = ({ input, width: drawn }: Drawn, top: number) => ({
    input: Buffer.from(input),
    left: isRightToLeft ? width - MARGIN - drawn : MARGIN,
    top,
  });
  const [title, kicker, name] = [card.title, card.kicker, card.name].map((text) => drawable(text)) as Texts;
  const layers = [];
  if (kicker) {
    const style = { family: SANS, size: SMALL.kicker, colour: accent, isRightToLeft };
    layers.push(at(await oneLine(kicker, style, room), KICKER_TOP));
  }
  if (title) layers.push(at(await headline(title, { family, colour: ink, isRightToLeft }, room), HEADLINE.top));
  if (name) {
    const drawn = await oneLine(name, { family, size: SMALL.name, colour: ink, isRightToLeft }, room);
    layers.push(at(drawn, NAME_BOTTOM - drawn.height));
  }
  return sharp(background).composite(layers).png({ palette: true }).toBuffer();
}
type Texts = [title: string, kicker: string, name: string];
