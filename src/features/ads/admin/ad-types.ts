import type { AdType } from "../schema.ts";

/** The kinds of ad space with their labels. */
export const AD_TYPES = [
  { value: "leaderboard", label: "Leaderboard" },
  { value: "rectangle", label: "Rectangle" },
  { value: "sidebar", label: "Sidebar" },
] as const satisfies readonly { value: AdType; label: string }[];
