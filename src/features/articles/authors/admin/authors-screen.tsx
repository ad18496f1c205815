import { useQueryClient } from "@tanstack/react-query";
import { GitMerge, Pencil, Trash2, UserX } from "lucide";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FORMER_AUTHOR } from "#features/identity/accounts/rules.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { documentUrl } from "#shared/urls.ts";
import { knownOf, searchedFor, useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { OpenedForm } from "#ui/admin/edit-form/opened-form.tsx";
import { useOpenForm } from "#ui/admin/edit-form/use-open-form.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { ListedAuthor } from "../endpoints.ts";
import { AUTHOR_KINDS } from "../rules.ts";
import { AuthorForm } from "./author-form.tsx";
import {
  AUTHOR_FORM,
  type AuthorValues,
  authorById,
  authors,
  deleteAuthor,
  eraseAuthor,
  versioned,
} from "./author-kind.ts";
import { MergeAuthorDialog, type Merging } from "./merge-dialog.tsx";

const MAX_QUERY = 100;
const KINDS = [
  { value: "", label: "Everyone" },
  { value: "account", label: "With an account" },
  { value: "guest", label: "Without an account" },
];

/** The list's filters from the address. */
function useFilters() {
  const [search, change] = useAddressQuery();
  const query = searchedFor(search.get("query"), MAX_QUERY);
  const kind = knownOf(AUTHOR_KINDS, search.get("kind"));
  return { given: { ...(query && { query }), ...(kind && { kind }) }, change };
}

const editButtonId = (id: number) => `edit-author-${id}`;

/** Everyone who can be credited as an author, with or without an account. */
export function AuthorsScreen() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { given, change } = useFilters();
  const list = usePagedList(authors.list("GET /authors", { query: given }));
  const [merging, setMerging] = useState<Merging | null>(null);
  useFailureToast(list.error, "Error fetching authors", "Could not fetch the authors");
  const form = useOpenForm<AuthorValues>(AUTHOR_FORM, (subject) => {
    const opener = subject === null ? addButton.current : document.getElementById(editButtonId(subject));
    (opener ?? heading.current)?.focus();
  });
  const { opened } = form;
  // Articles name their authors: all open lists are refetched.
  const changed = () => void client.invalidateQueries();
  const leave = ({ id }: ListedAuthor) => {
    if (opened?.subject === id) form.close();
    heading.current?.focus();
    changed();
  };
  const { questions, ...removals } = useRemovals(leave);
  const actions = actionsOf({
    ...removals,
    onEdit: ({ id }) => form.open(id),
    onMerge: (author) => setMerging({ author }),
    onDelete: (author) => (author.count > 0 ? setMerging({ author, isDeletion: true }) : removals.onDelete(author)),
  });
  const isAdding = opened !== null && opened.subject === null;
  const isNarrowed = given.query !== undefined || given.kind !== undefined;
  return (
    <div className="pt-8">
      <PanelHeading ref={heading} title="Authors">
        <AdminButton
          ref={addButton}
          variant={isAdding ? "plain" : "primary"}
          onClick={isAdding ? form.cancel : () => form.open(null)}
        >
          {isAdding ? "Cancel" : "New author"}
        </AdminButton>
      </PanelHeading>
      <DraftOffers {...form.offers} />
      {opened && (
        <OpenedForm
          key={opened.serial}
          form={{ ...form, opened }}
          FormOf={AuthorForm}
          byId={authorById}
          versioned={versioned}
          noun="author"
          onStored={changed}
        />
      )}
      <Filters given={given} isNarrowed={isNarrowed} onChange={change} />
      <PagedTable
        noun={{ one: "author", many: "authors" }}
        list={list}
        columns={[...COLUMNS, actions]}
        rowKey={({ id }) => id}
        empty={isNarrowed ? "No author matches." : "No authors yet."}
      />
      {questions}
      {merging && (
        <MergeAuthorDialog
          {...merging}
          onClose={() => setMerging(null)}
          onMerged={() => {
            flushSync(() => setMerging(null));
            leave(merging.author);
          }}
        />
      )}
    </div>
  );
}

