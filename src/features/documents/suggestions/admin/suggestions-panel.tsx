import { X } from "lucide";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { RoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { useNow } from "#shared/site-context.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { exactTime, shortTime } from "#ui/admin/local-time.ts";
import { colourOf } from "#ui/admin/others-mark.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Icon } from "#ui/icon.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import type { ListedSuggestion } from "../schema.ts";
import type { Decision } from "./calls.ts";
import { SuggestionThread } from "./suggestion-thread.tsx";
import type { RoomSuggestionsState } from "./use-room-suggestions.ts";

type Props = {
  suggestions: RoomSuggestionsState;
  notes: RoomNotes;
  /** The labels of plain texts, such as the title. */
  fields: Readonly<Record<string, { label: string }>>;
  /** The field of the text, whose suggestions need no label. */
  textField: string;
  isBusy: boolean;
};

const nameOf = ({ name, is_mine }: Pick<ListedSuggestion, "name" | "is_mine">) =>
  is_mine ? "You" : (name ?? "A removed user");

/** Shows a suggestion, or decides on one, among those that are listed. */
function useDecisions({ goTo, panel, decide }: RoomSuggestionsState, shown: readonly ListedSuggestion[]) {
  const waiting = useRef(new Set<string>());
  const last = useRef<Promise<void>>(Promise.resolve());
  const show = ({ id }: ListedSuggestion) => {
    goTo(id);
    panel.current?.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus({ preventScroll: true });
  };
  /** Decides after the decisions before it. Moves on immediately: the card that has the focus will disappear. */
  const decideOn = (how: Decision, { id }: ListedSuggestion) => {
    if (waiting.current.has(id)) return;
    waiting.current.add(id);
    const place = shown.findIndex((one) => one.id === id);
    const isLeft = (one: ListedSuggestion) => !waiting.current.has(one.id);
    const next = shown.slice(place + 1).find(isLeft) ?? shown.slice(0, place).findLast(isLeft);
    if (next) show(next);
    else panel.current?.querySelector<HTMLElement>("h2")?.focus();
    last.current = last.current
      .then(() => decide(how, { suggestions: [id] }))
      .finally(() => waiting.current.delete(id));
  };
  return { show, decideOn };
}

/** The suggestions for a document, with a decision for each: next to the text, on a phone over its lower half. */
export function SuggestionsPanel({ suggestions, notes, fields, textField, isBusy }: Props) {
  const { open, closed, current, panel, decide, mayDecide } = suggestions;
  const [person, setPerson] = useState<number | null>(null);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const shown = open.filter((one) => person === null || one.person === person);
  const at = shown.findIndex(({ id }) => id === current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another suggestion is current
  useEffect(() => {
    if (current === null) return;
    setSeen((before) => new Set([...before, current]));
    panel.current?.querySelector(`[data-card="${current}"]`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const { show, decideOn } = useDecisions(suggestions, shown);
  const step = (to: number) => {
    const next = shown[Math.max(0, Math.min(to, shown.length - 1))];
    if (next) show(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || (target as HTMLElement).closest("textarea, input")) return;
    const one = shown[at];
    if (key === "j") step(at + 1);
    else if (key === "k") step(at - 1);
    else if (one && key === "a" && mayDecide) decideOn("accept", one);
    else if (one && key === "r" && one.is_mine) decideOn("withdraw", one);
    else if (one && key === "r" && mayDecide) decideOn("reject", one);
    else return;
    event.preventDefault();
  };
  return (
    <aside
      ref={panel}
      aria-labelledby="suggestions-heading"
      hidden={!suggestions.isOpen}
      className="notes-panel suggestions-panel"
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id="suggestions-heading" tabIndex={-1} className="text-sm font-bold outline-none">
          Suggestions
        </h2>
        <AdminIconButton label="Close the suggestions" onClick={suggestions.close}>
          <Icon icon={X} size={18} />
        </AdminIconButton>
      </div>
      {suggestions.isFailed && <FailedNote onRetry={suggestions.refetch}>Could not load the suggestions.</FailedNote>}
      {suggestions.isLoading && <SkeletonLines lines={5} />}
      {open.length === 0 && !suggestions.isLoading && !suggestions.isFailed && (
        <p role="status" className="text-[0.9375rem] text-muted">
          No open suggestions. What you type in “Suggest” appears here.
        </p>
      )}
      <People
        open={open}
        chosen={person}
        seen={seen}
        isBusy={isBusy}
        onChoose={setPerson}
        onAccept={mayDecide ? (one) => void decide("accept", { person: one }) : null}
      />
      {shown.length > 0 && (
        <>
          <div className="mb-2 flex flex-wrap items-center gap-2">
            <AdminButton aria-keyshortcuts="k" disabled={at === 0} onClick={() => step(at - 1)}>
              Previous
            </AdminButton>
            <AdminButton aria-keyshortcuts="j" disabled={at === shown.length - 1} onClick={() => step(at + 1)}>
              Next
            </AdminButton>
            <p className="meta max-sm:hidden">J, K · {mayDecide ? "A accepts, R rejects" : "R withdraws yours"}</p>
          </div>
          <ul aria-label="Open suggestions" className="divide-y divide-rule border-y border-rule">
            {shown.map((one) => (
              <Card
                key={one.id}
                one={one}
                label={one.field === textField ? null : (fields[one.field]?.label ?? null)}
                onDecide={(how) => decideOn(how, one)}
                {...{ suggestions, notes, isBusy }}
              />
            ))}
          </ul>
        </>
      )}
      {closed.length > 0 && <Closed closed={closed} />}
    </aside>
  );
}

type PeopleProps = {
  open: readonly ListedSuggestion[];
  chosen: number | null;
  /** The suggestions that were current once: all of a person are accepted together after they were seen. */
  seen: ReadonlySet<string>;
  isBusy: boolean;
  onChoose: (person: number | null) => void;
  /** Null if the user may not decide. */
  onAccept: ((person: number) => void) | null;
};

function People({ open, chosen, seen, isBusy, onChoose, onAccept }: PeopleProps) {
  const people = [...Map.groupBy(open, ({ person }) => person)];
  const own = open.filter(({ person }) => person === chosen);
  const isSeen = own.every(({ id }) => seen.has(id));
  if (people.length === 0) return null;
  return (
    <>
      <fieldset aria-label="Whose suggestions" className="note-filters">
        <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          All <span className="tabular-nums">{open.length}</span>
        </button>
        {people.map(([person, [first, ...more]]) => (
          <button key={person} type="button" aria-pressed={person === chosen} onClick={() => onChoose(person)}>
            {first && nameOf(first)} <span className="tabular-nums">{more.length + 1}</span>
          </button>
        ))}
      </fieldset>
      {onAccept && chosen !== null && own.length > 1 && (
        <div className="mb-3">
          <AdminButton disabled={isBusy || !isSeen} onClick={() => onAccept(chosen)}>
            Accept all {own.length}
          </AdminButton>
          {!isSeen && <p className="meta mt-1">Look at each first, with Next.</p>}
        </div>
      )}
    </>
  );
}

type CardProps = Pick<Props, "suggestions" | "notes" | "isBusy"> & {
  one: ListedSuggestion;
  /** The changed plain text; null for the content. */
  label: string | null;
  onDecide: (how: Decision) => void;
};

function Card({ one, label, onDecide, suggestions, notes, isBusy }: CardProps) {
  const { id, person, before, after, is_mine: isMine, created } = one;
  const { current, goTo, mayDecide } = suggestions;
  const now = useNow();
  return (
    <li
      data-card={id}
      tabIndex={-1}
      aria-current={current === id || undefined}
      className={`note-card suggestion-card ${colourOf(person)}`}
    >
      <p className="text-sm">
        <strong>{nameOf(one)}</strong>{" "}
        <time dateTime={created} title={exactTime(created)} className="meta">
          {shortTime(Date.parse(created), now)}
        </time>
      </p>
      <button type="button" className="suggestion-words" onClick={() => goTo(id)}>
        {label && <span className="meta block">{label}</span>}
        {before !== "" && <del>{short(before)}</del>} {after !== "" && <ins>{short(after)}</ins>}
        {before === "" && after === "" && <span className="meta">A block without words</span>}
      </button>
      <SuggestionThread
        id={id}
        notes={notes}
        actions={
          <>
            {mayDecide && (
              <AdminButton variant="quiet" disabled={isBusy} aria-keyshortcuts="a" onClick={() => onDecide("accept")}>
                Accept
              </AdminButton>
            )}
            {mayDecide && !isMine && (
              <AdminButton variant="quiet" disabled={isBusy} aria-keyshortcuts="r" onClick={() => onDecide("reject")}>
                Reject
              </AdminButton>
            )}
            {isMine && (
              <AdminButton variant="quiet" disabled={isBusy} onClick={() => onDecide("withdraw")}>
                Withdraw
              </AdminButton>
            )}
          </>
        }
      />
    </li>
  );
}

const MAX_WORDS = 240;
const short = (words: string) => (words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words);

const STATES: Record<ListedSuggestion["state"], string> = {
  open: "",
  accepted: "accepted",
  rejected: "rejected",
  withdrawn: "withdrawn",
  gone: "closed: the text has changed there",
};

/** Suggestions that are no longer open, the newest first. */
function Closed({ closed }: { closed: readonly ListedSuggestion[] }) {
  return (
    <details className="mt-4">
      <summary className="min-h-9 cursor-pointer text-sm font-semibold">Closed ({closed.length})</summary>
      <ul className="mt-2 space-y-2 text-sm">
        {closed.map((one) => (
          <li key={one.id}>
            {nameOf(one)}: <q>{short(one.after || one.before)}</q> {STATES[one.state]}
            {one.decided_by && one.state !== "gone" ? ` by ${one.decided_by}` : ""}
          </li>
        ))}
      </ul>
    </details>
  );
}
