import { MAX_SLUG } from "#shared/slug.ts";

/** The fields of a category, and what the API says of them. */
export const CATEGORY_FIELDS = {
  name: { kind: "text", name: "Name", label: "Name", min: 1, max: 100 },
  slug: { kind: "slug", name: "Slug", label: "Slug", max: MAX_SLUG },
  description: { kind: "text", name: "Description", label: "Description", max: 300 },
  editor: { kind: "text", name: "Editor", label: "Edited by", max: 100 },
  image_url: { kind: "picture", name: "Picture", label: "Picture" },
  accent: { kind: "text", name: "Accent", label: "Accent colour", max: 7 },
} as const;
export type CategoryFields = typeof CATEGORY_FIELDS;

export const DUPLICATE_NAME = "A category with this name already exists";

/** How many articles, with their working copies, and templates have a category. */
export type CategoryUses = { articles: number; templates: number };

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const categoryInUse = ({ articles, templates }: CategoryUses): string =>
  articles > 0
    ? `This category has ${counted(articles, "article")}, including drafts, and cannot be deleted.`
    : `This category is in ${counted(templates, "template")} and cannot be deleted.`;
