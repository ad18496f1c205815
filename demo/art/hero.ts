import { createRandom, hashText, itemAt } from "#shared/random.ts";
import { AI_FAMILY } from "./ai.ts";
import { BLOCKCHAIN_FAMILY } from "./blockchain.ts";
import { CRYPTO_FAMILY } from "./crypto.ts";
import { MARKETS_FAMILY } from "./markets.ts";
import { NEUTRAL_FAMILY } from "./neutral.ts";
import { NFT_FAMILY } from "./nfts.ts";
import type { Family } from "./palette.ts";
import { grain } from "./shapes.ts";
import { HEIGHT, rect, svgDocument, WIDTH } from "./svg.ts";
import { TECH_FAMILY } from "./tech.ts";

const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ["blockchain", BLOCKCHAIN_FAMILY],
  ["crypto", CRYPTO_FAMILY],
  ["nfts", NFT_FAMILY],
  ["nft", NFT_FAMILY],
  ["ai", AI_FAMILY],
  ["tech", TECH_FAMILY],
  ["technology", TECH_FAMILY],
  ["markets", MARKETS_FAMILY],
  ["market", MARKETS_FAMILY],
]);

/** What a hero is drawn from. */
export interface HeroInput {
  /** The article's category, in any case; an unknown one gets the neutral family. */
  readonly category: string;
  /** Usually the article's slug: the same seed always gives the same picture. */
  readonly seed: string;
  /** 0 (the hero itself) or another whole number for a further picture of the same article. */
  readonly variant?: number;
  /**
   * The article's place (0, 1, 2…) in a row of its category, when the caller knows it: neighbours then never share
   * composition and palette. Without it both are left to the seed, and two of many siblings may look close.
   */
  readonly serial?: number;
}

/** Which composition and which palette of a family a picture takes. */
interface Choice {
  readonly composition: number;
  readonly palette: number;
}

function chooseBySerial({ compositions, palettes }: Family, serial: number): Choice {
  let cycle = compositions.length;
  while (cycle % palettes.length !== 0) cycle += compositions.length;
  // Both lists advance together; after a full cycle of pairs the palettes slip by one, which opens fresh pairs.
  return { composition: serial, palette: serial + Math.floor(serial / cycle) };
}

function chooseBySeed(seed: string): Choice {
  const hash = hashText(seed);
  return { composition: hash & 0xffff, palette: hash >>> 16 };
}

/** Draws an article's illustration as an SVG of 1600x900 pixels, its subject safe in the middle square. */
export function drawHero({ category, seed, variant = 0, serial }: HeroInput): string {
  const family = FAMILIES.get(category.trim().toLowerCase()) ?? NEUTRAL_FAMILY;
  const choice = serial === undefined ? chooseBySeed(seed) : chooseBySerial(family, serial);
  // Variants step through the family, so that two pictures of one article never share composition and palette.
  const compose = itemAt(family.compositions, choice.composition + variant);
  const inks = itemAt(family.palettes, choice.palette + variant);
  const random = createRandom(`${seed}#${variant}`);
  // The two leading hues may trade places: twice the looks from the same tested palettes.
  const palette = random.chance(0.4) ? { ...inks, main: inks.second, second: inks.main } : inks;
  return svgDocument(
    WIDTH,
    HEIGHT,
    rect(0, 0, WIDTH, HEIGHT, { fill: palette.ground }),
    compose({ random, palette }),
    grain(WIDTH, HEIGHT, palette.ink, palette.light),
  );
}
