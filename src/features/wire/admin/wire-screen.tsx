import { FilePlus2, Undo2, X } from "lucide";
import { type RefObject, useRef } from "react";
import { Link } from "react-router";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { parseId } from "#shared/ids.ts";
import { useNow } from "#shared/site-context.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { knownOf, useAddressQuery, useIsOpenPlace } from "#ui/admin/address.tsx";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import type { Empty } from "#ui/admin/empty-state.tsx";
import { useKeySheet } from "#ui/admin/keyboard.tsx";
import { ListState, PagedRegion, usePagedList } from "#ui/admin/paged-list.tsx";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { pastWords } from "#ui/admin/past-time.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { WireStory } from "../endpoints.ts";
import { STORY_STATES } from "../rules.ts";
import { focusStory, type TriageActions, useTriage, useTriageKeys, WIRE_KEYS, wire } from "./triage.ts";

const SIZE = 30;
const REFETCH_MS = 60_000;
const MAX_QUERY = 200;
/** The most rows that a response has; there are at most twice as many sources. */
const PAGE = 100;

const firstSources = () => wire.query("GET /sources", { query: { limit: PAGE } });

const STATES = [
  { value: "", label: "Inbox" },
  { value: "drafted", label: "With a draft" },
  { value: "dismissed", label: "Dismissed" },
  { value: "muted", label: "Muted by rules" },
];

/** The inbox of the wire: what other publishers report, to be dismissed or made into drafts. */
export function WireScreen() {
  const [search, change] = useAddressQuery();
  const isOpen = useIsOpenPlace();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = knownOf(STORY_STATES, search.get("state")) ?? "new";
  const query = (search.get("query") ?? "").slice(0, MAX_QUERY);
  const source = String(parseId(search.get("source") ?? "") ?? "");
  const list = usePagedList(wire.list("GET /wire/stories", { query: { query, state, source } }), {
    size: SIZE,
    refetchInterval: () => REFETCH_MS,
  });
  useFailureToast(list.error, "Error fetching stories", "Could not fetch the stories");
  const triage = useTriage((story) => {
    const at = rows.findIndex(({ id }) => id === story.id);
    const next = rows[at + 1] ?? rows[at - 1];
    if (next) focusStory(next.id);
    else heading.current?.focus();
  });
  const rows = (list.rows ?? []).filter(({ id }) => !triage.gone.has(id));
  const actions: TriageActions = {
    draft: (story) => story.article === null && triage.draft(story),
    toggle: (story) => {
      if (story.article === null) triage.mark(story, story.state === "new" ? "dismissed" : "new");
    },
    open: ({ address }) => void (address && window.open(address, "_blank", "noopener,noreferrer")),
  };
  useTriageKeys(rows, isOpen, actions);
  const showKeys = useKeySheet(() => (isOpen ? [WIRE_KEYS] : []));
  const filter = (changed: Record<string, string>) => {
    triage.showAll();
    change(changed);
  };
  const isFiltered = query !== "" || state !== "new" || source !== "";
  const empty = useEmptyInbox();
  return (
    <div>
      <Heading heading={heading} onRefresh={list.refresh} />
      <Filters {...{ query, state, source, filter, isFiltered }} />
      <p className="meta mb-4 pointer-coarse:hidden">
        <kbd>J</kbd> next, <kbd>K</kbd> previous, <kbd>D</kbd> make a draft, <kbd>X</kbd> dismiss, <kbd>O</kbd> open.{" "}
        <button type="button" className="underline" onClick={showKeys}>
          All shortcuts
        </button>
      </p>
      <PagedRegion noun="stories" list={list}>
        <ListState
          list={list}
          many="stories"
          empty={isFiltered ? "No stories match." : empty}
          range={`${list.total.toLocaleString("en")} ${list.total === 1 ? "story" : "stories"}`}
        />
        <ul className={list.isPrevious ? "opacity-60" : ""} aria-busy={list.isPrevious}>
          {rows.map((story) => (
            <Story key={story.id} story={story} actions={actions} />
          ))}
        </ul>
      </PagedRegion>
    </div>
  );
}

/** Without sources, the first step is to add one. */
function useEmptyInbox(): Empty {
  const may = useMay();
  const { data: sources } = useApi(firstSources());
  if (sources?.length !== 0) return "The inbox is empty. New stories appear here by themselves.";
  return {
    words: "No sources yet. The stories of the feeds that you follow appear here.",
    steps: may("wire.manage") ? [{ label: "Add the first source", to: adminUrl.wireSources() }] : [],
  };
}

