import { SECOND } from "#shared/time.ts";

const SIZES = ["bytes", "kB", "MB", "GB", "TB"];

/** A size in words: "1.5 GB". */
export function sizeWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: step > 0 && value < 10 ? 1 : 0 }).format(value)} ${SIZES[step]}`;
}

const LENGTHS = [
  [24 * 3_600, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** A length of time in words, in its largest unit: "10 minutes"; below a second in milliseconds. */
export function lengthWords(ms: number): string {
  if (ms < SECOND) return `${ms} ms`;
  const [seconds, unit] = LENGTHS.find(([length]) => ms >= length * SECOND) ?? [1, "second"];
  const count = Math.round(ms / SECOND / seconds);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
