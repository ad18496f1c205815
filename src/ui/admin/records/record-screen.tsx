import { useQueryClient } from "@tanstack/react-query";
import { GitMerge, type IconNode, Pencil, Trash2 } from "lucide";
import { type ComponentType, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { PageOfList } from "#shared/editor-client.ts";
import { Icon } from "#ui/icon.tsx";
import { knownOf, searchedFor, useAddressQuery } from "../address.tsx";
import { AdminButton, AdminIconButton } from "../controls.tsx";
import { type Column, RowActions } from "../data-table.tsx";
import { useDeletion } from "../deletion.tsx";
import { DraftOffers } from "../edit-form/draft-offers.tsx";
import { OpenedForm } from "../edit-form/opened-form.tsx";
import { useOpenForm } from "../edit-form/use-open-form.ts";
import type { RowFormProps } from "../edit-form/use-row-form.ts";
import { PagedTable, usePagedList } from "../paged-list.tsx";
import { ScreenHead } from "../panel.tsx";
import { ClearFilters, SearchBox } from "../search-box.tsx";
import { Select } from "../select.tsx";
import { useFailureToast } from "../toasts.tsx";
import type { RecordForm } from "./record-form.ts";

const MAX_QUERY = 100;

type Listed = { id: number; name: string; slug: string; count: number; is_hidden?: true | undefined };
type Option = { value: string; label: string };
/** A select above the list; the option with an empty value is the default. */
type Filter = { name: string; label: string; options: readonly Option[]; isOrder?: boolean };
type Query = { [name: string]: string | undefined };

type Props<Item extends Listed, Values extends object> = {
  kind: RecordForm<Item, Values>;
  title: string;
  many: string;
  listOf: (query: Query) => PageOfList<Item>;
  filters: readonly Filter[];
  placeholder: string;
  columns: readonly Column<Item>[];
  empty: string;
  FormOf: ComponentType<RowFormProps<Item, Values>>;
  useActions: (tools: RowTools<Item>) => RowActionsOf<Item>;
};

/** A button of each row, labelled with its verb and the name of the row. */
type RowAction<Item> = { verb: string; icon: IconNode; act: (row: Item) => void; isFor?: (row: Item) => boolean };
/** `leave`: a row is no longer in the list. `focusOn`: moves the focus to a button of a row. */
export type RowTools<Item> = {
  edit: RowAction<Item>;
  leave: (row: Item) => void;
  focusOn: (verb: string, row: Item) => void;
};
/** The buttons of the rows in their order, and what they open. */
export type RowActionsOf<Item> = { actions: readonly RowAction<Item>[]; opened: ReactNode };

/** The list of a kind of records with its filters, its form, deletion and merging. */
export function RecordScreen<Item extends Listed, Values extends object>(props: Props<Item, Values>) {
  const { kind, title, many } = props;
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const filters = useFilters(props.filters);
  const list = usePagedList(props.listOf(filters.given));
  useFailureToast(list.error, `Error fetching ${many}`, `Could not fetch the ${many}`);
  const form = useOpenForm<Values>(kind, (subject) => {
    const opener = subject === null ? addButton.current : document.getElementById(buttonId(kind, "Edit", subject));
    (opener ?? heading.current)?.focus();
  });
  const { opened } = form;
  // Articles name their records: all open lists are refetched.
  const changed = () => void client.invalidateQueries();
  const rows = props.useActions({
    edit: { verb: "Edit", icon: Pencil, act: ({ id }) => form.open(id) },
    leave: ({ id }) => {
      if (opened?.subject === id) form.close();
      heading.current?.focus();
      changed();
    },
    focusOn: (verb, { id }) => document.getElementById(buttonId(kind, verb, id))?.focus(),
  });
  const isAdding = opened !== null && opened.subject === null;
  return (
    <>
      <ScreenHead ref={heading} title={title}>
        <AdminButton
          ref={addButton}
          variant={isAdding ? "plain" : "primary"}
          onClick={isAdding ? form.cancel : () => form.open(null)}
        >
          {isAdding ? "Cancel" : `New ${kind.what}`}
        </AdminButton>
      </ScreenHead>
      <DraftOffers {...form.offers} />
      {opened && (
        <OpenedForm
          key={opened.serial}
          form={{ ...form, opened }}
          FormOf={props.FormOf}
          byId={kind.byId}
          versioned={kind.versioned}
          noun={kind.what}
          onStored={changed}
        />
      )}
      {rows.opened}
      <FilterBar {...filters} title={title} many={many} placeholder={props.placeholder} filters={props.filters} />
      <PagedTable
        noun={{ one: kind.what, many }}
        list={list}
        columns={[...props.columns, actionsColumn(kind, rows.actions)]}
        rowKey={({ id }) => id}
        empty={
          filters.isNarrowed
            ? `No ${kind.what} matches.`
            : { words: props.empty, steps: [{ label: `Add the first ${kind.what}`, run: () => form.open(null) }] }
        }
      />
    </>
  );
}

const buttonId = ({ name }: { name: string }, verb: string, id: number) => `${verb.toLowerCase()}-${name}-${id}`;

/** The buttons of the rows of a kind, such as `edit-topic-3`. */
export const actionsColumn = <Item extends Pick<Listed, "id" | "name">>(
  kind: { name: string },
  actions: readonly RowAction<Item>[],
): Column<Item> => ({
  label: "Actions",
  card: "actions",
  className: { 2: "as-rows:w-28", 3: "as-rows:w-36" }[actions.length] ?? "as-rows:w-44",
  cell: (row) => (
    <RowActions>
      {actions
        .filter(({ isFor }) => !isFor || isFor(row))
        .map(({ verb, icon, act }) => (
          <AdminIconButton
            key={verb}
            label={`${verb} ${row.name}`}
            id={buttonId(kind, verb, row.id)}
            onClick={() => act(row)}
          >
            <Icon icon={icon} size={17} />
          </AdminIconButton>
        ))}
    </RowActions>
  ),
});

/** The list's filters from the address. */
function useFilters(filters: readonly Filter[]) {
  const [search, change] = useAddressQuery();
  const given: Query = {};
  const query = searchedFor(search.get("query"), MAX_QUERY);
  if (query) given.query = query;
  for (const { name, options } of filters) {
    const known = knownOf(
      options.map(({ value }) => value),
      search.get(name),
    );
    if (known) given[name] = known;
  }
  const narrowing = ["query", ...filters.filter(({ isOrder }) => !isOrder).map(({ name }) => name)];
  return {
    given,
    isNarrowed: narrowing.some((name) => given[name] !== undefined),
    change,
    clear: () => change(Object.fromEntries(narrowing.map((name) => [name, ""]))),
  };
}

type BarProps = ReturnType<typeof useFilters> & Pick<Props<never, never>, "title" | "many" | "placeholder" | "filters">;

function FilterBar({ given, isNarrowed, change, clear, title, many, placeholder, filters }: BarProps) {
  return (
    <search aria-label={title} className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap md:items-center">
      <SearchBox
        label={`Search ${many}`}
        placeholder={placeholder}
        maxLength={MAX_QUERY}
        query={given.query ?? ""}
        onSearch={(query) => change({ query }, { replace: true })}
      />
      {filters.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          labelHidden
          value={given[name] ?? ""}
          options={options}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      {isNarrowed && <ClearFilters onClear={clear} />}
    </search>
  );
}

/** Deletes a record after confirmation. */
export function useRecordDeletion<Item, Values extends object>(
  kind: RecordForm<Item, Values>,
  consequence: (row: Item) => ReactNode,
  onDeleted: (row: Item) => void,
) {
  const api = useEditorApi();
  const { what } = kind;
  const { ask, question } = useDeletion<Item>({
    words: {
      title: `Delete this ${what}?`,
      confirm: "Delete",
      deleted: `${what.charAt(0).toUpperCase()}${what.slice(1)} deleted`,
      failed: `Error deleting ${what}`,
      fallback: `Could not delete the ${what}`,
    },
    consequence,
    call: (row) => kind.remove(api, row),
    onDeleted,
  });
  return { remove: { verb: "Delete", icon: Trash2, act: ask }, question };
}

/** `isDeletion`: the user wanted to delete it. */
type Merging<Item> = { row: Item; isDeletion?: boolean };
export type MergingProps<Item> = Merging<Item> & { onMerged: () => void; onClose: () => void };

/** Merges a record into another one with a dialog. One with articles is merged instead of deleted. */
export function useMergeOrDelete<Item extends Listed, Values extends object>(
  kind: RecordForm<Item, Values>,
  consequence: (row: Item) => ReactNode,
  MergingDialog: ComponentType<MergingProps<Item>>,
  leave: (row: Item) => void,
) {
  const deletion = useRecordDeletion(kind, consequence, leave);
  const [merging, setMerging] = useState<Merging<Item> | null>(null);
  const merge: RowAction<Item> = { verb: "Merge", icon: GitMerge, act: (row) => setMerging({ row }) };
  const remove: RowAction<Item> = {
    ...deletion.remove,
    act: (row) => (row.count > 0 ? setMerging({ row, isDeletion: true }) : deletion.remove.act(row)),
  };
  const opened = (
    <>
      {deletion.question}
      {merging && (
        <MergingDialog
          {...merging}
          onClose={() => setMerging(null)}
          onMerged={() => {
            flushSync(() => setMerging(null));
            leave(merging.row);
          }}
        />
      )}
    </>
  );
  return { merge, remove, opened };
}

/** The name of a record, as a link to its page if readers see it, with a line below. */
export function RecordName({ row, href, children }: { row: Listed; href: string; children?: ReactNode }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      {row.is_hidden ? (
        <span className="font-semibold">{row.name}</span>
      ) : (
        <a href={href} className="link-quiet font-semibold">
          {row.name}
        </a>
      )}
      {children}
    </span>
  );
}

/** The number of a record's published articles. */
export const RecordCount = ({ count, is_hidden }: Listed) => (
  <span className="tabular-nums">
    {count.toLocaleString("en")}
    {is_hidden && <span className="meta block">Hidden from readers</span>}
  </span>
);
