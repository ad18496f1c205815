import { keepPreviousData } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { PAGE_SIZE } from "#shared/api-query.ts";
import type { PageOfList } from "#shared/editor-client.ts";
import { pageCount, pageNumberOf } from "#shared/page.ts";
import { useApi } from "#shared/use-api.ts";
import { Icon } from "../icon.tsx";
import { useAddressQuery, useIsOpenPlace } from "./address.tsx";
import { AdminButton } from "./controls.tsx";
import { type Column, DataTable, type TableProps } from "./data-table.tsx";
import { type Empty, emptyLook, emptyWords, FirstSteps } from "./empty-state.tsx";
import { FailedNote } from "./panel.tsx";

export type PagedList<Row> = {
  rows: Row[] | undefined;
  total: number;
  page: number;
  pages: number;
  error: Error | null;
  isFailed: boolean;
  /** Whether the rows still belong to the previous page or filter. */
  isPrevious: boolean;
  refresh: () => void;
  open: (page: number) => void;
};

/** The open page, and how to open another; `replace` adds no history entry. */
export type PageSwitch = { page: number; open: (page: number, how?: { replace: boolean }) => void };

type Options<Row> = {
  size?: number;
  /** Where the page number is stored; by default in the address (`?page=`). */
  at?: PageSwitch | undefined;
  /** Refetch interval for these rows, in milliseconds; undefined or false for never. */
  refetchInterval?: (rows: Row[] | undefined) => number | false | undefined;
};

/** A paged list of the API. The previous page stays visible until the next one has loaded. */
export function usePagedList<Row>(pageOf: PageOfList<Row>, options: Options<Row> = {}): PagedList<Row> {
  const { size = PAGE_SIZE, refetchInterval } = options;
  const inAddress = usePageInAddress();
  const { page, open } = options.at ?? inAddress;
  const isOpenPlace = useIsOpenPlace();
  const { data, error, isPlaceholderData, refetch } = useApi(pageOf(page, size), {
    placeholderData: keepPreviousData,
    ...(refetchInterval && { refetchInterval: ({ state }) => refetchInterval(state.data?.items) || false }),
  });
  const pages = pageCount(data?.total ?? 0, size);
  const isPast = isOpenPlace && data !== undefined && !isPlaceholderData && page > pages;
  // The last row of the last page was deleted, or the address names a page that does not exist.
  useEffect(() => {
    if (isPast) open(pages, { replace: true });
  }, [isPast, pages, open]);
  return {
    rows: data?.items,
    total: data?.total ?? 0,
    page,
    pages,
    error,
    isFailed: error !== null && data === undefined,
    isPrevious: isPlaceholderData,
    refresh: () => void refetch(),
    open,
  };
}

function usePageInAddress(): PageSwitch {
  const [search, change] = useAddressQuery();
  return { page: pageNumberOf(search.get("page")), open: (page, how) => change({ page: String(page) }, how) };
}

type Props = {
  /** Its accessible name, for example 'Pages of articles'. */
  label: string;
  page: number;
  pages: number;
  onOpen: (page: number) => void;
};

/** Space above a list that is scrolled to, in pixels. */
const ROOM_ABOVE = 12;

type ListProps = {
  /** The items' name for assistive technology, for example 'articles'. */
  noun: string;
  list: Pick<PagedList<unknown>, "page" | "pages" | "open">;
  children: ReactNode;
};

/**
 * A list with its pager below. Opening a page scrolls to its top and focuses it; Back returns to the previous position.
 */
export function PagedRegion({ noun, list, children }: ListProps) {
  const region = useRef<HTMLElement>(null);
  function open(page: number) {
    list.open(page);
    if (region.current) goToTop(region.current);
  }
  return (
    <section ref={region} tabIndex={-1} aria-label={`List of ${noun}`} className="outline-none">
      {children}
      <ListPager label={`Pages of ${noun}`} page={list.page} pages={list.pages} onOpen={open} />
    </section>
  );
}

