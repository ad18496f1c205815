declare const clean: unique symbol;
declare const ready: unique symbol;

/**
 * HTML that holds nothing but what `features/content/model.ts` allows. Only `features/content/derive.ts` makes it, from
 * a parsed text, and the column of an article's content takes nothing else: cleaning cannot be passed over.
 */
export type CleanHtml = string & { readonly [clean]: true };

/** Clean HTML made ready for readers' pages: see `features/content/serialize.ts`. */
export type PageHtml = string & { readonly [ready]: true };
