import type { Role } from "#shared/actor.ts";
import { reachOf } from "#shared/permissions.ts";

/** Whether somebody of a role may be asked to review articles: whoever may approve anybody's. */
export const isReviewer = ({ role }: { role: Role }): boolean => reachOf(role, "article.approve") === "any";

export const UNKNOWN_PERSON = "There is nobody of this number who may approve articles.";
export const NOT_ONESELF = "Ask somebody else: you can look at the article yourself.";
export const NOBODY_ASKED = "Nobody has been asked to review this article.";
