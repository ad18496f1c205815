import type { Role } from "#shared/actor.ts";
import { reachOf } from "#shared/permissions.ts";

/** The answer to a request. `changes`: the text needs changes, with a reason. */
export const REVIEW_ANSWERS = ["approve", "changes"] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

/** Maximum people per request, and length of its messages in code points. */
export const MAX_ASKED = 20;
export const MAX_MESSAGE_LENGTH = 2_000;

/** Whether people of a role may be asked to review: those who may approve any document. */
export const isReviewer = ({ role }: { role: Role }): boolean => reachOf(role, "article.approve") === "any";

export const UNKNOWN_PERSON = "There is nobody of this number who may approve articles.";
export const NOT_ONESELF = "Ask somebody else: you can look at the article yourself.";
export const NOBODY_ASKED = "Nobody has been asked to review this.";
export const NOT_ASKED = "You have not been asked to review this.";
