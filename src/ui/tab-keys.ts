/** Which tab each key moves to, among `count` tabs (ARIA Authoring Practices, tabs with automatic activation). */
export const TAB_KEYS: Record<string, (from: number, count: number) => number> = {
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowLeft: (from, count) => (from - 1 + count) % count,
  Home: () => 0,
  End: (_from, count) => count - 1,
};
