type Channels = readonly [number, number, number];

function channelsOf(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes two `#rrggbb` colours; `amount` 0 gives the first, 1 the second. */
export function mix(from: string, to: string, amount: number): string {
  const [fromRed, fromGreen, fromBlue] = channelsOf(from);
  const [toRed, toGreen, toBlue] = channelsOf(to);
  const blend = (start: number, end: number): string =>
    Math.round(start + (end - start) * amount)
      .toString(16)
      .padStart(2, "0");
  return `#${blend(fromRed, toRed)}${blend(fromGreen, toGreen)}${blend(fromBlue, toBlue)}`;
}

/** Perceived lightness of a `#rrggbb` colour, 0 (black) to 1 (white). */
export function lightness(hex: string): number {
  const [red, green, blue] = channelsOf(hex);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** How far apart two colours look, 0 (same) to about 1 (black on white): a weighted distance of the channels. */
export function contrast(first: string, second: string): number {
  const [redA, greenA, blueA] = channelsOf(first);
  const [redB, greenB, blueB] = channelsOf(second);
  return Math.sqrt(0.3 * (redA - redB) ** 2 + 0.55 * (greenA - greenB) ** 2 + 0.15 * (blueA - blueB) ** 2) / 255;
}
