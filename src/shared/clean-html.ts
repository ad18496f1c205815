declare const clean: unique symbol;
declare const ready: unique symbol;

/**
 * HTML that contains only what `features/content/model.ts` allows. Only `features/content/derive.ts` creates it, from a
 * parsed text, and the column of an article's content accepts nothing else: cleaning cannot be skipped.
 */
export type CleanHtml = string & { readonly [clean]: true };

/** Clean HTML prepared for readers' pages: see `features/content/serialize.ts`. */
export type PageHtml = string & { readonly [ready]: true };
