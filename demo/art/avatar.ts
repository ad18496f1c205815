import { createRandom } from "#shared/random.ts";
import { mix } from "./palette.ts";
import { grain, polar, shadedDisc, TURN, times } from "./shapes.ts";
import { circle, clipped, ellipse, group, path, rect, short, stroke, svgDocument } from "./svg.ts";

type HairStyle = "afro" | "crop" | "bob" | "long" | "sweep" | "bun" | "curls" | "bald";
type Garment = "blazer" | "shirt" | "roundneck" | "tunic" | "rollneck";

/** Everything that tells one drawn person from another; colours as `#rrggbb`. */
interface Traits {
  readonly backdrop: string;
  readonly halo: string;
  readonly skin: string;
  readonly hair: string;
  readonly hairStyle: HairStyle;
  readonly garment: Garment;
  readonly cloth: string;
  readonly trim: string;
  /** Half the width of the jaw, pixels. */
  readonly jaw: number;
  readonly lips: string;
  readonly beard: "none" | "short" | "full";
  readonly glasses: boolean;
  readonly earrings: boolean;
}

/** The newsroom's own people, drawn to match their names. */
const KNOWN: Readonly<Record<string, Traits>> = {
  "amina-otieno": {
    backdrop: "#e3a53f",
    halo: "#f2cf86",
    skin: "#7a4a2f",
    hair: "#1d1518",
    hairStyle: "afro",
    garment: "roundneck",
    cloth: "#1f5c57",
    trim: "#f4e7cf",
    jaw: 58,
    lips: "#9c3b35",
    beard: "none",
    glasses: false,
    earrings: true,
  },
  "daniel-kariuki": {
    backdrop: "#2f5191",
    halo: "#5d7fba",
    skin: "#5f3824",
    hair: "#171216",
    hairStyle: "crop",
    garment: "blazer",
    cloth: "#e6dac2",
    trim: "#fbf6ea",
    jaw: 68,
    lips: "#7d3f34",
    beard: "short",
    glasses: true,
    earrings: false,
  },
  "lucia-ferrer": {
    backdrop: "#bcd3d0",
    halo: "#dfe9e2",
    skin: "#e3b08b",
    hair: "#4a2a1f",
    hairStyle: "bob",
    garment: "rollneck",
    cloth: "#c8371f",
    trim: "#e6634a",
    jaw: 56,
    lips: "#b8402f",
    beard: "none",
    glasses: false,
    earrings: false,
  },
  "priya-raman": {
    backdrop: "#5f3a5b",
    halo: "#86587f",
    skin: "#b57a4d",
    hair: "#1a1420",
    hairStyle: "long",
    garment: "tunic",
    cloth: "#e0893a",
    trim: "#f6d9ac",
    jaw: 54,
    lips: "#a63c3c",
    beard: "none",
    glasses: false,
    earrings: true,
  },
  "tomasz-zielinski": {
    backdrop: "#c9573b",
    halo: "#e58a68",
    skin: "#efc7a6",
    hair: "#a5723f",
    hairStyle: "sweep",
    garment: "shirt",
    cloth: "#24364a",
    trim: "#3d5570",
    jaw: 66,
    lips: "#b5604e",
    beard: "full",
    glasses: false,
    earrings: false,
  },
};

const BACKDROPS = [
  ["#e3a53f", "#f2cf86"],
  ["#2f5191", "#5d7fba"],
  ["#bcd3d0", "#dfe9e2"],
  ["#5f3a5b", "#86587f"],
  ["#c9573b", "#e58a68"],
  ["#1f5c57", "#4a8a7d"],
  ["#d5cfe8", "#ece8f4"],
] as const;
const SKINS = ["#5f3824", "#7a4a2f", "#965f3c", "#b57a4d", "#d29b71", "#e3b08b", "#efc7a6"] as const;
const DARK_HAIR = ["#171216", "#1d1518", "#2f1d19"] as const;
const ANY_HAIR = ["#1d1518", "#4a2a1f", "#7a4a2a", "#a5723f", "#8d8a88"] as const;
const CLOTHS = [
  ["#1f5c57", "#f4e7cf"],
  ["#24364a", "#3d5570"],
  ["#c8371f", "#e6634a"],
  ["#e0893a", "#f6d9ac"],
  ["#e6dac2", "#fbf6ea"],
  ["#584c9e", "#8d83c4"],
] as const;

