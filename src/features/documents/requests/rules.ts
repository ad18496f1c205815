import type { Role } from "#shared/actor.ts";
import { reachOf } from "#shared/permissions.ts";

/** What somebody who was asked says of a text. `changes`: it needs changes, for the reason given. */
export const REVIEW_ANSWERS = ["approve", "changes"] as const;
export type ReviewAnswer = (typeof REVIEW_ANSWERS)[number];

/** People who can be asked at the same time, and the length of a message to them or from them, in code points. */
export const MAX_ASKED = 20;
export const MAX_MESSAGE_LENGTH = 2_000;

/** Whether somebody of a role may be asked to review documents: whoever may approve anybody's. */
export const isReviewer = ({ role }: { role: Role }): boolean => reachOf(role, "article.approve") === "any";

export const UNKNOWN_PERSON = "There is nobody of this number who may approve articles.";
export const NOT_ONESELF = "Ask somebody else: you can look at the article yourself.";
export const NOBODY_ASKED = "Nobody has been asked to review this.";
export const NOT_ASKED = "You have not been asked to review this.";
