import { fold } from "#shared/text.ts";

/** How far Page Up and Page Down go. */
const PAGE = 10;

/** Where a key leads in a list of `count` from number `at` (-1 for none); null for any other key. */
export function keyMove(key: string, at: number, count: number): number | null {
  const last = count - 1;
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at === -1 ? last : at - 1,
    Home: 0,
    End: last,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
  };
  const to = moves[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), last);
}

/**
 * The option that typed letters lead to from number `at`: the next one that begins with them; of one letter, or the same
 * one again and again, the next after the present one. `at` where there is none.
 */
export function nextByLetters(options: readonly { label: string }[], typed: string, at: number): number {
  const letters = fold(typed);
  const isOne = [...letters].every((letter) => letter === letters[0]);
  const wanted = isOne ? letters.slice(0, 1) : letters;
  const first = isOne ? at + 1 : Math.max(at, 0);
  for (let step = 0; step < options.length; step++) {
    const index = (first + step) % options.length;
    if (fold(options[index]?.label ?? "").startsWith(wanted)) return index;
  }
  return Math.max(at, 0);
}
