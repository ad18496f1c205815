import { drawFace, drawNeck } from "./avatar/face.ts";
import { drawGarment } from "./avatar/garment.ts";
import { drawHair } from "./avatar/hair.ts";
import { traitsOf } from "./avatar/traits.ts";
import { mix } from "./color.ts";
import { circle, group, rect, svgDocument } from "./svg.ts";
import { grain, shadedDisc } from "./texture.ts";

const SIDE = 512;

/** Draws a person's portrait as an SVG of 512x512 pixels; the same seed (usually the author's slug) gives the same person. */
export function drawAvatar(seed: string): string {
  const traits = traitsOf(seed);
  const hair = drawHair(traits);
  return svgDocument(
    SIDE,
    SIDE,
    rect(0, 0, SIDE, SIDE, { fill: traits.backdrop }),
    shadedDisc([256, 250], 206, traits.halo, mix(traits.halo, traits.backdrop, 0.8)),
    circle([256, 250], 222, { fill: "none", stroke: traits.halo, "stroke-width": 3 }),
    group(
      { transform: "translate(0 8)" },
      hair.behind,
      drawNeck(traits),
      drawGarment(traits),
      drawFace(traits),
      hair.front,
    ),
    grain(SIDE, SIDE, "#14171f", "#faf7f2"),
  );
}
