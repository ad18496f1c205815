import { takenError } from "#features/addresses/kinds.ts";
import { authorSlug } from "#features/identity/authors/rules.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { documentUrl } from "#shared/urls.ts";
import { recordForm } from "#ui/admin/records/record-form.ts";
import type { AuthorEndpoints, ListedAuthor } from "../endpoints.ts";
import { AUTHOR_FIELDS, type AuthorFields } from "../rules.ts";

export const authors = editorClientOf<AuthorEndpoints>();

export const AUTHOR_FORM = recordForm<AuthorFields, ListedAuthor>({
  one: "author",
  path: "authors",
  fields: AUTHOR_FIELDS,
  slugOf: authorSlug,
  pathOf: documentUrl.author,
  taken: takenError("author"),
  gone: "merged or deleted",
});
