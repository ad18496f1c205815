import { fingerprint } from "#shared/fingerprint.ts";
import { slugIn } from "#shared/slug.ts";

/** Lengths in code points. */
export const MAX_SERIES_NAME = 100;
export const MAX_SERIES_DESCRIPTION = 1_000;
/** Articles of one series. */
export const MAX_PARTS = 200;

export const NO_SERIES = "Series not found.";
export const STALE_SERIES = "This series has changed since you opened the form.";
export const STALE_ORDER = "Another user has changed this series. Reload it and try again.";
export const TAKEN_NAME = "Another series has this name.";
export const FULL_SERIES = `A series can have at most ${MAX_PARTS} articles.`;
export const UNKNOWN_PART = "One of the articles does not exist.";

export const seriesSlug = (name: string): string => slugIn("", name, "series");

type Content = { name: string; slug: string; description: string; image_url: string };

/** The version an edit is based on; the articles are not part of it. */
export const seriesVersion = ({ name, slug, description, image_url }: Content): string =>
  fingerprint([name, slug, description, image_url]);

/** The version of the order of articles. */
export const orderVersion = (ids: readonly number[]): string => fingerprint(ids.map(String));
