import { CalendarClock, EyeOff, FilePenLine } from "lucide";
import { useEffect, useState } from "react";
import type { DeskArticle } from "#features/articles/admin/calls.ts";
import {
  BarActions,
  type PrimaryAction,
  RoomStateLine,
  useIsPhone,
} from "#features/documents/room/admin/bar-actions.tsx";
import type { Autosave } from "#features/documents/room/admin/use-room-form.ts";
import { conflictWords, undecidedWords } from "#features/documents/room/admin/version-fields.ts";
import { useRoomMode } from "#features/documents/suggestions/admin/suggestion-type.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { type Story, type StoryState, storyWord } from "#shared/story.ts";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { aheadTime, shortTime } from "#ui/admin/local-time.ts";
import type { MenuItem } from "#ui/admin/menu.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { ArticleForm } from "../article-type.tsx";
import type { Publishing } from "./use-publishing.tsx";

/** How often the state is updated: scheduled articles become public, and times become relative to another day. */
const TICK_MS = 30_000;

/** The state of the work in words. Not announced, as toasts announce saves and failures. */
export function StateLine({
  form,
  savedAt,
  story,
}: {
  form: ArticleForm;
  savedAt: number | null;
  story?: Story | undefined;
}) {
  const { base, draft, autosave, isBusy, isUnsaved, isWaiting } = form;
  const { isRefused } = draft;
  const zone = useNewsroomZone() ?? "UTC";
  const state = roomState(
    {
      stored: base,
      story,
      savedAt,
      autosave,
      isBusy,
      isUnsaved,
      isWaiting,
      isKept: draft.storedAt !== null,
      isRefused,
      zone,
    },
    useNow(),
  );
  return (
    <>
      <RoomStateLine story={base === null ? undefined : story} {...state} />
      <p role="alert" className="text-sm font-medium text-down empty:hidden">
        {isRefused &&
          !isWaiting &&
          "This browser cannot store unsaved text: its storage is full or turned off. Save your work often."}
      </p>
    </>
  );
}

/** The current time at this rendering and at every tick, so that a recent publication is never in the future. */
function useNow(): number {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}

export type RoomFacts = {
  /** The stored article or its working copy; null for a new article. */
  stored: Pick<DeskArticle, "status" | "published_date" | "saved" | "publish_at"> | null;
  /** Its state by the server, which knows reviews and corrections. */
  story?: Story | undefined;
  /** When it was saved in this room, in epoch milliseconds; null if not yet. */
  savedAt: number | null;
  autosave: Autosave;
  isBusy: boolean;
  isUnsaved: boolean;
  /** Saving failed without a connection, and will be retried. */
  isWaiting: boolean;
  /** Whether this browser has stored the unsaved changes, and whether it cannot. */
  isKept: boolean;
  isRefused: boolean;
  /** The newsroom's time zone, for times of publication. */
  zone: string;
};

type RoomState = { words: string; isWarning: boolean };

/** The state of the work in a few words, for the bar. `now` in epoch milliseconds. */
export function roomState(facts: RoomFacts, now: number): RoomState {
  const calm = (words: string) => ({ words, isWarning: false });
  const warn = (words: string) => ({ words, isWarning: true });
  const { autosave } = facts;
  if (facts.isBusy || autosave.is === "saving") return calm("Saving…");
  const isAway = facts.isWaiting || autosave.is === "offline";
  if (isAway && facts.isRefused) return warn("Offline, not stored anywhere");
  // The save is in progress, and the browser stores typed text a moment later.
  if (isAway)
    return warn(`${facts.isWaiting ? "Not saved yet" : "Offline"}${facts.isKept ? ", stored in this browser" : ""}`);
  if (autosave.is === "conflict") return warn(conflictWords(autosave.saver));
  if (autosave.is === "undecided") return warn(undecidedWords(autosave.count));
  // Scheduled as intended: nothing is wrong or lost.
  if (autosave.is === "refused" && autosave.code === "update_scheduled")
    return calm(`Not part of the scheduled update${facts.isKept ? ", stored in this browser" : ""}`);
  if (autosave.is === "refused") return warn(`Not saved: ${autosave.detail}`);
  if (facts.isUnsaved)
    return calm(facts.isKept && !facts.isRefused ? "Unsaved, stored in this browser" : "Unsaved changes");
  const { stored, savedAt } = facts;
  if (stored === null) return calm("Not saved yet");
  const copiedAt = stored.saved === undefined ? null : Date.parse(stored.saved);
  const at = copiedAt ?? savedAt ?? autosave.at;
  const saved = at === null ? "" : `, saved ${shortTime(at, now)}`;
  const isSeen = stored.status === "published";
  const word = wordFor(stored.status, facts.story);
  if (!isSeen) return calm(`${word}${saved}`);
  if (stored.publish_at) return calm(`${word}, update ${aheadTime(Date.parse(stored.publish_at), now, facts.zone)}`);
  const date = stored.published_date === null ? now : Date.parse(stored.published_date);
  if (date > now) {
    const waiting = copiedAt === null ? "" : "; it does not include your changes yet";
    return calm(`Scheduled, ${aheadTime(date, now, facts.zone)}${waiting}`);
  }
  return calm(copiedAt === null ? `${word}${saved}` : `${word}, changes not yet public`);
}

