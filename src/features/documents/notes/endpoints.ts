import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { note, noteBody, noteChange, noteList, noteParams, notesParams, replyBody } from "./schema.ts";

const noting = { access: "article.read", tags: ["Notes"] } as const;

/** Editors' notes on passages of an article, which readers never see. */
export const noteEndpoints = endpoints({
  "GET /articles/:id/notes": {
    ...noting,
    summary: "The notes on an article, the oldest first",
    params: notesParams,
    response: { 200: noteList, 404: errorBody },
  },
  "POST /articles/:id/notes": {
    ...noting,
    summary: "Write a note on a passage",
    params: notesParams,
    body: noteBody,
    response: { 201: note, 404: errorBody },
  },
  "PATCH /articles/:id/notes/:n": {
    ...noting,
    summary: "Change a note's state or, as its author, its text",
    params: noteParams,
    body: noteChange,
    response: { 200: note, 403: errorBody, 404: errorBody },
  },
  "DELETE /articles/:id/notes/:n": {
    ...noting,
    summary: "Delete one's own note with the replies to it",
    params: noteParams,
    response: { 204: noContent, 403: errorBody, 404: errorBody },
  },
  "POST /articles/:id/notes/:n/replies": {
    ...noting,
    summary: "Reply to a note",
    params: noteParams,
    body: replyBody,
    response: { 201: note, 404: errorBody },
  },
});
export type NoteEndpoints = typeof noteEndpoints;
