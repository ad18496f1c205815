import { useQueryClient } from "@tanstack/react-query";
import { Users, X } from "lucide";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { MAX_COUNTED, MAX_VIEW_NAME } from "#features/articles/list/rules.ts";
import type { ArticleListFilter, SavedView } from "#features/articles/list/schema.ts";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { knownOf, searchedFor, withChange } from "#ui/admin/address.tsx";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { useInView } from "#ui/admin/tabs.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import { articles, listCounts, savedViews } from "./calls.ts";

const STATUSES = ["published", "scheduled", "ready", "draft"] as const;
const SORTS = ["date", "title", "category", "author", "status", "updated"] as const;
const ORDERS = ["asc", "desc"] as const;

export const MAX_QUERY_LENGTH = 300;
const MAX_CATEGORY_LENGTH = 100;

export function filterOf(search: URLSearchParams): ArticleListFilter {
  const flag = (name: string) => {
    const value = knownOf(["true", "false"], search.get(name));
    return value && value === "true";
  };
  const given: { [Name in keyof ArticleListFilter]: ArticleListFilter[Name] | undefined } = {
    query: searchedFor(search.get("query"), MAX_QUERY_LENGTH),
    status: knownOf(STATUSES, search.get("status")),
    category: searchedFor(search.get("category"), MAX_CATEGORY_LENGTH),
    featured: flag("featured"),
    editors_pick: flag("editors_pick"),
    auto_update: flag("auto_update"),
    mine: flag("mine"),
    asked: flag("asked"),
    waiting: flag("waiting"),
    sort: knownOf(SORTS, search.get("sort")),
    order: knownOf(ORDERS, search.get("order")),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Removes search and filters from the address, but not the sort order. */
export const NO_FILTERS = {
  query: "",
  status: "",
  category: "",
  featured: "",
  editors_pick: "",
  auto_update: "",
  mine: "",
  asked: "",
  waiting: "",
};

/** The tabs of the list and the filters that each sets. Search, category and flags are independent of tabs. */
const ALL = { status: "", mine: "", asked: "", waiting: "" };
export const TABS = {
  all: ALL,
  mine: { ...ALL, mine: "true" },
  ready: { ...ALL, status: "ready" },
  waiting: { ...ALL, waiting: "true" },
  scheduled: { ...ALL, status: "scheduled" },
  asked: { ...ALL, asked: "true" },
};

/** The tab of a list; a status without a tab belongs to "all articles". */
export function tabOf({ status, mine, asked, waiting }: ArticleListFilter): keyof typeof TABS {
  if (mine) return "mine";
  if (asked) return "asked";
  if (waiting) return "waiting";
  return status === "ready" || status === "scheduled" ? status : "all";
}

/** Whether there are more filters than those of the tab. */
export function isNarrowedInTab(filter: ArticleListFilter): boolean {
  return (
    queryOf({ ...filter, sort: undefined, order: undefined }) !==
    queryOf(filterOf(new URLSearchParams(TABS[tabOf(filter)])))
  );
}

export function isNarrowed({ sort: _sort, order: _order, ...rest }: ArticleListFilter): boolean {
  return Object.keys(rest).length > 0;
}

export function sortOf(filter: ArticleListFilter): { by: string; order: "asc" | "desc" } {
  const by = filter.sort ?? "date";
  const isDate = by === "date" || by === "updated";
  return { by, order: filter.order ?? (isDate ? "desc" : "asc") };
}

export type SavedFilter = { name: string; query: string };

/** Maximum number of saved filters; older ones in the browser are dropped. */
const MAX_SAVED = 20;

export function parseSavedFilters(stored: unknown): SavedFilter[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const isFilter = (one: unknown): one is SavedFilter => {
    const { name, query } = (one ?? {}) as Partial<SavedFilter>;
    return typeof name === "string" && typeof query === "string";
  };
  return stored.filter(isFilter).slice(-MAX_SAVED);
}

/** The list's filters and sort order as a query string, sorted by name. */
export function queryOf(filter: ArticleListFilter): string {
  const given = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(given.sort(([left], [right]) => (left < right ? -1 : 1))).toString();
}

/** The changes of the address that open a saved filter: parameters that it does not set are removed. */
export function openingOf(query: string): Record<string, string> {
  return { ...NO_FILTERS, sort: "", order: "", ...Object.fromEntries(new URLSearchParams(query)) };
}

/** Polling interval of the counts while the tab is visible, in milliseconds. */
const INTERVAL_MS = 60_000;

const LABELS: Record<keyof typeof TABS, string> = {
  all: "All",
  mine: "Mine",
  ready: "Ready",
  waiting: "Waiting changes",
  scheduled: "Scheduled",
  asked: "Requested from me",
};

/** The name of the tab of a list. */
export const viewName = (filter: ArticleListFilter): string => LABELS[tabOf(filter)];

const LOOK =
  "-mb-px inline-flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm font-semibold text-muted outline-offset-[-2px] hover:text-ink aria-[current]:border-accent aria-[current]:text-ink pointer-coarse:min-h-11";

/** The tabs of the list with their counts, and the user's saved views. */
export function ListViews({ filter, onOpened }: { filter: ArticleListFilter; onOpened?: () => void }) {
  const api = useEditorApi();
  const [search] = useSearchParams();
  const may = useMay();
  const refetchInterval = () => (api.account() === null ? false : INTERVAL_MS);
  const counts = useApi(listCounts(), { refetchInterval }).data;
  const { views, save, remove } = useSavedViews();
  const query = queryOf(filter);
  const saved = views.find((view) => view.filters === query);
  const open = saved ? `view-${saved.id}` : tabOf(filter);
  const row = useRef<HTMLElement>(null);
  useInView(row, open, "[data-open]");
  const [isNaming, setIsNaming] = useState(false);
  const to = (change: Record<string, string>) => `${pageUrl.admin()}?${withChange(search, change)}`;
  const tabs = (Object.keys(TABS) as (keyof typeof TABS)[]).filter(
    (tab) => tab !== "mine" || may("article.read", "any"),
  );
  return (
    <div className="flex min-w-0 items-end gap-x-3 self-end max-md:mt-3 max-md:flex-col max-md:items-stretch">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on its links is a click */}
      <nav
        ref={row}
        aria-label="Views of the list"
        onClick={({ target }) => target instanceof Element && target.closest("a") && onOpened?.()}
        className="scroll-row relative flex min-w-0 gap-x-5 pr-1 max-md:flex-col"
      >
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={to(TABS[tab])}
            aria-current={open === tab ? "page" : undefined}
            data-open={open === tab || undefined}
            className={LOOK}
          >
            {LABELS[tab]}
            <Count count={counts?.[tab]} />
          </Link>
        ))}
        {views.map((view, at) => (
          <span
            key={view.id}
            data-open={view === saved || undefined}
            className={`flex shrink-0 ${at === 0 ? "border-rule max-md:border-t md:border-l md:pl-5" : ""}`}
          >
            <Link
              to={to(openingOf(view.filters))}
              aria-current={view === saved ? "page" : undefined}
              className={`${LOOK} max-w-60`}
            >
              <span className="truncate">{view.name}</span>
              {view.is_shared && <SharedMark owner={view.owner} />}
            </Link>
            {view === saved && (view.owner === null || may("settings.manage")) && (
              <button
                type="button"
                aria-label={`Remove the view ${view.name}`}
                title="Remove this view"
                onClick={() => void remove(view)}
                className="inline-flex w-8 shrink-0 items-center justify-center text-muted outline-offset-[-2px] hover:text-ink pointer-coarse:w-11"
              >
                <Icon icon={X} size={14} />
              </button>
            )}
          </span>
        ))}
      </nav>
      {!saved && isNarrowedInTab(filter) && (
        <AdminButton variant="quiet" className="mb-0.5 shrink-0 whitespace-nowrap" onClick={() => setIsNaming(true)}>
          Save this view
        </AdminButton>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setIsNaming(false)}
          mayShare={may("article.publish")}
          onSave={(name, isShared) => {
            setIsNaming(false);
            void save({ name, filters: query, is_shared: isShared });
          }}
        />
      )}
    </div>
  );
}

