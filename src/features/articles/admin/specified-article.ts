import { completePage } from "../fields.ts";
import type { ArticleDetail, ListedArticle } from "../schema.ts";

/** An article as a backend of the specification returns it: any field but the id may be missing. */
export type GivenArticle = { id: number } & Record<string, unknown>;

const CREATED = [
  "title",
  "excerpt",
  "category",
  "content",
  "status",
  "is_auto_update",
  "is_featured",
  "is_editors_pick",
] as const;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const dateOf = (value: unknown): string | null => (Number.isNaN(Date.parse(textOf(value))) ? null : textOf(value));

function authorOf({ author, author_name }: GivenArticle): ArticleDetail["author"] {
  const given = Object(typeof author === "string" ? { name: author } : author) as Record<string, unknown>;
  return {
    name: textOf(given.name) || textOf(author_name),
    image_url: textOf(given.image_url),
    bio: textOf(given.bio),
    links: [],
  };
}

function tagsOf({ tags }: GivenArticle): string[] {
  const list = typeof tags === "string" ? tags.split(",") : Array.isArray(tags) ? tags.map(String) : [];
  return list.map((tag) => tag.trim()).filter((tag) => tag !== "");
}

export function completeRow(given: GivenArticle): ListedArticle {
  const { name } = authorOf(given);
  return {
    id: given.id,
    title: textOf(given.title),
    excerpt: textOf(given.excerpt),
    image_url: textOf(given.image_url),
    image_alt: "",
    slug: "",
    language: "",
    genre: "news",
    category: textOf(given.category),
    category_slug: "",
    status: given.status === "published" ? "published" : "draft",
    is_auto_update: given.is_auto_update === true,
    is_featured: given.is_featured === true,
    is_editors_pick: given.is_editors_pick === true,
    is_breaking: false,
    author: name,
    authors: name === "" ? [] : [name],
    byline: name,
    published_date: dateOf(given.published_date),
    last_updated: dateOf(given.last_updated),
    tags: tagsOf(given),
  };
}

export function completeDetail(given: GivenArticle): ArticleDetail {
  const author = authorOf(given);
  return {
    ...completeRow(given),
    ...completePage({}),
    content: textOf(given.content),
    author,
    authors: author.name === "" ? [] : [{ id: null, slug: null, ...author }],
    has_draft: false,
  };
}

export function specifiedForm(form: FormData): FormData {
  const specified = new FormData();
  for (const name of CREATED) specified.append(name, form.get(name) ?? "");
  const file = form.get("image_url");
  if (file instanceof File) specified.append("image_url", file);
  return specified;
}

export function changedArticle(before: GivenArticle, changed: Record<string, unknown>): GivenArticle {
  const next: GivenArticle = { ...before };
  for (const name of CREATED) if (changed[name] !== undefined) next[name] = changed[name];
  const { image_url } = changed;
  if (image_url !== undefined && image_url !== textOf(before.image_url)) next.image_url = image_url;
  return next;
}
