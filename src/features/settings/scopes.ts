import { scope } from "#db/scopes.ts";

/** The newsroom's settings. */
export const newsroomScope = scope("newsroom");

/** How long what is kept about persons stays. */
export const retentionScope = scope("retention");
