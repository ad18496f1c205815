import { TAKEN } from "#features/addresses/rules.ts";
import { linksIn, linksOf, tidyLinks } from "#features/identity/accounts/admin/profile-form.tsx";
import { authorSlug } from "#features/identity/authors/rules.ts";
import type { PeopleEndpoints } from "#features/identity/people/endpoints.ts";
import type { ApiResponse, EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { slugWords } from "#shared/slug.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { AuthorBody, AuthorEndpoints, ListedAuthor } from "../endpoints.ts";
import { authorVersion } from "../rules.ts";

export const authors = editorClientOf<AuthorEndpoints>();
const people = editorClientOf<PeopleEndpoints>();

/** `slug`: null while it is made of the name. `links`: alternating labels and addresses. */
export type AuthorValues = {
  name: string;
  slug: string | null;
  bio: string;
  image_url: string;
  links: readonly string[];
};

const NO_NAME = "Please enter a name";

export const slugOrNone = (typed: string): string => (slugWords(typed) === "" ? "" : authorSlug(typed));

const bodyOf = ({ slug, links, ...values }: AuthorValues): AuthorBody => ({
  ...values,
  slug: slugOrNone(slug ?? ""),
  links: linksIn(links),
});

export const versioned = (row: ListedAuthor): Versioned<ListedAuthor> => ({ row, etag: `"${authorVersion(row)}"` });
const answered = ({ body }: ApiResponse<ListedAuthor>): Versioned<ListedAuthor> => versioned(body);

/** The query of one author by the id. */
export const authorById = (id: number) => authors.query("GET /authors/:slug", { params: { slug: id } });

/** The form of an author. */
export const AUTHOR_FORM: FormKind<ListedAuthor, AuthorValues> = {
  name: "author",
  what: "author",
  titleOf: ({ name }) => name,
  fields: {
    name: { label: "Name", show: ({ name }) => name },
    slug: { label: "Slug", show: ({ slug }) => slug ?? "" },
    bio: { label: "Bio", show: ({ bio }) => bio },
    image_url: { label: "Picture", show: ({ image_url }) => image_url },
    links: {
      label: "Links",
      show: ({ links }) =>
        linksIn(links)
          .map(({ label, url }) => `${label}: ${url}`)
          .join("\n"),
    },
  },
  empty: { name: "", slug: null, bio: "", image_url: "", links: [] },
  idOf: ({ id }) => id,
  valuesOf: ({ name, slug, bio, image_url, links }) => ({ name, slug, bio, image_url, links: linksOf(links) }),
  missingIn: ({ name }) => (name.trim() === "" ? { name: NO_NAME } : {}),
  tidy: (values) => ({
    ...values,
    name: values.name.trim(),
    bio: values.bio.trim(),
    links: tidyLinks(values.links),
  }),
  read: async (api, id, signal) =>
    answered(await authors.send(api, "GET /authors/:slug", { params: { slug: id }, ...(signal && { signal }) })),
  create: async (api, values, idempotencyKey) => {
    const answer = await authors.send(api, "POST /authors", { body: bodyOf(values), idempotencyKey });
    return { ...answered(answer), hasOthers: answer.hasOthers };
  },
  update: async (api, { row, etag }, values) =>
    answered(
      await authors.send(api, "PUT /authors/:slug", { params: { slug: row.id }, body: bodyOf(values), ifMatch: etag }),
    ),
  words: {
    added: "Author added",
    updated: "Author updated",
    adding: { title: "Error adding author", fallback: "Could not add the author" },
    updating: { title: "Error updating author", fallback: "Could not update the author" },
    deleted: "Another user merged or deleted this author. Your text is still here: saving it creates a new author.",
    refused: ({ name, slug }) => {
      if (slug === TAKEN.author) return { title: "Duplicate slug", description: slug };
      return name === NO_NAME ? { title: "Missing required fields", description: name } : undefined;
    },
  },
};

export const mergeAuthor = async (api: EditorApi, from: ListedAuthor, into: ListedAuthor): Promise<ListedAuthor> =>
  (await authors.send(api, "POST /authors/merge", { body: { from: from.id, into: into.id } })).body;

export const deleteAuthor = (api: EditorApi, { id }: ListedAuthor) =>
  authors.send(api, "DELETE /authors/:slug", { params: { slug: id } });

export const eraseAuthor = (api: EditorApi, { id }: ListedAuthor) =>
  people.send(api, "DELETE /accounts/users/:id", { params: { id }, query: { erase: "true" } });
