import { Popover } from "@base-ui/react/popover";
import { ListTodo } from "lucide";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { hourBars, labelOf } from "#features/articles/numbers/admin/bars.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { PlaceLink } from "#ui/admin/address.tsx";
import { type Bar, BarChart } from "#ui/admin/bar-chart.tsx";
import { buttonLook } from "#ui/admin/controls.tsx";
import { POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "#ui/admin/dialog.tsx";
import { aheadTime } from "#ui/admin/local-time.ts";
import { pastWords } from "#ui/admin/past-time.tsx";
import { StoryState } from "#ui/admin/story-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { dueWords } from "../../budget/admin/columns.ts";
import type { Overview, OverviewEndpoints, Waiting } from "../endpoints.ts";

const client = editorClientOf<OverviewEndpoints>();

export const overview = () => client.query("GET /overview");

const INTERVAL_MS = 60_000;

const list = (filter: string) => `${pageUrl.admin()}?${filter}`;

/** `to`: a list of all pending documents. Without it, they are listed below the numbers. */
const KINDS: Record<Waiting["kind"], { label: string; to?: string }> = {
  asked: { label: "To review" },
  requested: { label: "Changes requested" },
  suggestions: { label: "Suggestions to decide" },
  ready: { label: "Ready to publish", to: list("status=ready") },
  changes: { label: "Waiting changes", to: list("waiting=true") },
  notes: { label: "Unread notes", to: adminUrl.notifications() },
};

const numbers = new Intl.NumberFormat("en-US");

/** The start of the dashboard in one line: the user's pending work and what is next; a button opens the titles. */
export function DeskOverview() {
  const api = useEditorApi();
  const container = usePopupContainer();
  // Not while the login screen is in front.
  const refetchInterval = () => (api.account() === null ? false : INTERVAL_MS);
  const { data, error } = useApi(overview(), { refetchInterval });
  const [isOpen, setIsOpen] = useState(false);
  function showTitles(kind: Waiting["kind"]) {
    flushSync(() => setIsOpen(true));
    document.getElementById(headingOf(kind))?.focus();
  }
  if (error && !data) return <p className="meta">Could not load the overview.</p>;
  return (
    <section aria-label="Overview" aria-busy={!data} className="flex min-w-0 items-center justify-end gap-x-5">
      {data ? (
        <Numbers data={data} onShow={showTitles} />
      ) : (
        <p role="status" className="meta sr-only">
          Loading the overview...
        </p>
      )}
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger
          disabled={!data}
          className={`${buttonLook("plain")} shrink-0 max-lg:border-transparent max-lg:px-2`}
        >
          <Icon icon={ListTodo} size={16} />
          <span className="max-lg:sr-only">Overview</span>
          {data && <PendingCount {...data} />}
        </Popover.Trigger>
        <Popover.Portal container={container}>
          <Popover.Positioner {...POPUP_POSITION} align="end">
            <Popover.Popup
              aria-label="Overview"
              className={`${POPUP_LOOK} max-h-[calc(100dvh-8rem)]! w-[min(64rem,calc(100vw-2rem))] p-4`}
            >
              {data && <Titles data={data} />}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </section>
  );
}

/** How much waits for the user, where the numbers have no room. */
function PendingCount({ waiting, day }: Pick<Overview, "waiting" | "day">) {
  const total = waiting.reduce((sum, part) => sum + part.total, day.late.total);
  if (total === 0) return null;
  return (
    <span className="text-accent tabular-nums lg:hidden">
      {numbers.format(total)}
      <span className="sr-only"> waiting for you</span>
    </span>
  );
}

const headingOf = (kind: Waiting["kind"]) => `overview-${kind}`;

type NumbersProps = { data: Overview; onShow: (kind: Waiting["kind"]) => void };

function Numbers({ data: { day, waiting, scheduled, views }, onShow }: NumbersProps) {
  const [next] = scheduled;
  return (
    // Numbers without room are left out: they wrap below its one line.
    <ul className="flex h-8 min-w-0 flex-wrap justify-end gap-x-5 overflow-hidden max-lg:hidden">
      {waiting.map((part) => (
        <Tile
          key={part.kind}
          label={KINDS[part.kind].label}
          value={numbers.format(part.total)}
          to={placeOf(part)}
          onShow={() => onShow(part.kind)}
        />
      ))}
      {day.late.total > 0 && <Tile label="Late stories" value={numbers.format(day.late.total)} to={BY_DAY} />}
      {waiting.length === 0 && <Tile label="Waiting for you" value="Nothing" />}
      <Tile
        label="Scheduled next"
        value={next ? aheadTime(Date.parse(next.at), Date.now()) : "Nothing"}
        to={adminUrl.calendar()}
      />
      <Tile
        label="Views, 24 hours"
        value={numbers.format(views.day)}
        change={changeOf(views.day, views.previous_day)}
      />
      <Tile
        label="Views, 7 days"
        value={numbers.format(views.week)}
        change={changeOf(views.week, views.previous_week)}
      />
    </ul>
  );
}

/**
 * The address of the pending documents; undefined if they are listed below the numbers. A single document opens
 * directly.
 */
function placeOf({ kind, total, articles: [first] }: Waiting): string | undefined {
  const { to } = KINDS[kind];
  return to === undefined && total === 1 && first ? adminUrl[first.type](first.id) : to;
}

/** The change from the previous period in percent; nothing if that was zero. */
export function changeOf(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round((100 * (now - before)) / before);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${numbers.format(Math.abs(percent))} %`;
}

type TileProps = {
  label: string;
  value: string;
  to?: string | undefined;
  /** Lists pending documents that no other list shows. */
  onShow?: () => void;
  change?: string | undefined;
};

const TILE_LINK = "block text-left underline-offset-4 hover:text-accent hover:underline";

function Tile({ label, value, to, onShow, change }: TileProps) {
  const words = (
    <>
      <span className="block text-sm leading-4 font-semibold tabular-nums">
        {value}
        {change && <span className="meta ml-1.5 font-normal">{change}</span>}
      </span>
      <span className="meta block text-xs leading-4">{label}</span>
    </>
  );
  return (
    <li className="shrink-0">
      {to ? (
        <Link to={to} className={TILE_LINK}>
          {words}
        </Link>
      ) : onShow ? (
        <button type="button" onClick={onShow} className={TILE_LINK}>
          {words}
        </button>
      ) : (
        words
      )}
    </li>
  );
}

type Row = { key: string; to: string; title: string; story?: ReactNode; note?: string };
type Part = { id?: string; title: string; rows: Row[]; more?: number };

const BY_DAY = `${adminUrl.budget()}?view=day`;

/** The user's day: own stories, late ones, and what is empty. Parts without rows are left out. */
function dayParts({ mine, drafts, suggested, late, empty }: Overview["day"], zone: string, now: number): Part[] {
  const rowOf = ({ id, title, state, due }: Overview["day"]["mine"]["stories"][number]): Row => ({
    key: `story ${id}`,
    to: adminUrl.budget(id),
    title,
    story: <StoryState story={{ state, has_changes: false }} />,
    ...(due && { note: dueWords(due, zone, now) }),
  });
  const parts = [
    { title: "My stories", rows: mine.stories.map(rowOf), more: mine.total - mine.stories.length },
    { title: "My drafts outside the budget", rows: drafts.documents.map(documentRow), more: moreOf(drafts) },
    { title: "My open suggestions", rows: suggested.documents.map(documentRow), more: moreOf(suggested) },
    { title: "Late", rows: late.stories.map(rowOf), more: late.total - late.stories.length },
    { title: "Empty", rows: empty.map((place) => emptyRow(place, zone, now)) },
  ];
  return parts.filter(({ rows }) => rows.length > 0);
}

const moreOf = ({ total, documents }: Overview["day"]["drafts"]) => total - documents.length;

const documentRow = ({ type, id, title, story }: Waiting["articles"][number]): Row => ({
  key: `${type} ${id}`,
  to: adminUrl[type](id),
  title: title || `Untitled ${type}`,
  ...(story && { story: <StoryState story={story} type={type} /> }),
});

function emptyRow({ kind, id, title, at }: Overview["day"]["empty"][number], zone: string, now: number): Row {
  if (kind === "today") return { key: kind, to: adminUrl.calendar(), title: "No article today" };
  if (kind === "lead")
    return {
      key: kind,
      to: adminUrl.home(),
      title: "The lead story is old",
      note: `${title}, ${pastWords(at ?? "", now, zone)}`,
    };
  if (kind === "issue")
    return {
      key: `issue ${id}`,
      to: adminUrl.issue(id ?? "new"),
      title: title || "Untitled issue",
      note: `No article${at === null ? "" : `, goes out ${aheadTime(Date.parse(at), now)}`}`,
    };
  const note = `No draft${at === null ? "" : `, due ${dueWords(at, zone, now)}`}`;
  return { key: `slot ${id}`, to: adminUrl.budget(id ?? undefined), title, note };
}

function Titles({ data: { day, waiting, scheduled, most_read, views, issues } }: { data: Overview }) {
  const now = Date.now();
  const zone = useNewsroomZone() ?? "UTC";
  const parts: Part[] = [
    ...dayParts(day, zone, now),
    ...waiting.map(({ kind, total, articles }) => ({
      id: headingOf(kind),
      title: KINDS[kind].label,
      more: KINDS[kind].to === undefined ? total - articles.length : 0,
      rows: articles.map(documentRow),
    })),
    {
      title: "Scheduled next",
      rows: scheduled.map(({ kind, id, title, at, is_others, story }) => ({
        key: `${kind} ${id} ${at}`,
        to: roomOf(kind, id, is_others),
        title,
        ...(story && { story: <StoryState story={story} type={kind === "issue" ? kind : "article"} /> }),
        note: aheadTime(Date.parse(at), now),
      })),
    },
    {
      title: "Most read recently",
      rows: most_read.map(({ id, title, views }) => ({
        key: String(id),
        to: pageUrl.article(id),
        title,
        note: `${numbers.format(views)} ${views === 1 ? "view" : "views"}`,
      })),
    },
  ];
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      {parts.map(({ id, title, rows, more = 0 }) => (
        <div key={title}>
          <h2 id={id} tabIndex={-1} className="text-sm font-bold">
            {title}
          </h2>
          {rows.length === 0 && <p className="meta">Nothing.</p>}
          <ul>
            {rows.map(({ key, to, title: name, story, note }) => (
              <li key={key} className="py-1 text-sm wrap-anywhere">
                <PlaceLink to={to} className="font-medium underline-offset-4 hover:text-accent hover:underline">
                  {name}
                </PlaceLink>
                <span className={story ? "flex flex-wrap items-center gap-x-2" : "meta ml-2"}>
                  {story && <span className="text-xs">{story}</span>}
                  <span className="meta">{note}</span>
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && <p className="meta">And {numbers.format(more)} more.</p>}
        </div>
      ))}
      {views.hours.length > 0 && (
        <BarChart
          title="Views of all articles by hour"
          columns={["Hour", "Views"]}
          bars={hourBars(views.hours, now, zone)}
        />
      )}
      {issues.length > 0 && (
        <div className="min-w-0 sm:col-span-full">
          <BarChart
            title="Newsletter issues: mails delivered"
            columns={["Issue", "Delivered", "Rejected", "Unsubscribed", "Clicks"]}
            bars={issues.toReversed().map((issue) => issueBar(issue, zone))}
          />
        </div>
      )}
    </div>
  );
}

/** An issue with its numbers, which its report explains. */
function issueBar({ id, subject, at, counts }: Overview["issues"][number], zone: string): Bar {
  const day = labelOf(Date.parse(at), zone, {});
  return {
    label: `${subject}, ${day}`,
    short: day,
    value: counts.sent,
    more: [counts.rejected, counts.unsubscribed, counts.clicks],
    to: adminUrl.issue(id),
  };
}

/** The screen that edits an entry; the calendar if the user cannot open it. */
function roomOf(kind: Overview["scheduled"][number]["kind"], id: number | null, isOthers: boolean): string {
  if (id === null || isOthers) return adminUrl.calendar();
  return kind === "issue" ? adminUrl.issue(id) : adminUrl.article(id);
}
