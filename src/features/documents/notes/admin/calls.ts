import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { NoteEndpoints } from "../endpoints.ts";
import type { Note, NoteChange } from "../schema.ts";

const notes = editorClientOf<NoteEndpoints>();

/** The notes on an article, the oldest first. */
export const notesOf = (id: number) => notes.query("GET /articles/:id/notes", { params: { id } });
/** All that is known of an article's notes. */
export const noteCalls = (id: number) => callsUnder(notes.url("GET /articles/:id/notes", { params: { id } }));

/** Writes a note on a passage; on the whole article without a quote. Throws `ApiError` or `NetworkError`, as do all. */
export async function writeNote(api: EditorApi, id: number, body: { quote: string; text: string }): Promise<Note> {
  return (await notes.send(api, "POST /articles/:id/notes", { params: { id }, body })).body;
}

export async function replyToNote(api: EditorApi, id: number, n: number, text: string): Promise<Note> {
  return (await notes.send(api, "POST /articles/:id/notes/:n/replies", { params: { id, n }, body: { text } })).body;
}

/** Changes the state of a note, or one's own text. */
export async function changeNote(api: EditorApi, id: number, n: number, body: NoteChange): Promise<Note> {
  return (await notes.send(api, "PATCH /articles/:id/notes/:n", { params: { id, n }, body })).body;
}

export async function deleteNote(api: EditorApi, id: number, n: number): Promise<void> {
  await notes.send(api, "DELETE /articles/:id/notes/:n", { params: { id, n } });
}
