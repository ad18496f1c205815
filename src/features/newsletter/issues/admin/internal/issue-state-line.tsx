import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { conflictWords } from "#ui/admin/edit-form/version-words.ts";
import { shortTime } from "#ui/admin/local-time.ts";
import type { Issue } from "../../schema.ts";
import type { IssueEditForm } from "../issue-kind.ts";
import { STATE_WORDS, whenOf } from "../issue-words.ts";

type Props = { form: IssueEditForm; issue: Issue | null; savedAt: number | null };

/** The state of an issue and of the work on it, in words. Not announced: toasts tell what was saved, and what was not. */
export function IssueStateLine({ form, issue, savedAt }: Props) {
  const zone = useNewsroomZone() ?? "UTC";
  const { words, isWarning } = stateOf({ form, issue, savedAt }, zone);
  return <p className={`text-sm tabular-nums ${isWarning ? "font-medium text-down" : "text-faint"}`}>{words}</p>;
}

function stateOf({ form, issue, savedAt }: Props, zone: string) {
  const calm = (words: string) => ({ words, isWarning: false });
  const warn = (words: string) => ({ words, isWarning: true });
  const { autosave, isBusy, isUnsaved, isWaiting, draft } = form;
  if (isBusy || autosave.is === "saving") return calm("Saving…");
  const isKept = draft.keptAt !== null && !draft.isRefused;
  if (isWaiting || autosave.is === "offline") {
    if (draft.isRefused) return warn("Offline, not kept anywhere");
    return warn(isKept ? "Offline, kept in this browser" : "Offline");
  }
  if (autosave.is === "conflict") return warn(conflictWords(autosave.isOwn ?? null));
  if (autosave.is === "refused") return warn(`Not saved: ${autosave.detail}`);
  if (isUnsaved) {
    if (issue?.state === "scheduled") return calm("Unsaved: it is sent as it was saved");
    return calm(isKept ? "Unsaved, kept in this browser" : "Unsaved changes");
  }
  if (!issue) return calm("Not saved yet");
  if (issue.state !== "draft") return calm(`${STATE_WORDS[issue.state]}. ${whenOf(issue, zone)}`);
  const at = savedAt === null && autosave.at === null ? null : Math.max(savedAt ?? 0, autosave.at ?? 0);
  return calm(at === null ? "Draft" : `Draft, saved ${shortTime(at, Date.now())}`);
}
