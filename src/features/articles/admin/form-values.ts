import type { ArticleDetail, ArticleInput } from "../schema.ts";

/** What the article form holds. A file that is chosen as the picture stands beside it. */
export type FormValues = {
  title: string;
  category: string;
  excerpt: string;
  /** HTML. */
  content: string;
  image_url: string;
  image_alt: string;
  /** As they are typed: separated by commas. */
  tags: string;
  /** ISO 8601 in UTC; null for none. */
  published_date: string | null;
  status: ArticleDetail["status"];
  is_auto_update: boolean;
  is_featured: boolean;
  is_editors_pick: boolean;
};

/** A new article: a draft with every switch off. */
export const NEW_VALUES: FormValues = {
  title: "",
  category: "",
  excerpt: "",
  content: "",
  image_url: "",
  image_alt: "",
  tags: "",
  published_date: null,
  status: "draft",
  is_auto_update: false,
  is_featured: false,
  is_editors_pick: false,
};

const NAMES = Object.keys(NEW_VALUES) as (keyof FormValues)[];

/** An article as the form shows it. */
export function valuesOf(article: ArticleDetail): FormValues {
  const { title, category, excerpt, content, image_url, image_alt, published_date, status } = article;
  const { is_auto_update, is_featured, is_editors_pick } = article;
  const text = { title, category, excerpt, content, image_url, image_alt, tags: article.tags.join(", ") };
  return { ...text, published_date, status, is_auto_update, is_featured, is_editors_pick };
}

/** What a new article lacks, as sentences by field. */
export function missingIn({ title, category }: FormValues): Record<string, string> {
  return {
    ...(title.trim() === "" && { title: "Title is required." }),
    ...(category.trim() === "" && { category: "Category is required." }),
  };
}

export function tagsOf(typed: string): string[] {
  return typed
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/**
 * A new article as a form: its fields as text, `image_url` only if a file was chosen. What the spec
 * does not know goes along only where it is given.
 */
export function createForm(values: FormValues, file: File | null): FormData {
  const form = new FormData();
  for (const name of ["title", "excerpt", "category", "content", "status"] as const) form.append(name, values[name]);
  for (const name of ["is_auto_update", "is_featured", "is_editors_pick"] as const)
    form.append(name, String(values[name]));
  for (const name of ["tags", "published_date", "image_alt"] as const) {
    const value = values[name];
    if (value) form.append(name, value);
  }
  if (file) form.append("image_url", file);
  else if (values.image_url) form.append("image_url", values.image_url);
  return form;
}

/** A change: the whole article object as JSON, or a form of its fields where a file comes along. */
export function changeBody(before: ArticleDetail, values: FormValues, file: File | null): ArticleInput | FormData {
  // Tags that were not touched go back as they came: one of them may hold a comma.
  const tags = values.tags === before.tags.join(", ") ? before.tags : tagsOf(values.tags);
  if (!file) return { ...before, ...values, tags };
  const form = new FormData();
  for (const name of NAMES) {
    if (name !== "image_url") form.append(name, String(values[name] ?? ""));
  }
  form.append("image_url", file);
  return form;
}
