import { fingerprint } from "#shared/fingerprint.ts";
import { MAX_SLUG, slugIn } from "#shared/slug.ts";

/** Articles of one series. */
export const MAX_PARTS = 200;

export const NO_SERIES = "Series not found.";
export const STALE_ORDER = "Another user has changed this series. Reload it and try again.";
export const TAKEN_NAME = "Another series has this name.";
export const FULL_SERIES = `A series can have at most ${MAX_PARTS} articles.`;
export const UNKNOWN_PART = "One of the articles does not exist.";

export const seriesSlug = (name: string): string => slugIn("", name, "series");

export const SERIES_FIELDS = {
  name: { kind: "text", name: "Name", label: "Name", min: 1, max: 100 },
  slug: { kind: "slug", name: "Slug", label: "Slug", max: MAX_SLUG },
  description: {
    kind: "text",
    name: "Description",
    label: "Description",
    max: 1_000,
    hint: "Readers see it on the page of the series, and search engines show it below the title.",
  },
  image_url: { kind: "picture", name: "Picture", label: "Picture" },
} as const;
export type SeriesFields = typeof SERIES_FIELDS;

/** The version of the order of articles. */
export const orderVersion = (ids: readonly number[]): string => fingerprint(ids.map(String));
