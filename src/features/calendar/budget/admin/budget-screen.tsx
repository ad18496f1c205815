import { type FormEvent, type RefObject, useRef, useState } from "react";
import { allCategories } from "#features/categories/rules.ts";
import { ownProfile } from "#features/identity/accounts/admin/own-profile.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { parseId } from "#shared/ids.ts";
import { useNow } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { knownOf, useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { EmptyState } from "#ui/admin/empty-state.tsx";
import { usePagedList } from "#ui/admin/paged-list.tsx";
import { FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import type { StoryIdea } from "../endpoints.ts";
import { DUES, type Due, MAX_TITLE } from "../rules.ts";
import { Board } from "./board.tsx";
import { budget, useBudget, withChange } from "./calls.ts";
import { BOARD_VIEWS, type BoardView, columnsOf } from "./columns.ts";
import { StoryPanel } from "./story-panel.tsx";

/** The most that a response has. */
const SHOWN = 100;
const REFETCH_MS = 60_000;
const MAX_QUERY = 200;
const VIEW_LABELS: Record<BoardView, string> = { state: "By state", person: "By person", day: "By day" };
const MAX_SECTION = 100;
const DUE_OPTIONS = [
  { value: "", label: "Due at any time" },
  { value: "late", label: "Late" },
  { value: "today", label: "Due today" },
  { value: "week", label: "Due within a week" },
  { value: "none", label: "Without a due time" },
] as const satisfies readonly { value: Due | ""; label: string }[];
const SHOWS = [
  { value: "", label: "All stories" },
  { value: "mine", label: "Mine" },
  { value: "open", label: "Open stories" },
  { value: "done", label: "Published and withdrawn" },
];

/** The stories that are planned, as a board. */
export function BudgetScreen() {
  const [search, change] = useAddressQuery();
  const may = useMay();
  const now = useNow();
  const zone = useNewsroomZone();
  const heading = useRef<HTMLHeadingElement>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const { data: me } = useApi(ownProfile());
  const { data: people = [] } = useApi(budget.query("GET /budget/people"), { enabled: may("idea.assign") });
  const view = knownOf(BOARD_VIEWS, search.get("view")) ?? "state";
  const given = givenIn(search);
  const { add, draft, move, moved } = useBudget();
  const list = usePagedList(budget.list("GET /budget", { query: filterOf(given, me?.id) }), {
    size: SHOWN,
    refetchInterval: () => REFETCH_MS,
  });
  useFailureToast(list.error, "Error fetching the story budget", "Could not fetch the story budget");
  const isEmpty = list.rows !== undefined && list.total === 0;
  const isNarrowed = isNarrowedBy(given);
  const known = may("idea.assign") ? people : me ? [{ id: me.id, name: me.name }] : [];
  const nameOf = (id: number) => known.find((person) => person.id === id)?.name ?? "";
  const stories = (list.rows ?? []).map((story) => withChange(story, moved.get(story.id), nameOf));
  const openId = parseId(search.get("story") ?? "");
  const open = (story: StoryIdea) => change({ story: String(story.id) });
  return (
    <>
      <ScreenHead ref={heading} title="Budget">
        <ViewChoice view={view} onView={(next) => change({ view: next === "state" ? "" : next })} />
      </ScreenHead>
      <QuickAdd field={titleField} onAdd={(title) => add({ title })} />
      <Filters given={given} change={change} />
      {list.isFailed && (
        <FailedNote isAnnounced onRetry={list.refresh}>
          Could not fetch the story budget
        </FailedNote>
      )}
      {!list.rows && !list.isFailed && <SkeletonLines lines={8} />}
      {isEmpty &&
        (isNarrowed ? (
          <p className="mb-4 text-[0.9375rem] text-muted">No stories match.</p>
        ) : (
          <EmptyState
            empty={{
              words: "Nothing is planned yet. A title is enough; people, a due time and a note can follow.",
              steps: [{ label: "Add the first story", run: () => titleField.current?.focus() }],
            }}
          />
        ))}
      {list.total > SHOWN && (
        <p className="meta mb-3">
          The first {SHOWN} of {list.total} stories. Search for others.
        </p>
      )}
      {list.rows && zone && !(isEmpty && !isNarrowed) && (
        <Board
          view={view}
          columns={columnsOf({ view, stories, people: view === "person" ? known : [], zone, now })}
          zone={zone}
          onOpen={open}
          onDraft={(story) => void draft(story)}
          onMove={move}
        />
      )}
      {openId !== null && zone && (
        <StoryPanel
          key={openId}
          id={openId}
          zone={zone}
          people={people}
          me={me?.id ?? null}
          onDraft={draft}
          onClose={() => change({ story: "" }, { replace: true })}
          onDeleted={() => heading.current?.focus()}
        />
      )}
    </>
  );
}

type Given = { query: string; shows: string; section: string; due: Due | "" };

const givenIn = (search: URLSearchParams): Given => ({
  query: (search.get("query") ?? "").slice(0, MAX_QUERY),
  shows: knownOf(["mine", "open", "done"], search.get("show")) ?? "",
  section: (search.get("section") ?? "").slice(0, MAX_SECTION),
  due: knownOf(DUES, search.get("due")) ?? "",
});

const isNarrowedBy = (given: Given): boolean => Object.values(given).some((value) => value !== "");

/** `me`: the user's account, once it is known. */
const filterOf = ({ query, shows, section, due }: Given, me: number | undefined) => ({
  query,
  ...(section && { section }),
  ...(due && { due }),
  done: shows === "done" ? ("true" as const) : ("false" as const),
  ...(shows === "open" && { open: "true" as const }),
  ...(shows === "mine" && me !== undefined && { person: String(me) }),
});

type FilterProps = {
  given: Given;
  change: ReturnType<typeof useAddressQuery>[1];
};

function Filters({ given, change }: FilterProps) {
  const { query, shows, section, due } = given;
  const { data: categories = [] } = useApi(allCategories());
  const sections = categories.map(({ name, slug }) => ({ value: slug, label: name }));
  return (
    <search aria-label="Stories" className="mb-4 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
      <SearchBox
        label="Search stories by any words"
        placeholder="Search stories"
        maxLength={MAX_QUERY}
        query={query}
        onSearch={(text) => change({ query: text })}
      />
      <Select
        label="Show"
        labelHidden
        className="sm:w-52"
        value={shows}
        options={SHOWS}
        onChange={(value) => change({ show: value })}
      />
      <Select
        label="Section"
        labelHidden
        className="sm:w-44"
        value={section}
        options={[{ value: "", label: "All sections" }, ...sections]}
        onChange={(value) => change({ section: value })}
      />
      <Select
        label="Due"
        labelHidden
        className="sm:w-44"
        value={due}
        options={DUE_OPTIONS}
        onChange={(value) => change({ due: value })}
      />
      {isNarrowedBy(given) && <ClearFilters onClear={() => change({ query: "", show: "", section: "", due: "" })} />}
    </search>
  );
}

const ViewChoice = ({ view, onView }: { view: BoardView; onView: (view: BoardView) => void }) => (
  // biome-ignore lint/a11y/useSemanticElements: buttons of one choice, not a fieldset
  <div role="group" aria-label="Board" className="flex">
    {BOARD_VIEWS.map((each) => (
      <AdminButton
        key={each}
        variant={each === view ? "primary" : "plain"}
        aria-pressed={each === view}
        onClick={() => onView(each)}
        className="not-first:-ml-px"
      >
        {VIEW_LABELS[each]}
      </AdminButton>
    ))}
  </div>
);

type QuickAddProps = {
  field: RefObject<HTMLInputElement | null>;
  onAdd: (title: string) => Promise<StoryIdea | undefined>;
};

function QuickAdd({ field, onAdd }: QuickAddProps) {
  const [title, setTitle] = useState("");
  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = title.trim();
    if (typed === "") return;
    setTitle("");
    // What could not be stored comes back, unless something else was typed.
    if (!(await onAdd(typed))) setTitle((now) => now || typed);
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mb-4 flex max-w-2xl items-center gap-2">
      <Field
        ref={field}
        label="Title of a new story"
        labelHidden
        placeholder="Add a story: type its title, and press Enter"
        maxLength={MAX_TITLE}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        className="min-w-0 grow"
      />
      <AdminButton type="submit">Add</AdminButton>
    </form>
  );
}
