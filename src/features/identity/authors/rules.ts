import { slugIn } from "#shared/slug.ts";

export const NO_AUTHOR = "Author not found.";

export const authorSlug = (name: string): string => slugIn("", name, "author");
