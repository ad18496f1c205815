import type { ValuesOf } from "#shared/fields/fields.ts";

/** The fields of an ad space. Without a creative (`image_url`) an active one shows the placeholder at its fixed height. */
export const AD_FIELDS = {
  name: { kind: "text", name: "Ad name", label: "Ad Name", min: 1, max: 100 },
  type: {
    kind: "choice",
    name: "Type",
    label: "Ad Type",
    // They set the size: leaderboard 90 px high, rectangle and sidebar 250 px.
    values: ["leaderboard", "rectangle", "sidebar"],
    initial: "leaderboard",
    labels: { leaderboard: "Leaderboard", rectangle: "Rectangle", sidebar: "Sidebar" },
  },
  location: { kind: "text", name: "Location", label: "Location", min: 1, max: 100 },
  active: { kind: "flag", name: "Active", label: "Status" },
  image_url: { kind: "picture", name: "Image URL", label: "Image URL" },
  alt: { kind: "text", name: "Image description", label: "Alternative text", max: 500 },
  target_url: { kind: "link", name: "Target URL", label: "Target URL" },
} as const;
export type AdFields = typeof AD_FIELDS;
/** An ad space as editors set it. */
export type AdDraft = ValuesOf<AdFields>;
