import { scope } from "#db/scopes.ts";

/** An author's picture and biography, as shown next to an article. The name, which lists show too, changes when it is erased, and everything with it. */
export const authorScope = (accountId: number) => scope("author", accountId);
