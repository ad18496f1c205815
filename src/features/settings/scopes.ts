import { scope } from "#db/scopes.ts";

/** The newsroom's settings. */
export const newsroomScope = scope("newsroom");
