import { type Column, DataTable, type TableProps } from "./data-table.tsx";
import { PagedRegion } from "./list-pager.tsx";
import type { PagedList } from "./paged-list.ts";
import { FailedNote } from "./panel.tsx";

type Props<Row> = {
  list: PagedList<Row>;
  /** Singular and plural, for example 'subscriber' and 'subscribers'. */
  noun: { one: string; many: string };
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Shown instead of the table when there are no rows. */
  empty: string;
} & Pick<TableProps<Row>, "detail" | "isWide">;

/** A paged list: its state in words, its table and its pager; or that it could not be fetched. */
export function PagedTable<Row>({ list, noun, columns, rowKey, empty, ...table }: Props<Row>) {
  const { rows, isPrevious } = list;
  return (
    <PagedRegion noun={noun.many} list={list}>
      <ListState list={list} many={noun.many} empty={empty} range={rangeOf(list, noun)} />
      {!list.isFailed && rows?.length !== 0 && (
        <div className={isPrevious ? "opacity-60" : ""} aria-busy={isPrevious}>
          <DataTable
            caption={noun.many[0]?.toUpperCase() + noun.many.slice(1)}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            {...table}
          />
        </div>
      )}
    </PagedRegion>
  );
}

type StateProps = {
  list: PagedList<unknown>;
  /** What the list contains, for example 'subscribers'. */
  many: string;
  /** The text when there are no rows, and which rows these are when there are some. */
  empty: string;
  range: string;
};

/** The state of a list in words: shown, and announced to assistive technology when it changes. */
export function ListState({ list, many, empty, range }: StateProps) {
  const { rows, isFailed, isPrevious, refresh } = list;
  const isEmpty = rows?.length === 0;
  return (
    <>
      {isFailed && <FailedNote isAnnounced onRetry={refresh}>{`Could not fetch ${many}.`}</FailedNote>}
      <p
        role="status"
        className={isEmpty ? "border-y border-rule py-14 text-center text-muted" : "meta mb-2 tabular-nums"}
      >
        {isFailed ? "" : rows === undefined || isPrevious ? `Loading ${many}...` : isEmpty ? empty : range}
      </p>
    </>
  );
}

function rangeOf<Row>({ rows, page, pages, total }: PagedList<Row>, { one, many }: Props<Row>["noun"]): string {
  const count = `${total.toLocaleString("en")} ${total === 1 ? one : many}`;
  if (pages === 1) return count;
  // The last page ends with the list; all others are full.
  const shown = rows?.length ?? 0;
  const first = page === pages ? total - shown + 1 : (page - 1) * shown + 1;
  return `${first.toLocaleString("en")}–${(first + shown - 1).toLocaleString("en")} of ${count}`;
}
