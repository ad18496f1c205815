import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { MAX_TEXT_LENGTH } from "#features/documents/rules.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { exactTime, shortTime } from "#ui/admin/local-time.ts";
import { namesLike, OptionList, useSuggestions } from "#ui/admin/suggest-field.tsx";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { Field } from "#ui/field.tsx";
import type { Note } from "../../schema.ts";
import type { Notes } from "../use-notes.ts";

type NoteComposerProps = {
  label: string;
  send: string;
  text: string;
  /** People suggested after an @. */
  people: readonly { id: number; name: string }[];
  isBusy: boolean;
  onChange: (text: string) => void;
  onSend: (text: string) => void;
  onCancel: () => void;
};

/** The composer of a note or reply. Not a form, because it is inside the room's form. Ctrl+Enter sends. */
export function NoteComposer({ label, send, text, people, isBusy, onChange, onSend, onCancel }: NoteComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = field.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const mentions = useMentions({ field, text, people, onChange });
  const { offers } = mentions;
  const isEmpty = text.trim() === "";
  useUnsaved(!isEmpty);
  const finish = () => !isEmpty && !isBusy && onSend(text);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish();
    else if (mentions.takeKey(event.key)) void 0;
    else if (event.key === "Escape") isEmpty && onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div data-own-enter className="mt-2">
      <Field
        ref={field}
        label={label}
        labelHidden
        placeholder={label}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onChange(event.target.value);
          mentions.onType();
        }}
        onSelect={mentions.onMove}
        onBlur={mentions.close}
        {...(offers.length > 0 && mentions.areaProps)}
      />
      {offers.length > 0 && <OptionList anchor={field} chosen="" {...mentions.listProps} />}
      <p role="status" className="sr-only">
        {offers.length > 0 && `${offers.length} ${offers.length === 1 ? "person" : "people"} to mention`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <AdminButton variant="primary" disabled={isEmpty} isBusy={isBusy} onClick={finish}>
          {send}
        </AdminButton>
        <AdminButton variant="quiet" onClick={onCancel}>
          Cancel
        </AdminButton>
      </div>
    </div>
  );
}

/** An @ at the start of a word, and a possible name after it. */
const MENTION = /(?:^|[^\p{L}\p{N}@])@([^@\n]{0,40})$/u;

/** The partial name typed after an @ at the end of a text; null for none. */
export const typedName = (beforeCaret: string): string | null => MENTION.exec(beforeCaret.slice(-42))?.[1] ?? null;

/** Completes the partial name before the caret; null if the caret is elsewhere. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } | null {
  const typed = typedName(text.slice(0, caret));
  if (typed === null) return null;
  const start = caret - typed.length;
  return { text: `${text.slice(0, start)}${name} ${text.slice(caret)}`, caret: start + name.length + 1 };
}

type MentionProps = Pick<NoteComposerProps, "text" | "people" | "onChange"> & {
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Suggests people after an @. The text contains their names, which the server resolves. */
function useMentions({ field, text, people, onChange }: MentionProps) {
  const [typed, setTyped] = useState("");
  const options = people.map(({ name }) => ({ value: name, label: name }));
  const suggestions = useSuggestions({
    offersFor: () => namesLike(options, typed),
    onChoose({ value: name }) {
      const area = field.current;
      const chosen = withMention(text, area?.selectionStart ?? text.length, name);
      if (!chosen) return;
      flushSync(() => onChange(chosen.text));
      area?.setSelectionRange(chosen.caret, chosen.caret);
    },
  });
  const { offers, active, open, close, choose } = suggestions;
  const { role: _role, autoComplete: _autoComplete, "aria-expanded": _expanded, ...areaProps } = suggestions.inputProps;
  const nameAtCaret = () => {
    const { value = "", selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    return selectionStart === selectionEnd ? typedName(value.slice(0, selectionStart)) : null;
  };
  return {
    offers,
    close,
    listProps: suggestions.listProps,
    areaProps,
    onType() {
      const name = nameAtCaret();
      if (name === null) return close();
      setTyped(name);
      open();
    },
    /** Called when the caret moves, which invalidates the suggestions. */
    onMove() {
      if (nameAtCaret() !== typed) close();
    },
    takeKey(key: string): boolean {
      const chosen = active ?? offers[0];
      if (!chosen || nameAtCaret() !== typed) return false;
      if (key !== "Enter" && key !== "Tab") return suggestions.takeKey(key);
      choose(chosen);
      return true;
    },
  };
}

type Props = {
  note: Note;
  notes: Notes;
  now: number;
  onGo: (note: Note) => void;
  onDelete: (note: Note) => void;
};

const STATES = { open: "", answered: "Answered", resolved: "Resolved" };

export function NoteCard({ note, notes, now, onGo, onDelete }: Props) {
  const { id, text, state, replies } = note;
  const [writing, setWriting] = useState<"reply" | "text" | null>(() =>
    notes.typed(changePlace(note)) ? "text" : notes.typed(String(id)) ? "reply" : null,
  );
  const end = () => setWriting(null);
  return (
    <li id={`note-${id}`} tabIndex={-1} aria-current={notes.current === id || undefined} className="note-card">
      <NotePassage note={note} isPlaced={notes.placed.includes(id)} onGo={() => onGo(note)} />
      {writing === "text" ? (
        <TextChange note={note} notes={notes} onEnd={end} />
      ) : (
        <Words written={note} now={now} state={STATES[state]} />
      )}
      {replies.length > 0 && (
        <ul aria-label="Replies" className="mt-2.5 space-y-2.5 border-l-2 border-rule pl-3">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Words written={reply} now={now} />
            </li>
          ))}
        </ul>
      )}
      {writing === "reply" && (
        <NoteComposer
          label="Your reply"
          send="Reply"
          text={notes.typed(String(id))}
          people={notes.people}
          isBusy={notes.isBusy}
          onChange={(typed) => notes.type(String(id), typed)}
          onSend={async (typed) => {
            if ((await notes.reply(id, typed)) && notes.onSent(String(id), typed)) end();
          }}
          onCancel={() => {
            notes.type(String(id), "");
            end();
          }}
        />
      )}
      {writing === null && (
        <Actions note={note} notes={notes} onWrite={setWriting} onDelete={() => onDelete(note)} words={text} />
      )}
    </li>
  );
}