const STATES = { draft: "writing", ready: "ready", published: "public" } as const;
const SEEN: readonly StoryState[] = ["public", "corrected"];

/** The word of the story's state, unless this room has changed the status since the server said it. */
function wordFor(status: DeskArticle["status"], story: Story | undefined): string {
  const isKnown = story && SEEN.includes(story.state) === (status === "published");
  return storyWord(isKnown && story.state !== "scheduled" ? story.state : STATES[status]);
}

type Props = {
  form: ArticleForm;
  isNew: boolean;
  publishing: Publishing;
  onPreview: () => void;
};

/** The right end of the bar: the specified button that stores the form, and what publishes the article. */
export function RoomActions({ form, isNew, publishing, onPreview }: Props) {
  const { base, isBusy } = form;
  const { stage, mayPublish } = publishing;
  const hasNewsroom = useHasNewsroom();
  const isPhone = useIsPhone();
  const isReading = useRoomMode() === "read";
  const isProposal = stage !== "draft" && !mayPublish;
  const label = wordsOf({ isNew, isBusy, isProposal });
  const primary = hasNewsroom ? primaryOf(publishing, { isPhone, isReading }) : null;
  const [first, rest] = label;
  return (
    <BarActions
      type="article"
      isBusy={isBusy}
      pageUrl={base && stage === "public" ? pageUrl.article(base.id) : undefined}
      onPreview={hasNewsroom && base !== null ? onPreview : null}
      primary={primary ?? (isReading ? null : { label, menu: menuOf(publishing) })}
    >
      {primary && !isReading && (
        <AdminButton type="submit" variant="plain" aria-disabled={isBusy} className="max-sm:px-2">
          <span>
            {first}
            {rest && <span className="max-sm:sr-only"> {rest}</span>}
          </span>
        </AdminButton>
      )}
    </BarActions>
  );
}

/**
 * What publishes a draft, or hands it to an editor. Everything else is updated by the button of the form; where the text is
 * only read there is none, and the last dialog asks first.
 */
function primaryOf(
  publishing: Publishing,
  { isPhone, isReading }: { isPhone: boolean; isReading: boolean },
): PrimaryAction | null {
  const { stage, isOffered, isTimed, isReadyOffered, open, openTimed, markReady } = publishing;
  if (isReading && isTimed) {
    const verb = stage === "public" ? "Update" : "Publish";
    return { label: [verb], title: `${verb} now or at a time (Ctrl+Enter)`, run: open, menu: menuOf(publishing) };
  }
  if (isReadyOffered)
    return { label: ["Mark ready"], title: "Ready for an editor to publish (Ctrl+Enter)", run: markReady, menu: [] };
  if (!isOffered) return null;
  const timed = { label: "Publish at a time…", icon: CalendarClock, run: openTimed };
  return {
    label: ["Publish"],
    title: "Publish now or at a time (Ctrl+Enter)",
    run: open,
    // The dialog asks for the time too: a phone has no room for another button.
    menu: isPhone ? [] : [[timed]],
  };
}

function menuOf(publishing: Publishing): MenuItem[][] {
  const { stage, isTimed, openNoted, openTimed, askUnpublish } = publishing;
  if (!isTimed) return [];
  const noted = { label: "Update with a reason or correction…", icon: FilePenLine, run: openNoted };
  const time = stage === "public" ? "Update at a time…" : "Change the time…";
  const timed = { label: time, icon: CalendarClock, run: openTimed };
  const back = { label: "Unpublish…", icon: EyeOff, isDanger: true, run: askUnpublish };
  return [stage === "public" ? [noted, timed] : [timed], [back]];
}

/** The label of the save button. Users who may not publish save a proposal for a published article. */
function wordsOf({ isNew, isBusy, isProposal }: { isNew: boolean; isBusy: boolean; isProposal: boolean }) {
  if (isProposal) return isBusy ? (["Saving..."] as const) : (["Save for an editor"] as const);
  if (isNew) return isBusy ? (["Adding..."] as const) : (["Add", "Article"] as const);
  return isBusy ? (["Updating..."] as const) : (["Update", "Article"] as const);
}
