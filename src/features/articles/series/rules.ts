import { type ValuesOf, versionOf } from "#shared/fields/fields.ts";
import { fingerprint } from "#shared/fingerprint.ts";
import { MAX_SLUG, slugIn } from "#shared/slug.ts";

/** Lengths in code points. */
export const MAX_SERIES_NAME = 100;
export const MAX_SERIES_DESCRIPTION = 1_000;
/** Articles of one series. */
export const MAX_PARTS = 200;

export const NO_SERIES = "Series not found.";
export const STALE_ORDER = "Another user has changed this series. Reload it and try again.";
export const TAKEN_NAME = "Another series has this name.";
export const FULL_SERIES = `A series can have at most ${MAX_PARTS} articles.`;
export const UNKNOWN_PART = "One of the articles does not exist.";

export const seriesSlug = (name: string): string => slugIn("", name, "series");

export const SERIES_FIELDS = {
  name: { kind: "text", name: "Name", label: "Name", min: 1, max: MAX_SERIES_NAME },
  slug: { kind: "slug", name: "Slug", label: "Slug", max: MAX_SLUG },
  description: { kind: "text", name: "Description", label: "Description", max: MAX_SERIES_DESCRIPTION },
  image_url: { kind: "picture", name: "Picture", label: "Picture" },
} as const;
export type SeriesFields = typeof SERIES_FIELDS;

/** The version an edit is based on; the articles are not part of it. */
export const seriesVersion = (series: ValuesOf<SeriesFields>): string => versionOf(SERIES_FIELDS, series);

/** The version of the order of articles. */
export const orderVersion = (ids: readonly number[]): string => fingerprint(ids.map(String));
