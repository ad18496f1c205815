import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { storyChanged } from "#features/documents/requests/admin/use-requests.ts";
import type { Passage, Passages, RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { callsUnder } from "#shared/api-query.ts";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { NoteEndpoints } from "../endpoints.ts";
import type { Note, NoteChange } from "../schema.ts";

/** Minimum width for the panel next to the text; on narrower screens it covers the text. */
const SIDE_BY_SIDE = "(width >= 64rem)";

export type RoomNotes = ReturnType<typeof useRoomNotes>;

/** The notes of the room, marked in its text and listed in a panel. `document` is null if it is not stored yet. */
export function useRoomNotes(document: DocumentKey | null, editor: RefObject<RichTextHandle | null>) {
  const noted = useHasNewsroom() ? document : null;
  const notes = useNotes(noted);
  const button = useRef<HTMLButtonElement>(null);
  const passages: Passages = {
    list: notes.passages,
    onPlaced: notes.setPlaced,
    onOpen(id, isAsked) {
      // If the panel would cover the text, a tap only moves the caret.
      if (!isAsked && !notes.isOpen && !window.matchMedia(SIDE_BY_SIDE).matches) return;
      flushSync(() => notes.open(id === NEW_NOTE ? null : id));
      if (id === NEW_NOTE) notes.panel.current?.querySelector("textarea")?.focus();
      else if (isAsked) notes.panel.current?.querySelector<HTMLElement>(`#note-${id}`)?.focus();
    },
    onAdd: notes.compose,
  };
  const { quote, isOpen } = notes;
  useEffect(() => {
    if (quote && isOpen) editor.current?.revealPassage(NEW_NOTE);
  }, [editor, quote, isOpen]);
  return {
    ...notes,
    button,
    isOffered: noted !== null,
    forEditor: noted === null ? undefined : passages,
    toggle: () => (notes.isOpen ? notes.close() : notes.open()),
    closeWithFocus() {
      button.current?.focus();
      notes.close();
    },
    onAdded: (quote: string) =>
      quote === "" ? notes.panel.current?.querySelector<HTMLElement>("h2")?.focus() : editor.current?.focus(),
    goTo(note: Note) {
      notes.open(note.id);
      editor.current?.showPassage(note.id);
    },
  };
}

/** Closes the panel when the settings show an error or a question. `saying` changes with each of them. */
export function useYielding(notes: RoomNotes, saying: readonly unknown[], mustBeSeen: boolean): void {
  const [seen, setSeen] = useState(saying);
  if (seen.every((one, at) => one === saying[at])) return;
  setSeen(saying);
  if (mustBeSeen) notes.close();
}

/**
 * Polling interval of an open room for others' notes, in milliseconds. It also refetches on window focus and
 * when people arrive or leave. Half a minute is fast enough for notes, and saves a second stream.
 */
const REFRESH_MS = 30_000;

const NONE: readonly Note[] = [];
const NO_PEOPLE: readonly { id: number; name: string }[] = [];
const NOT_STORED: DocumentKey = { type: "article", id: 0 };
/** The passage of the note being written; the server numbers notes from 1. */
export const NEW_NOTE = 0;
/** Unsent texts by key: 'new', the number of a note for a reply, 'text 7' for a change. */
type Typed = Readonly<Record<string, string>>;
const typedIn = (stored: unknown): Typed | undefined =>
  stored !== null && typeof stored === "object" ? (stored as Typed) : undefined;

export type Notes = ReturnType<typeof useNotes>;

export function useNotes(stored: DocumentKey | null) {
  const api = useEditorApi();
  const client = useQueryClient();
  const document = stored ?? NOT_STORED;
  const list = useApi(notesOf(document), { enabled: stored !== null, refetchInterval: REFRESH_MS });
  const { isBusy, run } = useCall();
  const [isOpen, setIsOpen] = useState(false);
  const [{ current, asked }, setAsked] = useState<{ current: number | null; asked: number }>({
    current: null,
    asked: 0,
  });
  const people = useApi(mentionableIn(document), { enabled: stored !== null && isOpen }).data ?? NO_PEOPLE;
  const [quote, setQuote] = useState<string | null>(null);
  const [placed, setPlaced] = useState<readonly number[]>([]);
  const panel = useRef<HTMLElement>(null);
  const { typed, type, onSent } = useTyped(typedName(api.account() ?? "", document));
  const notes = list.data ?? NONE;
  const passages = useMemo(() => passagesOf(notes, current, quote), [notes, current, quote]);
  const change = (job: () => Promise<Note | null>, n: number | null, words: string) =>
    run(
      async () => {
        const note = await job();
        adopt(client, document, n, note);
        return true;
      },
      { title: `Error ${words}`, fallback: "Could not reach the server. Your text is still here." },
    ).then((isDone) => isDone === true);

  return {
    notes,
    people,
    isLoading: list.isPending,
    isFailed: list.isError && list.data === undefined,
    isBusy,
    refresh: () => void client.invalidateQueries(noteCalls(document)),
    /** For the editor. The passages are referentially stable while unchanged. */
    passages,
    placed,
    setPlaced,
    panel,
    isOpen,
    /** Opens the panel, at a note if one is given. */
    open(n: number | null = null) {
      setIsOpen(true);
      if (n !== null) setAsked({ current: n, asked: asked + 1 });
    },
    close: () => setIsOpen(false),
    current,
    /** Counts openings of a note. */
    asked,
    /** The quoted words of a new note, empty for the document; null while none is being written. */
    quote,
    compose(words: string | null) {
      setQuote(words);
      if (words !== null) setIsOpen(true);
    },
    typed,
    type,
    /** Removes sent words; words typed since stay. Returns whether nothing is left. */
    onSent,
    /**
     * Resolves with whether the request succeeded and nothing is left to send; the others with whether they succeeded.
     */
    async write(text: string) {
      if (!(await change(() => writeNote(api, document, { quote: quote ?? "", text }), null, "adding the note")))
        return false;
      const isAll = onSent("new", text);
      // Words typed in the meantime start another note on the same passage.
      if (isAll) setQuote(null);
      return isAll;
    },
    /** Starts the thread of a suggestion. Its words stay typed until `onSent`. */
    writeOn: (suggestion: string, text: string) =>
      change(() => writeNote(api, document, { quote: "", suggestion, text }), null, "adding the comment"),
    reply: (n: number, text: string) => change(() => replyToNote(api, document, n, text), n, "sending the reply"),
    change: (n: number, what: NoteChange) => change(() => changeNote(api, document, n, what), n, "changing the note"),
    remove: (n: number) => deleteNote(api, document, n),
    onRemoved: (n: number) => adopt(client, document, n, null),
  };
}

/** Storage key of unsent notes. Keys of articles have no type: they are older than the other types. */
const typedName = (account: string, { type, id }: DocumentKey) =>
  type === "article" ? `jarida-notes:${account}:${id}` : `jarida-notes:${account}:${type}:${id}`;

function useTyped(name: string) {
  const [typed, setTyped] = useKeptChoice<Typed>(name, typedIn, {});
  /** The latest typed texts, because a request outlives its render. */
  const latest = useRef(typed);
  function type(place: string, text: string) {
    const { [place]: _before, ...rest } = latest.current;
    latest.current = text === "" ? rest : { ...rest, [place]: text };
    setTyped(latest.current);
  }
  return {
    typed: (place: string) => typed[place] ?? "",
    type,
    onSent(place: string, sent: string): boolean {
      const now = latest.current[place] ?? "";
      const left = now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
      type(place, left);
      return left === "";
    },
  };
}

function passagesOf(notes: readonly Note[], current: number | null, written: string | null): Passage[] {
  const passages = notes.map(({ id, quote, state }): Passage => ({ id, quote, look: lookOf(id, state, current) }));
  return written ? [...passages, { id: NEW_NOTE, quote: written, look: "current" }] : passages;
}

function lookOf(n: number, state: Note["state"], current: number | null): Passage["look"] {
  if (n === current) return "current";
  return state === "open" ? "open" : state === "answered" ? "quiet" : "none";
}

/** Applies the server's response immediately; a pending list may be older. `note` null: it was deleted. */
function adopt(client: QueryClient, document: DocumentKey, n: number | null, note: Note | null): void {
  client.setQueryData<Note[]>(notesOf(document).queryKey, (before = []) => {
    if (n === null) return note ? [...before, note] : before;
    return before.flatMap((one) => (one.id !== n ? [one] : note ? [note] : []));
  });
  void client.invalidateQueries(noteCalls(document));
  storyChanged(client, document);
  // The lists of articles, issues and pages show the number of notes.
  void client.invalidateQueries(callsUnder(`/api${DOCUMENT_PATHS[document.type]}/?`));
}

const notes = editorClientOf<NoteEndpoints>();

export const notesOf = ({ type, id }: DocumentKey) =>
  notes.query(`GET ${DOCUMENT_PATHS[type]}/:id/notes`, { params: { id } });
const mentionableIn = ({ type, id }: DocumentKey) =>
  notes.query(`GET ${DOCUMENT_PATHS[type]}/:id/notes/people`, { params: { id } });
/** Prefix of all cached queries about a document's notes. */
const noteCalls = ({ type, id }: DocumentKey) =>
  callsUnder(notes.url(`GET ${DOCUMENT_PATHS[type]}/:id/notes`, { params: { id } }));

/** Adds a note on a passage, or on the document if there is no quote. Like all functions here, throws `ApiError` or `NetworkError`. */
async function writeNote(
  api: EditorApi,
  { type, id }: DocumentKey,
  body: { quote: string; suggestion?: string; text: string },
): Promise<Note> {
  return (await notes.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/notes`, { params: { id }, body })).body;
}

async function replyToNote(api: EditorApi, { type, id }: DocumentKey, n: number, text: string): Promise<Note> {
  return (
    await notes.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/notes/:n/replies`, { params: { id, n }, body: { text } })
  ).body;
}

async function changeNote(api: EditorApi, { type, id }: DocumentKey, n: number, body: NoteChange): Promise<Note> {
  return (await notes.send(api, `PATCH ${DOCUMENT_PATHS[type]}/:id/notes/:n`, { params: { id, n }, body })).body;
}

async function deleteNote(api: EditorApi, { type, id }: DocumentKey, n: number): Promise<void> {
  await notes.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id/notes/:n`, { params: { id, n } });
}