type Act = (author: ListedAuthor) => void;
/** `onErase`: null without the permission. */
type Actions = Record<"onEdit" | "onMerge" | "onDelete", Act> & { onErase: Act | null };

/** An author with an account leaves with it. */
const actionsOf = ({ onEdit, onMerge, onDelete, onErase }: Actions): Column<ListedAuthor> => ({
  label: "Actions",
  card: "actions",
  className: "as-rows:w-44",
  cell: (author) => (
    <RowActions>
      <AdminIconButton label={`Edit ${author.name}`} id={editButtonId(author.id)} onClick={() => onEdit(author)}>
        <Icon icon={Pencil} size={17} />
      </AdminIconButton>
      {!author.has_account && (
        <>
          <AdminIconButton label={`Merge ${author.name}`} onClick={() => onMerge(author)}>
            <Icon icon={GitMerge} size={17} />
          </AdminIconButton>
          <AdminIconButton label={`Delete ${author.name}`} onClick={() => onDelete(author)}>
            <Icon icon={Trash2} size={17} />
          </AdminIconButton>
          {onErase && (
            <AdminIconButton label={`Erase ${author.name}`} onClick={() => onErase(author)}>
              <Icon icon={UserX} size={17} />
            </AdminIconButton>
          )}
        </>
      )}
    </RowActions>
  ),
});

type FiltersProps = {
  given: ReturnType<typeof useFilters>["given"];
  isNarrowed: boolean;
  onChange: ReturnType<typeof useFilters>["change"];
};

function Filters({ given, isNarrowed, onChange }: FiltersProps) {
  return (
    <search aria-label="Authors" className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      <SearchBox
        label="Search authors"
        placeholder="Search names"
        maxLength={MAX_QUERY}
        query={given.query ?? ""}
        onSearch={(query) => onChange({ query }, { replace: true })}
      />
      <Select
        label="Account"
        labelHidden
        value={given.kind ?? ""}
        options={KINDS}
        onChange={(kind) => onChange({ kind })}
      />
      {isNarrowed && <ClearFilters onClear={() => onChange({ query: "", kind: "" })} />}
    </search>
  );
}

const COLUMNS: Column<ListedAuthor>[] = [
  {
    label: "Name",
    card: "title",
    cell: ({ name, slug, bio, is_hidden }) => (
      <span className="min-w-0 wrap-anywhere">
        {is_hidden ? (
          <span className="font-semibold">{name}</span>
        ) : (
          <a href={documentUrl.author(slug)} className="link-quiet font-semibold">
            {name}
          </a>
        )}
        {bio && <span className="meta line-clamp-2">{bio}</span>}
      </span>
    ),
  },
  { label: "Account", className: "as-rows:w-32", cell: ({ has_account }) => (has_account ? "Yes" : "No") },
  {
    label: "Articles",
    className: "as-rows:w-44",
    cell: ({ count, is_hidden }) => (
      <span className="tabular-nums">
        {count.toLocaleString("en")}
        {is_hidden && <span className="meta block">Hidden from readers</span>}
      </span>
    ),
  },
];

/** Both ways to remove an author without an account. */
function useRemovals(leave: Act) {
  const deletion = useDeleteAuthor(leave);
  const erasure = useEraseAuthor(leave);
  const may = useMay();
  const mayErase = may("personal_data.manage") && may("user.manage");
  const questions = (
    <>
      {deletion.question}
      {erasure.question}
    </>
  );
  return { questions, onDelete: deletion.ask, onErase: mayErase ? erasure.ask : null };
}

/** Erases the personal data of an author without an account after confirmation. */
function useEraseAuthor(onDeleted: Act) {
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
    call: (author) => eraseAuthor(api, author),
    onDeleted,
  });
}

/** Deletes an author without articles after confirmation. */
function useDeleteAuthor(onDeleted: (author: ListedAuthor) => void) {
  const api = useEditorApi();
  return useDeletion<ListedAuthor>({
    words: {
      title: "Delete this author?",
      confirm: "Delete",
      deleted: "Author deleted",
      failed: "Error deleting author",
      fallback: "Could not delete the author",
    },
    consequence: ({ name }) => `“${name}” is removed, with biography, picture and links.`,
    call: (author) => deleteAuthor(api, author),
    onDeleted,
  });
}