/** Reserves its space while loading, so that the tabs after it do not move. */
function Count({ count }: { count: number | undefined }) {
  if (count === undefined) return <span aria-hidden="true" className="w-[2ch]" />;
  const words = count === MAX_COUNTED ? `${count.toLocaleString("en")}+` : String(count);
  return (
    <>
      <span aria-hidden="true" className="min-w-[2ch] text-xs font-normal tabular-nums">
        {words}
      </span>
      <span className="sr-only">{count === 1 ? ", 1 article" : `, ${words} articles`}</span>
    </>
  );
}

function SharedMark({ owner }: { owner: string | null }) {
  const words = owner === null ? "Shared with the desk" : `Shared by ${owner}`;
  return (
    <span title={words} className="text-muted">
      <Icon icon={Users} size={13} />
      <span className="sr-only">, {words}</span>
    </span>
  );
}

type NameProps = { mayShare: boolean; onClose: () => void; onSave: (name: string, isShared: boolean) => void };

function NameDialog({ mayShare, onClose, onSave }: NameProps) {
  const [isShared, setIsShared] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    if (name !== "") onSave(name, isShared);
  };
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <form onSubmit={submit} className="mt-4">
        <label className="block text-sm font-semibold">
          Name
          <input
            name="name"
            required
            autoComplete="off"
            maxLength={MAX_VIEW_NAME}
            className="mt-1.5 block w-full border border-faint bg-paper px-3.5 py-2.5 text-base font-normal text-ink"
          />
        </label>
        <p className="meta mt-1.5">
          {isShared ? "Everyone on the desk sees it." : "Only you can see it, on all your devices."} It replaces a view
          of yours with the same name.
        </p>
        {mayShare && (
          <div className="mt-3">
            <Checkbox label="Share it with the desk" checked={isShared} onChange={setIsShared} />
          </div>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            Save
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

type NewView = Pick<SavedView, "name" | "filters" | "is_shared">;

/** The user's saved views. Views from the time when browsers stored them are moved to the server once. */
function useSavedViews() {
  const api = useEditorApi();
  const client = useQueryClient();
  const { data } = useApi(savedViews());
  const refetch = () => client.invalidateQueries({ queryKey: savedViews().queryKey });
  const { inTurn } = useTurns(() => void refetch());
  const isLoaded = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the stored views are loaded
  useEffect(() => {
    if (data)
      void moveToServer(
        api,
        data.filter(({ owner }) => owner === null),
      ).then((isMoved) => {
        if (isMoved) void refetch();
      });
  }, [isLoaded]);
  return {
    views: data ?? [],
    save: (view: NewView) =>
      inTurn(() => articles.send(api, "POST /articles/saved-views", { body: view }), {
        title: "Error saving the view",
        fallback: "Could not save the view",
      }),
    remove: ({ id }: SavedView) =>
      inTurn(() => articles.send(api, "DELETE /articles/saved-views/:id", { params: { id } }), {
        title: "Error removing the view",
        fallback: "Could not remove the view",
      }),
  };
}

const KEPT = "article_filters";

/** Stores this browser's filters, except those whose name is taken; resolves with whether there were any. */
export async function moveToServer(api: EditorApi, stored: readonly Pick<SavedView, "name">[]): Promise<boolean> {
  const kept = keptFilters();
  for (const { name, query } of kept) {
    if (stored.some((view) => view.name === name)) continue;
    try {
      const filters = queryOf(filterOf(new URLSearchParams(query)));
      await articles.send(api, "POST /articles/saved-views", { body: { name, filters, is_shared: false } });
    } catch (error) {
      // Filters that the server rejects are dropped; after other errors all are retried next time.
      if (!(error instanceof ApiError && error.status === 400)) return false;
    }
  }
  if (kept.length > 0) localStorage.removeItem(KEPT);
  return kept.length > 0;
}

function keptFilters() {
  try {
    return parseSavedFilters(JSON.parse(localStorage.getItem(KEPT) ?? "null")) ?? [];
  } catch {
    return [];
  }
}
