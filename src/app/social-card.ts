import { headlinesOf } from "#features/settings/appearance/fonts.ts";
import { HOUSE_COLOURS } from "#features/settings/appearance/page-colours.ts";
import { ImageError, type Images } from "#platform/images.ts";
import { directionOf } from "#shared/language.ts";
import type { SiteInfo } from "#shared/page.ts";
import { SOCIAL_CARD } from "#shared/urls.ts";
import { breakName, drawWordmark, outlinesIn } from "./site/draw-wordmark.ts";

const { paper: PAPER, ink: INK } = HOUSE_COLOURS.light;

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

/** What a drawn card shows: the name, in the headline face and the colours of the site. */
export type CardSite = Pick<SiteInfo, "name"> & {
  fonts?: SiteInfo["fonts"] | undefined;
  paper?: string;
  ink?: string;
};

type Line = { path: string; width: number };
type Name = { lines: Line[]; type: number };

/** The name in the number of lines that allows the largest type; undefined if the face lacks one of its letters. */
function layOut({ name, fonts }: CardSite): Name | undefined {
  const letters = outlinesIn({ fonts });
  const choices = Array.from({ length: MAX_LINES }, (_, index) => breakName(name, index + 1)).map((texts) => {
    const drawn = texts.flatMap((text) => drawWordmark(text, letters) ?? []);
    const width = Math.max(...drawn.map((line) => line.width)) + MARK.gap + MARK.size;
    const type = Math.min(MAX_TYPE, (NAME_WIDTH / width) * 1000, NAME_HEIGHT / (texts.length * LINE));
    return { lines: drawn, type, isWhole: drawn.length > 0 && drawn.length === texts.length };
  });
  return choices.filter(({ isWhole }) => isWhole).toSorted((left, right) => right.type - left.type)[0];
}

/** The pattern as a path: quarter rings that meet at the edges of their tiles. */
function ringsPath(width: number, height: number): string {
  const { tile } = RING;
  let path = "";
  for (let row = 0; row * tile < height; row += 1)
    for (let column = 0; column * tile < width; column += 1) {
      const isRight = (column + (row >> 1)) % 2 === 0;
      const isBottom = (row + (column >> 1)) % 2 === 0;
      const [x, y] = [(column + Number(isRight)) * tile, (row + Number(isBottom)) * tile];
      for (const radius of [tile / 6, tile / 2, (tile * 5) / 6])
        path += `M${isRight ? x - radius : x + radius} ${y}A${radius} ${radius} 0 0 ${Number(isRight === isBottom)} ${x} ${isBottom ? y - radius : y + radius}`;
    }
  return path;
}

/** The house pattern, faintly. */
const ringsSvg = (ink: string) =>
  `<path d="${ringsPath(SOCIAL_CARD.width, SOCIAL_CARD.height)}" fill="none" stroke="${ink}" stroke-opacity="${RING.strength}" stroke-width="${RING.weight}"/>`;

/** The space for a name, in pixels, and the publication's colours. */
type Card = { width: number; height: number; accent: string; ink: string };

/** The name's lines, centred, and the mark after the last. */
function nameSvg({ lines, type }: Name, { width, height, accent, ink }: Card): string {
  const scale = type / 1000;
  const left = (width / scale - Math.max(...lines.map((line) => line.width)) - MARK.gap - MARK.size) / 2;
  // Capitals are two thirds of the type's size: they look centred, not the lines.
  const first = height / scale / 2 - (lines.length - 1) * LINE * 500 + 333;
  const drawn = lines.map(
    ({ path }, index) => `<path transform="translate(${left} ${first + index * LINE * 1000})" d="${path}"/>`,
  );
  const end = left + (lines.at(-1)?.width ?? 0) + MARK.gap;
  const base = first + (lines.length - 1) * LINE * 1000 - MARK.size;
  const mark = `<rect x="${end}" y="${base}" width="${MARK.size}" height="${MARK.size}" fill="${accent}"/>`;
  return `<g transform="scale(${scale})" fill="${ink}">${drawn.join("")}${mark}</g>`;
}

/** The name below a headline, at the side where reading starts, in pixels and shares as above. */
const SMALL_NAME = { type: 44, margin: 70, baseline: 556 };

/** The name as in the masthead, small; undefined if the headline face lacks one of its letters, or it is too long. */
function smallNameSvg(
  { name, fonts, ink = INK }: CardSite,
  accent: string,
  isRightToLeft: boolean,
): string | undefined {
  const { type, margin, baseline } = SMALL_NAME;
  const line = drawWordmark(name, outlinesIn({ fonts }));
  const scale = type / 1000;
  const width = ((line?.width ?? 0) + MARK.gap + MARK.size) * scale;
  const room = SOCIAL_CARD.width - 2 * margin;
  if (!line || width > room) return undefined;
  const mark = `<rect x="${line.width + MARK.gap}" y="${-MARK.size}" width="${MARK.size}" height="${MARK.size}" fill="${accent}"/>`;
  const left = isRightToLeft ? margin + room - width : margin;
  return `<g transform="translate(${left} ${baseline}) scale(${scale})" fill="${ink}"><path d="${line.path}"/>${mark}</g>`;
}

/** The ground of all cards with what is drawn on it. A PNG. */
async function drawGround({ paper = PAPER }: CardSite, accent: string, drawing: string): Promise<Buffer> {
  // Loaded on demand: it takes a moment, and most processes never draw.
  const { default: sharp } = await import("sharp");
  const { width, height } = SOCIAL_CARD;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${paper}"/>
${drawing}
<rect y="${height - BAR}" width="${width}" height="${BAR}" fill="${accent}"/></svg>`;
  return sharp(Buffer.from(svg)).flatten().png().toBuffer();
}

/** What a card shows next to the name: a headline, with a short line above it. */
export type CardTexts = { title: string; kicker: string; isRightToLeft: boolean };

const FAMILIES = {
  display: "Card Serif",
  serif: "Card Serif",
  sans: "Card Sans",
  grotesk: "Card Grotesk",
  soft: "Card Soft",
  slab: "Card Slab",
  narrow: "Card Narrow",
  garamond: "Card Garamond",
} as const;

/** Draws the card of a page. Throws ImageError if no font has its letters. A PNG. */
export async function drawPageCard(images: Pick<Images, "card">, site: CardSite, accent: string, texts: CardTexts) {
  const family = FAMILIES[headlinesOf(site.fonts ?? "classic")];
  const small = texts.title === site.name ? "" : smallNameSvg(site, accent, texts.isRightToLeft);
  const name = small === undefined ? site.name : "";
  return images.card(await drawGround(site, accent, small ?? ""), {
    ...texts,
    name,
    family,
    ink: site.ink ?? INK,
    accent,
  });
}

/**
 * Draws the card that other sites show for pages without a picture: the publication's name on its paper. A name that the
 * headline face lacks letters of is a headline; one that no font has is left out. A PNG.
 */
export async function drawSocialCard(
  images: Pick<Images, "card">,
  site: CardSite,
  accent: string,
): Promise<Uint8Array> {
  const { width, height } = SOCIAL_CARD;
  const laid = layOut(site);
  const { ink = INK } = site;
  if (laid)
    return drawGround(site, accent, ringsSvg(ink) + nameSvg(laid, { width, height: height - BAR, accent, ink }));
  const texts = { title: site.name, kicker: "", isRightToLeft: directionOf(site.name) === "rtl" };
  return drawPageCard(images, site, accent, texts).catch((error: unknown) => {
    if (error instanceof ImageError) return drawGround(site, accent, ringsSvg(ink));
    throw error;
  });
}