/** The traits of a seed: fixed for the newsroom's own people, drawn by chance for others. */
function traitsOf(seed: string): Traits {
  const known = KNOWN[seed];
  if (known !== undefined) return known;
  const random = createRandom(`avatar:${seed}`);
  const [backdrop, halo] = random.pick(BACKDROPS);
  const [cloth, trim] = random.pick(CLOTHS.filter(([color]) => color !== backdrop));
  const skin = random.pick(SKINS);
  const dark = SKINS.indexOf(skin) < 4;
  const broad = random.chance(0.5);
  const broadStyles: readonly HairStyle[] = ["crop", "sweep", "curls", "bald"];
  const slenderStyles: readonly HairStyle[] = ["bob", "long", "bun", "curls", "afro"];
  return {
    backdrop,
    halo,
    skin,
    hair: random.pick(dark ? DARK_HAIR : ANY_HAIR),
    hairStyle: random.pick(broad ? broadStyles : slenderStyles),
    garment: random.pick(["blazer", "shirt", "roundneck", "tunic", "rollneck"] as const),
    cloth,
    trim,
    jaw: broad ? random.range(62, 70) : random.range(52, 60),
    lips: dark ? "#8f3f38" : "#b5524a",
    beard: broad ? random.pick(["none", "short", "full"] as const) : "none",
    glasses: random.chance(0.3),
    earrings: !broad && random.chance(0.5),
  };
}

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
function drawFace({ skin, hair, jaw, lips, beard, glasses, earrings, trim }: Traits): string {
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
function drawNeck({ skin }: Traits): string {
  const neck = "M212 300H300V372C300 400 212 400 212 372Z";
  return (
    path(neck, { fill: skin }) +
    path("M212 330C226 364 286 364 300 330V352C286 380 226 380 212 352Z", { fill: mix(skin, "#3a1420", 0.28) })
  );
}

const SHOULDERS = "M60 520C62 428 118 398 206 378C236 392 276 392 306 378C394 398 450 428 452 520Z";

/** Draws shoulders and clothing below a neck that ends at about (256, 385). */
function drawGarment({ garment, cloth, trim, skin }: Traits): string {
  const shade = mix(cloth, "#14171f", 0.24);
  const skinShade = mix(skin, "#3a1420", 0.12);
  const body = path(SHOULDERS, { fill: cloth });
  const garments: Record<Garment, () => string> = {
    blazer: () =>
      body +
      path("M198 380L256 520L314 380Z", { fill: trim }) +
      path("M214 380L256 424L298 380Z", { fill: skinShade }) +
      path("M206 372L256 426L232 456L188 386Z", { fill: mix(trim, "#ffffff", 0.35) }) +
      path("M306 372L256 426L280 456L324 386Z", { fill: mix(trim, "#8a8070", 0.22) }) +
      path("M190 384L160 392L150 438L180 446L256 520Z", { fill: shade }) +
      path("M322 384L352 392L362 438L332 446L256 520Z", { fill: shade }),
    shirt: () =>
      body +
      path("M214 380L256 430L298 380Z", { fill: skinShade }) +
      path("M206 372L256 432L222 462L182 388Z", { fill: trim }) +
      path("M306 372L256 432L290 462L330 388Z", { fill: trim }) +
      path("M253 440h6v80h-6Z", { fill: shade }) +
      circle([256, 470], 5, { fill: trim }) +
      circle([256, 498], 5, { fill: trim }),
    roundneck: () =>
      body +
      path("M196 380C206 436 306 436 316 380L304 376C292 414 220 414 208 376Z", { fill: trim }) +
      path("M208 376C220 414 292 414 304 376Z", { fill: skin }),
    tunic: () =>
      body +
      path("M208 376L256 470L304 376Z", { fill: skin }) +
      path("M196 378L256 498L316 378L304 374L256 470L208 374Z", { fill: trim }) +
      path("M330 386C372 394 430 410 448 470L452 520H352C352 470 344 420 330 386Z", {
        fill: mix(cloth, "#8b2b56", 0.6),
      }) +
      path("M330 386C344 420 352 470 352 520H366C366 470 358 424 346 390Z", { fill: trim }),
    rollneck: () =>
      body +
      path("M202 352C220 366 292 366 310 352L318 398C290 414 222 414 194 398Z", { fill: trim }) +
      path("M196 396C224 412 288 412 316 396L318 404C290 420 222 420 194 404Z", { fill: shade }),
  };
  return garments[garment]();
}

/** Hair in two layers: what hangs behind the neck and what lies on the brow. */
interface Hair {
  readonly behind: string;
  readonly front: string;
}

const CAP = "M160 214C150 118 206 92 256 92C306 92 362 118 352 214";

function ringOfCurls(count: number, radiusX: number, radiusY: number, size: number, fill: string): string {
  return times(count)
    .map((curl) => {
      const [x, y] = polar([0, 0], 1, Math.PI + (curl / (count - 1)) * (TURN / 2));
      return circle([256 + x * radiusX, 192 + y * radiusY], size, { fill });
    })
    .join("");
}

/** Draws the hair of a person whose face is centred at (256, 226). */
function drawHair({ hairStyle, hair }: Traits): Hair {
  const fill = { fill: hair };
  const sheen = { fill: mix(hair, "#ffffff", 0.12) };
  const styles: Record<HairStyle, () => Hair> = {
    afro: () => ({
      behind:
        ellipse([256, 176], 154, 138, fill) +
        ringOfCurls(9, 142, 118, 34, hair) +
        circle([120, 214], 40, fill) +
        circle([392, 214], 40, fill),
      front: path(
        "M168 206C172 148 210 132 256 132C302 132 340 148 344 206C352 150 330 104 256 104C182 104 160 150 168 206Z",
        fill,
      ),
    }),
    crop: () => ({
      behind: "",
      front: path(
        "M164 218C156 120 204 98 256 98C308 98 356 120 348 218L338 214C340 184 334 162 318 152C286 144 226 144 194 152C178 162 172 184 174 214Z",
        fill,
      ),
    }),
    bob: () => ({
      behind: path(
        "M136 330C118 250 128 92 256 86C384 92 394 250 376 330C352 352 320 340 312 320L200 320C192 340 160 352 136 330Z",
        fill,
      ),
      front:
        path(
          "M160 240C152 130 200 96 262 96C320 98 360 134 352 240C344 196 330 168 300 150C262 186 206 182 176 200C168 212 164 226 160 240Z",
          fill,
        ) + path("M300 150C262 186 206 182 176 200C198 160 250 164 286 130Z", sheen),
    }),
    long: () => ({
      behind: path("M148 430C120 330 116 90 256 86C396 90 392 330 364 430C340 446 172 446 148 430Z", fill),
      front:
        path(
          "M156 300C146 150 196 100 256 98C316 100 366 150 356 300C350 240 334 176 258 134C178 176 162 240 156 300Z",
          fill,
        ) + path("M256 98L258 134C222 152 196 178 182 204C194 160 220 128 250 112Z", sheen),
    }),
    sweep: () => ({
      behind: "",
      front:
        path(
          "M164 220C152 150 176 90 236 84C300 70 352 98 352 150C354 176 352 200 348 220L338 206C338 184 332 168 322 158C276 166 228 160 200 142C184 160 174 184 174 206Z",
          fill,
        ) + path("M200 142C228 160 276 166 322 158C286 152 236 140 212 118Z", sheen),
    }),
    bun: () => ({
      behind: circle([256, 78], 54, fill) + path(`${CAP}L256 300Z`, fill),
      front: path(
        "M164 224C154 122 204 94 256 94C308 94 358 122 348 224C342 178 312 146 256 140C200 146 170 178 164 224Z",
        fill,
      ),
    }),
    curls: () => ({
      behind: ringOfCurls(8, 104, 84, 34, hair),
      front:
        ringOfCurls(7, 78, 64, 28, hair) +
        path(
          "M164 214C160 124 208 100 256 100C304 100 352 124 348 214C340 176 320 152 256 148C192 152 172 176 164 214Z",
          fill,
        ),
    }),
    bald: () => ({ behind: "", front: "" }),
  };
  return styles[hairStyle]();
}

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
