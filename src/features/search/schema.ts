import { pageQuery, text } from "#shared/schema.ts";

/** `GET articles/search/`: a non-blank text, at most 200 characters of which are looked at. */
export const searchQuery = pageQuery.extend({ query: text({ name: "query", min: 1, max: 1000 }) });
