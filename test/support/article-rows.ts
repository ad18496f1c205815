import { NEW_FIELDS, toColumns } from "#features/articles/fields.ts";
import type { PreparedContent } from "#features/content/derive.ts";

/** A published article's columns as queries read them; the plain ones come from the table of fields. */
export const exampleRow = (content: PreparedContent) => ({
  ...toColumns({ ...NEW_FIELDS, title: "Title", status: "published" }),
  id: 7,
  category: "AI",
  category_slug: "ai",
  content_image_url: content.pictures[0] ?? "",
  author_id: 3,
  author_name: "Amina",
  co_authors: "[]",
  coAuthors: [],
  published_at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  last_updated_at: null,
  tags: "[]",
  content: content.html,
});