/** Scrolls to the top of the page if the list starts near it, including heading and filters; otherwise to the list. */
function goToTop(list: HTMLElement): void {
  const top = list.getBoundingClientRect().top + window.scrollY;
  window.scrollTo({ top: top < window.innerHeight / 2 ? 0 : top - ROOM_ABOVE, behavior: "instant" });
  list.focus({ preventScroll: true });
}

/** Steps through the pages of a list, or jumps to a page by number. Renders nothing if there is only one page. */
function ListPager({ label, page, pages, onOpen }: Props) {
  const id = useId();
  if (pages <= 1) return null;
  function jump(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = Math.trunc(Number(new FormData(event.currentTarget).get("page")));
    if (wanted >= 1) onOpen(Math.min(wanted, pages));
  }
  return (
    <nav aria-label={label} className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <AdminButton disabled={page <= 1} aria-label="Previous page" onClick={() => onOpen(page - 1)}>
        <Icon icon={ArrowLeft} size={16} />
        Previous
      </AdminButton>
      <form onSubmit={jump} className="meta flex items-center gap-2 tabular-nums">
        <label htmlFor={id}>Page</label>
        <input
          key={page}
          id={id}
          name="page"
          type="number"
          min={1}
          max={pages}
          required
          defaultValue={page}
          className="min-h-9 w-20 border border-faint bg-paper px-2 text-sm text-ink pointer-coarse:min-h-11"
        />
        <span>of {pages}</span>
      </form>
      <AdminButton disabled={page >= pages} aria-label="Next page" onClick={() => onOpen(page + 1)}>
        Next
        <Icon icon={ArrowRight} size={16} />
      </AdminButton>
    </nav>
  );
}

type PagedTableProps<Row> = {
  list: PagedList<Row>;
  /** Singular and plural, for example 'subscriber' and 'subscribers'. */
  noun: { one: string; many: string };
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  empty: Empty;
} & Pick<TableProps<Row>, "detail" | "isWide">;

/** A paged list with status text, table and pager, or an error message. */
export function PagedTable<Row>({ list, noun, columns, rowKey, empty, ...table }: PagedTableProps<Row>) {
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
  many: string;
  /** The empty text, and the status text that describes the rows. */
  empty: Empty;
  range: string;
  /** The screen shows it elsewhere, with `stateWords`: here it is only read out. */
  isSilent?: boolean;
};

/** What a list says about its rows: that it loads, or which they are. */
export const listWords = ({ rows, isFailed, isPrevious }: PagedList<unknown>, many: string, range: string): string =>
  isFailed ? "" : rows === undefined || isPrevious ? `Loading ${many}...` : range;

/** The status text of a list, announced to assistive technology when it changes. */
export function ListState({ list, many, empty, range, isSilent = false }: StateProps) {
  const { rows, isFailed, isPrevious, refresh } = list;
  const isEmpty = rows?.length === 0 && !isFailed && !isPrevious;
  return (
    <>
      {isFailed && <FailedNote isAnnounced onRetry={refresh}>{`Could not fetch ${many}.`}</FailedNote>}
      <p role="status" className={isEmpty ? emptyLook(empty) : isSilent ? "sr-only" : "meta mb-2 tabular-nums"}>
        {isEmpty ? emptyWords(empty) : listWords(list, many, range)}
      </p>
      {isEmpty && <FirstSteps empty={empty} />}
    </>
  );
}

function rangeOf<Row>(
  { rows, page, pages, total }: PagedList<Row>,
  { one, many }: PagedTableProps<Row>["noun"],
): string {
  const count = `${total.toLocaleString("en")} ${total === 1 ? one : many}`;
  if (pages === 1) return count;
  // Only the last page may be shorter.
  const shown = rows?.length ?? 0;
  const first = page === pages ? total - shown + 1 : (page - 1) * shown + 1;
  return `${first.toLocaleString("en")}–${(first + shown - 1).toLocaleString("en")} of ${count}`;
}
