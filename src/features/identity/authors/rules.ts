import { slugify } from "#shared/slug.ts";

export const NO_AUTHOR = "Author not found.";

export const authorSlug = (name: string): string => slugify(name, "author");
