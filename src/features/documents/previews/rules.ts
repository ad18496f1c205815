import { DAY } from "#shared/time.ts";

export const NO_PREVIEW = "Preview not found or expired.";

/** The path of a document's working copy as a page, for whoever has the token. */
export const previewPath = (token: string) => `/preview/${token}`;

/** How long a link to a preview is valid, in milliseconds. */
export const PREVIEW_TTL_MS = 7 * DAY;