function Heading({ heading, onRefresh }: { heading: RefObject<HTMLHeadingElement | null>; onRefresh: () => void }) {
  const may = useMay();
  return (
    <ScreenHead ref={heading} title="Wire">
      <AdminButton onClick={onRefresh}>Refresh</AdminButton>
      {may("wire.manage") && (
        <Link to={adminUrl.wireSources()} className={buttonLook("plain")}>
          Sources and rules
        </Link>
      )}
    </ScreenHead>
  );
}

type FilterProps = {
  query: string;
  state: WireStory["state"];
  source: string;
  isFiltered: boolean;
  filter: (changed: Record<string, string>) => void;
};

function Filters({ query, state, source, isFiltered, filter }: FilterProps) {
  const { data: first = [] } = useApi(firstSources());
  const isMore = first.length === PAGE;
  const { data: second = [] } = useApi(wire.query("GET /sources", { query: { limit: PAGE, offset: PAGE } }), {
    enabled: isMore,
  });
  const sources = [...first, ...second].map(({ id, title }) => ({ value: String(id), label: title }));
  return (
    <search
      aria-label="Stories"
      className="mb-3 grid grid-cols-2 gap-2 *:first:col-span-2 sm:flex sm:flex-wrap sm:items-center"
    >
      <SearchBox
        label="Search stories by any words"
        placeholder="Search stories"
        maxLength={MAX_QUERY}
        query={query}
        onSearch={(text) => filter({ query: text })}
      />
      <Select
        label="State"
        labelHidden
        className="sm:w-44"
        value={state === "new" ? "" : state}
        options={STATES}
        onChange={(value) => filter({ state: value })}
      />
      <Select
        label="Source"
        labelHidden
        className="sm:w-52"
        value={source}
        options={[{ value: "", label: "All sources" }, ...sources]}
        onChange={(value) => filter({ source: value })}
      />
      {isFiltered && <ClearFilters onClear={() => filter({ query: "", state: "", source: "" })} />}
    </search>
  );
}

function Story({ story, actions }: { story: WireStory; actions: TriageActions }) {
  const zone = useNewsroomZone() ?? "UTC";
  const now = useNow();
  const { id, title, address, summary, source, author, published, topics, others } = story;
  return (
    <li className="border-t border-rule">
      <article
        data-story={id}
        tabIndex={-1}
        aria-label={title}
        className="flex flex-wrap items-start gap-x-6 gap-y-3 px-2 py-4 focus:bg-surface focus:outline-2 focus:-outline-offset-2 focus:outline-accent"
      >
        <div className="min-w-0 flex-[1_1_24rem]">
          <h3 className="font-semibold wrap-anywhere" dir="auto">
            {address ? <PublisherLink to={address}>{title}</PublisherLink> : title}
          </h3>
          <p className="meta wrap-anywhere">
            {[source.title, author, pastWords(published, now, zone)].filter(Boolean).join(" · ")}
            {topics.length > 0 && <> · {topics.join(", ")}</>}
          </p>
          {summary && (
            <p className="mt-1.5 line-clamp-3 max-w-prose text-[0.9375rem] wrap-anywhere" dir="auto">
              {summary}
            </p>
          )}
          {others.length > 0 && (
            <p className="meta mt-1.5 wrap-anywhere">
              Also in{" "}
              {others.map((other, at) => (
                <span key={`${other.source.id} ${other.address}`}>
                  {at > 0 && ", "}
                  {other.address ? (
                    <PublisherLink to={other.address}>{other.source.title}</PublisherLink>
                  ) : (
                    other.source.title
                  )}
                </span>
              ))}
            </p>
          )}
        </div>
        <Actions story={story} actions={actions} />
      </article>
    </li>
  );
}

/** A page of another site, which does not learn where the editor comes from. */
const PublisherLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noopener noreferrer" className="hover:underline">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);

function Actions({ story, actions }: { story: WireStory; actions: TriageActions }) {
  const { title, state, article } = story;
  if (article !== null)
    return (
      <Link to={adminUrl.article(article)} className={buttonLook("plain")} aria-label={`Open the draft of ${title}`}>
        Open the draft
      </Link>
    );
  return (
    <div className="flex shrink-0 flex-wrap gap-2">
      <AdminButton aria-label={`Make a draft of ${title}`} onClick={() => actions.draft(story)}>
        <Icon icon={FilePlus2} size={16} />
        Make a draft
      </AdminButton>
      <AdminButton
        variant="quiet"
        aria-label={`${state === "new" ? "Dismiss" : "Put back"} ${title}`}
        onClick={() => actions.toggle(story)}
      >
        <Icon icon={state === "new" ? X : Undo2} size={16} />
        {state === "new" ? "Dismiss" : "Put back"}
      </AdminButton>
    </div>
  );
}
