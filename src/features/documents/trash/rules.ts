import { DAY } from "#shared/time.ts";
/** How long a deleted article can be restored, in milliseconds: 30 days. */
export const TRASH_TTL_MS = 30 * DAY;

/** The message for an article that is not in the trash, or not any more. */
export const NOT_IN_TRASH = "This article is not in the trash.";
