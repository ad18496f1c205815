import { UserX } from "lucide";
import { FORMER_AUTHOR } from "#features/identity/accounts/rules.ts";
import type { PeopleEndpoints } from "#features/identity/people/endpoints.ts";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { documentUrl } from "#shared/urls.ts";
import type { Column } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import type { RowFormProps } from "#ui/admin/edit-form/use-row-form.ts";
import { useMay } from "#ui/admin/permissions.tsx";
import type { FormValues } from "#ui/admin/records/form-values.ts";
import { RecordFields } from "#ui/admin/records/record-fields.tsx";
import {
  RecordCount,
  RecordName,
  RecordScreen,
  type RowActionsOf,
  type RowTools,
  useMergeOrDelete,
} from "#ui/admin/records/record-screen.tsx";
import type { ListedAuthor } from "../endpoints.ts";
import type { AuthorFields } from "../rules.ts";
import { AUTHOR_FORM, authors } from "./author-form.ts";
import { MergeAuthorDialog } from "./merge-dialog.tsx";

const people = editorClientOf<PeopleEndpoints>();

const FILTERS = [
  {
    name: "kind",
    label: "Account",
    options: [
      { value: "", label: "Everyone" },
      { value: "account", label: "With an account" },
      { value: "guest", label: "Without an account" },
    ],
  },
];

/** Everyone who can be credited as an author, with or without an account. */
export const AuthorsScreen = () => (
  <RecordScreen
    kind={AUTHOR_FORM}
    title="Authors"
    many="authors"
    listOf={(query) => authors.list("GET /authors", { query })}
    filters={FILTERS}
    placeholder="Search names"
    columns={COLUMNS}
    empty="No authors yet."
    FormOf={AuthorForm}
    useActions={useAuthorActions}
  />
);

const COLUMNS: Column<ListedAuthor>[] = [
  {
    label: "Name",
    card: "title",
    cell: (author) => (
      <RecordName row={author} href={documentUrl.author(author.slug)}>
        {author.bio && <span className="meta line-clamp-2">{author.bio}</span>}
      </RecordName>
    ),
  },
  { label: "Account", className: "as-rows:w-32", cell: ({ has_account }) => (has_account ? "Yes" : "No") },
  { label: "Articles", className: "as-rows:w-44", cell: RecordCount },
];

/** The form that adds or changes an author. Of an author with an account, it changes only the slug. */
function AuthorForm(props: RowFormProps<ListedAuthor, FormValues<AuthorFields>>) {
  const author = props.row?.row;
  const form = { ...props, kind: AUTHOR_FORM, PictureField };
  if (!author?.has_account) return <RecordFields {...form} order={["name", "bio", "slug", "image_url", "links"]} />;
  return (
    <RecordFields {...form} order={["slug"]}>
      <p className="text-[0.9375rem] text-muted">
        <strong className="text-ink">{author.name}</strong> has an account, and changes name, biography and picture in
        their own profile.
      </p>
    </RecordFields>
  );
}

const consequence = ({ name }: ListedAuthor) => `“${name}” is removed, with biography, picture and links.`;

/** An author with an account leaves with it. */
function useAuthorActions({ edit, leave }: RowTools<ListedAuthor>): RowActionsOf<ListedAuthor> {
  const { merge, remove, opened } = useMergeOrDelete(AUTHOR_FORM, consequence, MergeAuthorDialog, leave);
  const erasure = useErasure(leave);
  const may = useMay();
  const erase = { verb: "Erase", icon: UserX, act: erasure.ask };
  const mayErase = may("personal_data.manage") && may("user.manage");
  const removals = [merge, remove, ...(mayErase ? [erase] : [])];
  return {
    actions: [
      edit,
      ...removals.map((action) => ({ ...action, isFor: ({ has_account }: ListedAuthor) => !has_account })),
    ],
    opened: (
      <>
        {opened}
        {erasure.question}
      </>
    ),
  };
}

/** Erases the personal data of an author without an account after confirmation. */
function useErasure(onDeleted: (author: ListedAuthor) => void) {
  const api = useEditorApi();
  return useDeletion<ListedAuthor>({
    words: {
      title: "Erase this person?",
      confirm: "Erase permanently",
      deleted: "Personal data erased",
      failed: "Error erasing personal data",
      fallback: "Could not erase the personal data",
    },
    consequence: ({ name }) =>
      `The biography, picture and links of “${name}” are deleted. Articles stay; their bylines become “${FORMER_AUTHOR}”, in versions and in the trash too. This cannot be undone.`,
    call: ({ id }) => people.send(api, "DELETE /accounts/users/:id", { params: { id }, query: { erase: "true" } }),
    onDeleted,
  });
}
