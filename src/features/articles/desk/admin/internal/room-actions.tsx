import { CalendarClock, Eye } from "lucide";
import { useEffect, useState } from "react";
import type { DeskArticle } from "#features/articles/admin/calls.ts";
import type { Autosave } from "#features/documents/room/admin/use-room-form.ts";
import { conflictWords, undecidedWords } from "#features/documents/room/admin/version-fields.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { aheadTime, shortTime } from "#ui/admin/local-time.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useScreenActions } from "#ui/admin/screen.tsx";
import { Icon } from "#ui/icon.tsx";
import type { ArticleForm } from "../article-type.tsx";
import { PageLink, type Publishing } from "./use-publishing.tsx";

/** How often the state is updated: scheduled articles become public, and times become relative to another day. */
const TICK_MS = 30_000;

/** The state of the work in words. Not announced, as toasts announce saves and failures. */
export function StateLine({ form, savedAt }: { form: ArticleForm; savedAt: number | null }) {
  const { base, draft, autosave, isBusy, isUnsaved, isWaiting } = form;
  const { isRefused } = draft;
  const zone = useNewsroomZone() ?? "UTC";
  const state = roomState(
    { stored: base, savedAt, autosave, isBusy, isUnsaved, isWaiting, isKept: draft.storedAt !== null, isRefused, zone },
    useNow(),
  );
  return (
    <>
      <p className={`text-sm tabular-nums ${state.isWarning ? "font-medium text-down" : "text-faint"}`}>
        {state.words}
      </p>
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
  if (stored.status === "draft") return calm(`Draft${saved}`);
  if (stored.status === "ready") return calm(`Ready${saved}`);
  if (stored.publish_at) return calm(`Published, update ${aheadTime(Date.parse(stored.publish_at), now, facts.zone)}`);
  const date = stored.published_date === null ? now : Date.parse(stored.published_date);
  if (date > now) {
    const waiting = copiedAt === null ? "" : "; it does not include your changes yet";
    return calm(`Scheduled, ${aheadTime(date, now, facts.zone)}${waiting}`);
  }
  return calm(copiedAt === null ? `Published${saved}` : "Published, changes not yet public");
}

type Props = {
  form: ArticleForm;
  isNew: boolean;
  publishing: Publishing;
  onPreview: () => void;
  onSave: () => void;
};

export function RoomActions({ form, isNew, publishing, onPreview, onSave }: Props) {
  const { base, isBusy } = form;
  const mayPreview = useHasNewsroom() && base !== null;
  const isSave = publishing.stage === "draft" || !publishing.mayPublish;
  useScreenActions(mayPreview ? [{ label: "Preview this article", run: onPreview }] : []);
  return (
    <>
      {base && publishing.stage === "public" && <PageLink id={base.id} />}
      {mayPreview && (
        <AdminButton variant="quiet" className="max-sm:w-11 max-sm:px-0" aria-haspopup="dialog" onClick={onPreview}>
          <Icon icon={Eye} size={18} />
          <span className="max-sm:sr-only">Preview</span>
        </AdminButton>
      )}
      {publishing.stage === "draft" && (
        <AdminButton
          variant="quiet"
          isBusy={isBusy}
          aria-keyshortcuts="Control+S Meta+S"
          title="Save and continue writing (Ctrl+S)"
          className="max-sm:hidden"
          onClick={onSave}
        >
          Save
        </AdminButton>
      )}
      {publishing.isOffered && (
        <AdminButton
          variant="accent"
          isBusy={isBusy}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Publish now or at a time (Ctrl+Enter)"
          onClick={publishing.open}
        >
          Publish
        </AdminButton>
      )}
      {publishing.isReadyOffered && (
        <AdminButton
          variant="accent"
          isBusy={isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ready for an editor to publish (Ctrl+Enter)"
          onClick={publishing.markReady}
        >
          Mark ready
        </AdminButton>
      )}
      {publishing.isTimed && (
        <AdminButton
          variant="quiet"
          isBusy={isBusy}
          aria-haspopup="dialog"
          title={publishing.stage === "public" ? "Publish the changes at a time" : "Change or cancel the time"}
          className="max-sm:w-11 max-sm:px-0"
          onClick={publishing.openTimed}
        >
          <Icon icon={CalendarClock} size={18} />
          <span className="max-sm:sr-only">Schedule</span>
        </AdminButton>
      )}
      <AdminButton
        type="submit"
        variant="primary"
        aria-disabled={isBusy}
        {...(!isSave && { title: "Readers see it immediately (Ctrl+S saves your changes without publishing them)" })}
      >
        {wordsOf({ isNew, isBusy, isProposal: publishing.stage !== "draft" && !publishing.mayPublish })}
      </AdminButton>
    </>
  );
}

/** The label of the save button. Users who may not publish save a proposal for a published article. */
function wordsOf({ isNew, isBusy, isProposal }: { isNew: boolean; isBusy: boolean; isProposal: boolean }): string {
  if (isProposal) return isBusy ? "Saving..." : "Save for an editor";
  if (isNew) return isBusy ? "Adding..." : "Add Article";
  return isBusy ? "Updating..." : "Update Article";
}
