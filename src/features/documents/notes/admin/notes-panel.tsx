import "./notes-panel.css";
import { X } from "lucide";
import { type ReactNode, useEffect, useState } from "react";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Icon } from "#ui/icon.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import type { Note } from "../schema.ts";
import { NoteCard, NoteComposer } from "./internal/note-card.tsx";
import type { Notes } from "./use-notes.ts";

const FILTERS = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "answered", label: "Answered" },
  { value: "resolved", label: "Resolved" },
] as const;

const DELETION = {
  title: "Delete this note?",
  confirm: "Delete",
  deleted: "Note deleted",
  failed: "Error deleting the note",
  fallback: "Could not delete the note",
};

type Props = {
  notes: Notes;
  onGo: (note: Note) => void;
  /** Called after a note was added, with its quoted words. */
  onAdded: (quote: string) => void;
  onClose: () => void;
};

export function NotesPanel({ notes, onGo, onAdded, onClose }: Props) {
  const { panel, isOpen, current, asked } = notes;
  const [filter, setFilter] = useState<NoteFilter>("all");
  const shown = orderedNotes(notes.notes, filter, notes.placed);
  const isCurrentShown = shown.some(({ id }) => id === current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a note is opened, not when a filter hides it
  useEffect(() => {
    if (current !== null && !isCurrentShown) setFilter("all");
  }, [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the note is opened
  useEffect(() => {
    if (!isOpen || current === null) return;
    panel.current?.querySelector(`#note-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [isOpen, asked, isCurrentShown]);
  const deletion = useDeletion<Note>({
    words: DELETION,
    consequence: ({ text, replies }) =>
      `“${text.slice(0, 120)}”${replies.length > 0 ? " The replies to it are deleted too." : ""}`,
    call: ({ id }) => notes.remove(id),
    onDeleted({ id }) {
      panel.current?.querySelector<HTMLElement>("h2")?.focus();
      notes.onRemoved(id);
    },
  });
  return (
    <aside ref={panel} aria-labelledby="notes-heading" hidden={!isOpen} className="notes-panel">
      <div className="flex items-center justify-between gap-2">
        <h2 id="notes-heading" tabIndex={-1} className="text-sm font-bold outline-none">
          Notes
        </h2>
        <AdminIconButton label="Close the notes" onClick={onClose}>
          <Icon icon={X} size={18} />
        </AdminIconButton>
      </div>
      <NewNote notes={notes} onAdded={onAdded} />
      {notes.isFailed ? (
        <FailedNote onRetry={notes.refresh}>Could not load the notes.</FailedNote>
      ) : notes.isLoading ? (
        <SkeletonLines lines={5} />
      ) : (
        <>
          {notes.notes.length > 0 && <Filters notes={notes.notes} chosen={filter} onChoose={setFilter} />}
          <NoteList isEmpty={notes.notes.length === 0} count={shown.length}>
            {shown.map((note) => (
              <NoteCard key={note.id} note={note} notes={notes} now={Date.now()} onGo={onGo} onDelete={deletion.ask} />
            ))}
          </NoteList>
        </>
      )}
      {deletion.question}
    </aside>
  );
}

function NewNote({ notes, onAdded }: Pick<Props, "notes" | "onAdded">) {
  const { quote } = notes;
  if (quote === null)
    return (
      <AdminButton variant="quiet" className="mb-2 -ml-3.5" onClick={() => notes.compose("")}>
        Note on the whole article
      </AdminButton>
    );
  return (
    <div className="mb-5 border-b border-rule pb-5">
      {quote === "" ? <p className="meta">On the whole article</p> : <p className="note-quote line-clamp-3">{quote}</p>}
      <NoteComposer
        key={quote}
        label="Your note"
        send="Add note"
        text={notes.typed("new")}
        people={notes.people}
        isBusy={notes.isBusy}
        onChange={(text) => notes.type("new", text)}
        onSend={async (text) => (await notes.write(text)) && onAdded(quote)}
        onCancel={() => {
          notes.type("new", "");
          notes.compose(null);
        }}
      />
    </div>
  );
}

type FilterProps = { notes: readonly Note[]; chosen: NoteFilter; onChoose: (filter: NoteFilter) => void };

function Filters({ notes, chosen, onChoose }: FilterProps) {
  const counts = countNotes(notes);
  return (
    <fieldset aria-label="Which notes" className="note-filters">
      {FILTERS.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {label} <span className="tabular-nums">{counts[value]}</span>
        </button>
      ))}
    </fieldset>
  );
}

function NoteList({ isEmpty, count, children }: { isEmpty: boolean; count: number; children: ReactNode }) {
  if (isEmpty)
    return (
      <p className="text-[0.9375rem] text-muted">
        No notes yet. Select words in the text and choose “Add note”, or press Ctrl+Alt+M. Readers never see notes.
      </p>
    );
  if (count === 0) return <p className="text-[0.9375rem] text-muted">None of them.</p>;
  return (
    <ul aria-label="Notes" className="divide-y divide-rule border-y border-rule">
      {children}
    </ul>
  );
}

type NoteFilter = "all" | Note["state"];

export function countNotes(notes: readonly Note[]): Record<NoteFilter, number> {
  const counts = { all: notes.length, open: 0, answered: 0, resolved: 0 };
  for (const { state } of notes) counts[state]++;
  return counts;
}

/**
 * Sorts notes for reading next to the text: those on the article, then in the order of their passages, then those
 * whose passage was deleted; resolved notes come last. `placed`: the ids of notes with a passage in the text, in
 * text order.
 */
export function orderedNotes(notes: readonly Note[], filter: NoteFilter, placed: readonly number[]): Note[] {
  const place = new Map(placed.map((id, at) => [id, at]));
  const rank = ({ id, quote }: Note) => (quote === "" ? -1 : (place.get(id) ?? placed.length));
  const isResolved = ({ state }: Note) => Number(state === "resolved");
  return notes
    .filter(({ state }) => filter === "all" || state === filter)
    .sort((one, other) => isResolved(one) - isResolved(other) || rank(one) - rank(other) || one.id - other.id);
}
