import type { OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import type { Permission } from "#shared/permissions.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { mentionable, note, noteBody, noteChange, noteList, noteParams, notesParams, replyBody } from "./schema.ts";

/** Editors' notes on passages of a document; readers never see them. */
export const noteEndpoints = (access: Permission) => {
  const noting = { access, tags: ["Notes"] } as const;
  return endpoints({
    "GET /:id/notes": {
      ...noting,
      summary: "The notes on a document, oldest first",
      params: notesParams,
      response: { 200: noteList, 404: errorBody },
    },
    "GET /:id/notes/people": {
      ...noting,
      summary: "People who can read a document and be mentioned in its notes",
      params: notesParams,
      response: { 200: mentionable, 404: errorBody },
    },
    "POST /:id/notes": {
      ...noting,
      summary: "Write a note on a passage",
      description: "`@Name` in the text mentions and notifies a person with access to the document.",
      params: notesParams,
      body: noteBody,
      response: { 201: note, 404: errorBody },
    },
    "PATCH /:id/notes/:n": {
      ...noting,
      summary: "Change a note's state or, as its author, its text",
      params: noteParams,
      body: noteChange,
      response: { 200: note, 403: errorBody, 404: errorBody },
    },
    "DELETE /:id/notes/:n": {
      ...noting,
      summary: "Delete your own note and its replies",
      params: noteParams,
      response: { 204: noContent, 403: errorBody, 404: errorBody },
    },
    "POST /:id/notes/:n/replies": {
      ...noting,
      summary: "Reply to a note",
      params: noteParams,
      body: replyBody,
      response: { 201: note, 404: errorBody },
    },
  });
};
export type NoteTable = ReturnType<typeof noteEndpoints>;
export type NoteEndpoints = OfDocuments<NoteTable>;
