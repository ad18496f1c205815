declare const clean: unique symbol;
declare const ready: unique symbol;

/**
 * HTML that contains only what `features/content/model.ts` allows. Only `features/content/serialize.ts` creates it, from
 * a tree of elements of that table (`scripts/check-structure.mjs` refuses a cast anywhere else), and the columns of
 * articles' and issues' contents accept nothing else. HTML from JSON, from a form or put together of blocks is a string.
 */
export type CleanHtml = string & { readonly [clean]: true };

/** The same prepared for readers' pages, created in the same place alone. */
export type PageHtml = string & { readonly [ready]: true };
