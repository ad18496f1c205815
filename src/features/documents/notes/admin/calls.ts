import { callsUnder } from "#shared/api-query.ts";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { NoteEndpoints } from "../endpoints.ts";
import type { Note, NoteChange } from "../schema.ts";

const notes = editorClientOf<NoteEndpoints>();

/** The notes on a document, the oldest first. */
export const notesOf = ({ type, id }: DocumentKey) =>
  notes.query(`GET ${DOCUMENT_PATHS[type]}/:id/notes`, { params: { id } });
/** Who can be mentioned in notes on a document. */
export const mentionableIn = ({ type, id }: DocumentKey) =>
  notes.query(`GET ${DOCUMENT_PATHS[type]}/:id/notes/people`, { params: { id } });
/** All that is known of a document's notes. */
export const noteCalls = ({ type, id }: DocumentKey) =>
  callsUnder(notes.url(`GET ${DOCUMENT_PATHS[type]}/:id/notes`, { params: { id } }));

/** Writes a note on a passage; on the whole document without a quote. Throws `ApiError` or `NetworkError`, as do all. */
export async function writeNote(
  api: EditorApi,
  { type, id }: DocumentKey,
  body: { quote: string; text: string },
): Promise<Note> {
  return (await notes.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/notes`, { params: { id }, body })).body;
}

export async function replyToNote(api: EditorApi, { type, id }: DocumentKey, n: number, text: string): Promise<Note> {
  return (
    await notes.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/notes/:n/replies`, { params: { id, n }, body: { text } })
  ).body;
}

/** Changes the state of a note, or one's own text. */
export async function changeNote(
  api: EditorApi,
  { type, id }: DocumentKey,
  n: number,
  body: NoteChange,
): Promise<Note> {
  return (await notes.send(api, `PATCH ${DOCUMENT_PATHS[type]}/:id/notes/:n`, { params: { id, n }, body })).body;
}

export async function deleteNote(api: EditorApi, { type, id }: DocumentKey, n: number): Promise<void> {
  await notes.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id/notes/:n`, { params: { id, n } });
}
