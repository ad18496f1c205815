import { HOUSE, housePattern } from "./brand.ts";
import { mix } from "./color.ts";
import { times } from "./geometry.ts";
import { circle, group, HEIGHT, path, rect, svgDocument, WIDTH } from "./svg.ts";
import { grain } from "./texture.ts";

/** A picture still to come is rings; a picture that cannot be shown is columns of type. */
export type PlaceholderKind = "placeholder" | "fallback";

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
