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
