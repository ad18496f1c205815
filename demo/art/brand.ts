import { mix } from "./palette.ts";
import { arc, grain, times } from "./shapes.ts";
import { circle, group, HEIGHT, type Point, path, rect, stroke, svgDocument, WIDTH } from "./svg.ts";

/** The house colours. */
const HOUSE = { paper: "#faf7f2", ink: "#14171f", accent: "#c8371f" } as const;

/** The serif J in a box of 64. */
const LETTER =
  "M24 10.5H52V16H46.5V39C46.5 48.8 40.2 54.5 30.8 54.5C21.6 54.5 15 49.6 15 42.8C15 38.6 18 35.6 21.9 35.6C25.6 35.6 28.4 38.3 28.4 41.8C28.4 44.6 26.9 46.6 24.8 47.6C26 49.2 28 50 30.2 50C34 50 35.5 47 35.5 41V16H24Z";

/** The mark, `side` pixels square: the letter on a vermilion page with its corner folded. */
function drawMark(side: number): string {
  const mark = [
    rect(0, 0, 64, 64, { fill: HOUSE.accent }),
    path("M64 0V14L50 0Z", { fill: mix(HOUSE.accent, HOUSE.ink, 0.35) }),
    path(LETTER, { fill: HOUSE.paper }),
  ];
  return group({ transform: `scale(${side / 64})` }, ...mark);
}

/** The browser icon as an SVG of 64x64 pixels. */
export function drawFavicon(): string {
  return svgDocument(
    64,
    64,
    group({}, rect(0, 0, 64, 64, { rx: 12, fill: HOUSE.accent }), path(LETTER, { fill: HOUSE.paper })),
  );
}

/** The home-screen icon as an SVG of 180x180 pixels; the system rounds its corners. */
export function drawTouchIcon(): string {
  return svgDocument(180, 180, drawMark(180));
}

/** The house pattern: quarter rings on a grid, turned by place so that they join into waves. */
function housePattern(width: number, height: number, tile: number, line: string, weight: number): string {
  const columns = Math.ceil(width / tile);
  const rows = Math.ceil(height / tile);
  const rings = times(columns * rows).flatMap((index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    // Both neighbours of an edge agree whether rings cross it, so every ring runs on and none breaks off.
    const meetsRight = (column + (row >> 1)) % 2 === 0;
    const meetsBottom = (row + (column >> 1)) % 2 === 0;
    const turn = meetsBottom ? (meetsRight ? 2 : 3) : meetsRight ? 1 : 0;
    const corner: Point = [(column + (turn === 1 || turn === 2 ? 1 : 0)) * tile, (row + (turn >= 2 ? 1 : 0)) * tile];
    const from = (turn * Math.PI) / 2;
    return [1, 2, 3].map((ring) => arc(corner, (tile * (ring * 2 - 1)) / 6, from, from + Math.PI / 2));
  });
  return path(rings.join(""), stroke(line, weight));
}

/** A picture still to come is rings; a picture that cannot be shown is columns of type. */
type PlaceholderKind = "placeholder" | "fallback";

/** Draws the stand-in for a missing picture as an SVG of 1600x900 pixels. */
export function drawPlaceholder(kind: PlaceholderKind): string {
  const ground = mix(HOUSE.paper, "#d9cdb8", 0.55);
  const quiet = mix(ground, HOUSE.ink, 0.09);
  const pattern = kind === "placeholder" ? housePattern(WIDTH, HEIGHT, 300, quiet, 44) : columnsOfType(quiet);
  return svgDocument(
    WIDTH,
    HEIGHT,
    rect(0, 0, WIDTH, HEIGHT, { fill: ground }),
    pattern,
    grain(WIDTH, HEIGHT, HOUSE.ink, HOUSE.paper),
  );
}

function columnsOfType(fill: string): string {
  const lines = times(8 * 20).map((index) => {
    const [column, row] = [Math.floor(index / 20), index % 20];
    const paragraphEnd = (row + column * 3) % 7 === 6;
    return rect(column * 210 - 20, row * 56 - 20, paragraphEnd ? 96 : 178, 24, { fill });
  });
  return group({ transform: "rotate(-14 800 450) translate(-80 -60) scale(1.1)" }, ...lines);
}

/** Draws the stand-in for an author without a portrait as an SVG of 512x512 pixels. */
export function drawAuthorPlaceholder(): string {
  const ground = mix(HOUSE.paper, "#d9cdb8", 0.7);
  const figure = mix(ground, HOUSE.ink, 0.34);
  return svgDocument(
    512,
    512,
    rect(0, 0, 512, 512, { fill: ground }),
    circle([256, 250], 206, { fill: mix(ground, HOUSE.paper, 0.6) }),
    path("M64 520C66 424 130 396 210 376H302C382 396 446 424 448 520Z", { fill: figure }),
    path("M214 300H298V372C298 412 214 412 214 372Z", { fill: mix(figure, HOUSE.ink, 0.16) }),
    path("M164 212C164 92 348 92 348 212C348 300 306 350 256 350C206 350 164 300 164 212Z", { fill: figure }),
    grain(512, 512, HOUSE.ink, HOUSE.paper),
  );
}
