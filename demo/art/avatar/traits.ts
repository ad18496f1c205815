import { createRandom } from "#shared/random.ts";

export type HairStyle = "afro" | "crop" | "bob" | "long" | "sweep" | "bun" | "curls" | "bald";
export type Garment = "blazer" | "shirt" | "roundneck" | "tunic" | "rollneck";

/** Everything that tells one drawn person from another; colours as `#rrggbb`. */
export interface Traits {
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
export function traitsOf(seed: string): Traits {
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
