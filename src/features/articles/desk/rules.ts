/** Messages of the desk's calls. */
export const NO_WORKING_COPY = "This article has no working copy.";
export const NO_REVISION = "Version not found.";
export const NOTHING_TO_PUBLISH = "There is nothing to publish at that time: readers see everything already.";
export const SCHEDULED_UPDATE =
  "This update is scheduled: what you write is published only once you schedule it again or update now.";
export const NOTHING_SCHEDULED = "No update of this article is to be published at a time.";
export const OVERLAPPING_EDIT = "This part of the article has changed since you opened it.";
