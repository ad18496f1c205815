import { mix } from "../color.ts";
import { circle, clipped, ellipse, path, rect, short, stroke } from "../svg.ts";
import type { Traits } from "./traits.ts";

const DARK = "#1c1416";

function faceOutline(jaw: number): string {
  const [left, right] = [short(256 - jaw), short(256 + jaw)];
  return `M166 206C166 92 346 92 346 206C346 262 338 296 ${right} 326C290 348 276 354 256 354C236 354 222 348 ${left} 326C174 296 166 262 166 206Z`;
}

function beardShape(kind: Traits["beard"], jaw: number, color: string): string {
  if (kind === "none") return "";
  const inner =
    kind === "full"
      ? "C330 262 306 274 290 276C276 266 236 266 222 276C206 274 182 262 178 228Z"
      : "C338 300 306 320 286 322C282 330 230 330 226 322C206 320 174 300 176 236Z";
  const outer = `M166 ${kind === "full" ? 216 : 236}C168 280 176 306 ${short(256 - jaw)} 330C226 360 286 360 ${short(256 + jaw)} 330C336 306 344 280 346 ${kind === "full" ? 216 : 236}L${kind === "full" ? "334 228" : "336 236"}`;
  return path(`${outer}${inner}`, { fill: color });
}

function glassesShape(): string {
  const lens = (x: number): string => rect(x - 31, 196, 62, 50, { rx: 22, ...stroke("#23212f", 6) });
  return lens(217) + lens(295) + path("M247 214Q256 207 265 214M186 212L168 206M326 212L344 206", stroke("#23212f", 6));
}

/** Draws ears, face and features; the neck belongs to {@link drawNeck}. */
export function drawFace({ skin, hair, jaw, lips, beard, glasses, earrings, trim }: Traits): string {
  const shade = mix(skin, "#4a1626", 0.17);
  const line = mix(skin, "#2a0d14", 0.45);
  const outline = faceOutline(jaw);
  const brow = mix(hair, DARK, 0.4);
  const eye = (x: number): string =>
    path(`M${x - 19} 222Q${x} 205 ${x + 19} 222Q${x} 236 ${x - 19} 222Z`, { fill: "#fbf6ee" }) +
    circle([x, 220.5], 9, { fill: DARK }) +
    circle([x + 3, 217.5], 2.6, { fill: "#ffffff" }) +
    path(`M${x - 21} 222Q${x} 202 ${x + 21} 221`, stroke(DARK, 4, { "stroke-linecap": "round" }));
  const ears = ellipse([165, 226], 15, 24, { fill: skin }) + ellipse([347, 226], 15, 24, { fill: shade });
  const drops = earrings ? circle([163, 262], 10, { fill: trim }) + circle([349, 262], 10, { fill: trim }) : "";
  const hidden = beard === "full";
  return [
    ears,
    drops,
    path(outline, { fill: skin }),
    clipped(
      "face",
      path(outline, {}),
      path("M296 90C324 160 322 250 286 354H360V90Z", { fill: shade }),
      beardShape(beard, jaw, beard === "short" ? mix(hair, skin, 0.25) : mix(hair, skin, 0.08)),
    ),
    circle([197, 262], 17, { fill: lips, opacity: 0.16 }),
    circle([315, 262], 17, { fill: lips, opacity: 0.16 }),
    path("M190 190Q214 176 240 187", stroke(brow, 8, { "stroke-linecap": "round" })),
    path("M272 187Q298 176 322 190", stroke(brow, 8, { "stroke-linecap": "round" })),
    eye(217),
    eye(295),
    path("M258 216C262 238 270 250 268 258C264 266 250 266 243 261", stroke(line, 4.5, { "stroke-linecap": "round" })),
    path("M224 294Q256 300 288 294Q280 322 256 322Q232 322 224 294Z", { fill: hidden ? mix(lips, DARK, 0.25) : lips }),
    path("M230 296Q256 301 282 296Q278 306 256 306Q234 306 230 296Z", { fill: "#fdf8f0" }),
    glasses ? glassesShape() : "",
  ].join("");
}

/** Draws the neck with the shadow of the chin. */
export function drawNeck({ skin }: Traits): string {
  const neck = "M212 300H300V372C300 400 212 400 212 372Z";
  return (
    path(neck, { fill: skin }) +
    path("M212 330C226 364 286 364 300 330V352C286 380 226 380 212 352Z", { fill: mix(skin, "#3a1420", 0.28) })
  );
}