type PassageProps = { note: Note; isPlaced: boolean; onGo: () => void };

function NotePassage({ note: { quote }, isPlaced, onGo }: PassageProps) {
  if (quote === "") return <p className="meta mb-1.5">On the whole article</p>;
  if (isPlaced)
    return (
      <button type="button" title="Go to the passage" className="note-quote" onClick={onGo}>
        <span className="line-clamp-2">{quote}</span>
      </button>
    );
  return (
    <div className="mb-1.5">
      <p className="note-quote line-clamp-2">{quote}</p>
      <p className="meta mt-1">This passage is no longer in the text.</p>
    </div>
  );
}

type WordsProps = { written: Pick<Note, "text" | "mentions" | "author" | "created">; now: number; state?: string };

function Words({ written: { text, mentions, author, created }, now, state = "" }: WordsProps) {
  return (
    <>
      <p className="meta flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-ink">{author ?? "A removed user"}</span>
        <time dateTime={created} title={exactTime(created)} className="tabular-nums">
          {shortTime(Date.parse(created), now)}
        </time>
        {state && <span className="ml-auto font-semibold">{state}</span>}
      </p>
      <p className="mt-0.5 text-[0.9375rem] whitespace-pre-line wrap-anywhere">{withMentions(text, mentions)}</p>
    </>
  );
}

function withMentions(text: string, names: readonly string[]): ReactNode[] {
  const parts: ReactNode[] = [];
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  let plain = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const name = longestFirst.find((one) => text.startsWith(one, at + 1));
    if (name === undefined) continue;
    parts.push(text.slice(plain, at), <strong key={at}>@{name}</strong>);
    plain = at + 1 + name.length;
  }
  return [...parts, text.slice(plain)];
}

/** Storage key of a note's edited text. */
const changePlace = ({ id }: Pick<Note, "id">) => `text ${id}`;

function TextChange({ note, notes, onEnd }: Pick<Props, "note" | "notes"> & { onEnd: () => void }) {
  const place = changePlace(note);
  const [text, setText] = useState(() => notes.typed(place) || note.text);
  const latest = useRef(text);
  const change = (typed: string) => {
    latest.current = typed;
    setText(typed);
    notes.type(place, typed === note.text ? "" : typed);
  };
  const end = () => {
    notes.type(place, "");
    onEnd();
  };
  return (
    <NoteComposer
      label="Your note"
      send="Save"
      text={text}
      people={notes.people}
      isBusy={notes.isBusy}
      onChange={change}
      onSend={async (typed) => (await notes.change(note.id, { text: typed })) && latest.current === typed && end()}
      onCancel={end}
    />
  );
}

type ActionProps = Pick<Props, "note" | "notes"> & {
  onWrite: (what: "reply" | "text") => void;
  onDelete: () => void;
  /** The note's text, to tell the buttons of many notes apart. */
  words: string;
};

function Actions({ note: { id, state, is_mine }, notes, onWrite, onDelete, words }: ActionProps) {
  const { isBusy } = notes;
  const of = <span className="sr-only"> “{words.slice(0, 60)}”</span>;
  const set = (label: string, next: Note["state"]) => (
    <AdminButton variant="quiet" isBusy={isBusy} onClick={() => void notes.change(id, { state: next })}>
      {label}
      {of}
    </AdminButton>
  );
  return (
    <div className="note-actions">
      {state !== "resolved" && (
        <AdminButton variant="quiet" onClick={() => onWrite("reply")}>
          Reply{of}
        </AdminButton>
      )}
      {state === "open" && set("Answered", "answered")}
      {state !== "resolved" && set("Resolve", "resolved")}
      {state !== "open" && set("Reopen", "open")}
      {is_mine && (
        <AdminButton variant="quiet" onClick={() => onWrite("text")}>
          Edit{of}
        </AdminButton>
      )}
      {is_mine && (
        <AdminButton variant="quiet" onClick={onDelete}>
          Delete{of}
        </AdminButton>
      )}
    </div>
  );
}
