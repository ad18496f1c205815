import { type ReactNode, useRef, useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { exactTime, shortTime } from "#ui/admin/local-time.ts";
import type { Note } from "../../schema.ts";
import type { Notes } from "../use-notes.ts";
import { NoteComposer } from "./note-composer.tsx";

type Props = {
  note: Note;
  notes: Notes;
  now: number;
  onGo: (note: Note) => void;
  onDelete: (note: Note) => void;
};

const STATES = { open: "", answered: "Answered", resolved: "Resolved" };

/** A note with its passage, replies and actions. */
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

/** The quoted passage of a note, a link to the text. */
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
        <span className="font-semibold text-ink">{author ?? "Somebody who is gone"}</span>
        <time dateTime={created} title={exactTime(created)} className="tabular-nums">
          {shortTime(Date.parse(created), now)}
        </time>
        {state && <span className="ml-auto font-semibold">{state}</span>}
      </p>
      <p className="mt-0.5 text-[0.9375rem] whitespace-pre-line wrap-anywhere">{withMentions(text, mentions)}</p>
    </>
  );
}

/** A text with mentioned names marked. */
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

/** Key of the unsent changed text of a note. */
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
  /** The note's text, which distinguishes the buttons of many notes. */
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
