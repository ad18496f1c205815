import { DAY } from "#shared/time.ts";
/** Messages of the desk's calls. */
export const NO_WORKING_COPY = "This article has no working copy.";
export const NO_REVISION = "There is no such version of this article.";
export const NO_PREVIEW = "There is no such preview, or not any more.";
export const NOTHING_TO_PUBLISH = "There is nothing to publish at that time: readers see everything already.";
export const SCHEDULED_UPDATE =
  "This update is scheduled: what you write is published only once you schedule it again or update now.";
export const NOTHING_SCHEDULED = "No update of this article is to be published at a time.";
export const OVERLAPPING_EDIT = "This part of the article has changed since you opened it.";

/** The path of an article's working copy as a page, for whoever has the token. */
export const previewPath = (token: string) => `/preview/${token}`;

/** How long a link to a preview is valid, in milliseconds. */
export const PREVIEW_TTL_MS = 7 * DAY;
