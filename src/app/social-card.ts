import etag from "@fastify/etag";
import type { FastifyPluginAsync } from "fastify";
import { DEFAULT_LOOK, type Look } from "#features/settings/appearance/rules.ts";
import { PAGE_CACHE_CONTROL } from "#platform/response-forms.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import type { SiteInfo } from "#shared/page.ts";
import { SOCIAL_CARD } from "#shared/urls.ts";
import { breakName, drawWordmark, outlinesIn } from "./site/draw-wordmark.ts";

const PAPER = "#faf7f2";
const INK = "#14171f";

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

/** What a drawn card shows: the name, in the headline face of the site. */
type CardSite = Pick<SiteInfo, "name"> & { fonts?: SiteInfo["fonts"] | undefined };

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

/** The space for a name, in pixels, and the publication's accent. */
type Card = { width: number; height: number; accent: string };

/** The name's lines, centred, and the mark after the last. */
function nameSvg({ lines, type }: Name, { width, height, accent }: Card): string {
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
  return `<g transform="scale(${scale})" fill="${INK}">${drawn.join("")}${mark}</g>`;
}

/** Draws the card that other sites show for pages without a picture: the publication's name on its paper. A PNG. */
export async function drawSocialCard(site: CardSite, accent: string): Promise<Buffer> {
  // Loaded on demand: it takes a moment, and most processes never draw.
  const { default: sharp } = await import("sharp");
  const { width, height } = SOCIAL_CARD;
  const laid = layOut(site);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${PAPER}"/>
<path d="${ringsPath(width, height)}" fill="none" stroke="${INK}" stroke-opacity="${RING.strength}" stroke-width="${RING.weight}"/>
<rect y="${height - BAR}" width="${width}" height="${BAR}" fill="${accent}"/>
${laid ? nameSvg(laid, { width, height: height - BAR, accent }) : ""}</svg>`;
  return sharp(Buffer.from(svg)).flatten().png().toBuffer();
}

/** The accent of the default look, in the tone of the icon (scripts/draw-brand.mjs). */
const HOUSE_ACCENT = "#c8371f";

type ReadCardSite = () => Promise<Pick<SiteInfo, "name" | "socialCard" | "fonts">>;
type ReadAccent = () => Promise<Pick<Look, "accent">>;

/** Serves the publication's card: its own picture, or one drawn for its present name and accent. */
export function socialCard(readSite: ReadCardSite, readAccent: ReadAccent, secure: boolean): FastifyPluginAsync {
  let drawn: { key: string; card: Promise<Buffer> } | undefined;
  const cardOf = ({ name, fonts }: CardSite, chosen: string): Promise<Buffer> => {
    const accent = chosen === DEFAULT_LOOK.accent ? HOUSE_ACCENT : chosen;
    const key = JSON.stringify([name, fonts, accent]);
    if (drawn?.key !== key) drawn = { key, card: drawSocialCard({ name, fonts }, accent) };
    return drawn.card;
  };
  const headers = { ...securityHeaders("file", secure), "cache-control": PAGE_CACHE_CONTROL };
  return async (app) => {
    await app.register(etag, { weak: true });
    app.get(SOCIAL_CARD.url, async (_request, reply) => {
      const { name, fonts, socialCard: own } = await readSite();
      if (own) return reply.header("cache-control", PAGE_CACHE_CONTROL).redirect(own.url, 302);
      const card = await cardOf({ name, fonts }, (await readAccent()).accent);
      return reply.headers(headers).type("image/png").send(card);
    });
    // Its former address, which other sites remember.
    app.get("/og-default.jpg", (_request, reply) => reply.redirect(SOCIAL_CARD.url, 301));
  };
}
