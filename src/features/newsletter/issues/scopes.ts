import { scope } from "#db/scopes.ts";

/** What pages show of newsletter issues: one that was sent, and the list of them. */
export const issueScope = {
  one: (id: number) => scope("issue", id),
  list: scope("issues"),
};
