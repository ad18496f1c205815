import type { OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import type { Permission } from "#shared/permissions.ts";
import { noContent } from "#shared/schema.ts";
import { mentionable, note, noteBody, noteChange, noteList, noteParams, notesParams, replyBody } from "./schema.ts";

/** Editors' notes on passages of a document; readers never see them. */
export const noteEndpoints = (access: Permission) => {
  const noting = { access, tags: ["Notes"] } as const;
  return endpoints({
    "GET /:id/notes": {
      isTool: true,
      ...noting,
      summary: "The notes on a document, oldest first",
      params: notesParams,
      response: { 200: noteList },
    },
    "GET /:id/notes/people": {
      ...noting,
      summary: "People who can read a document and be mentioned in its notes",
      params: notesParams,
      response: { 200: mentionable },
    },
    "POST /:id/notes": {
      isTool: true,
      ...noting,
      summary: "Write a note on a passage",
      description: "`@Name` in the text mentions and notifies a person with access to the document.",
      params: notesParams,
      body: noteBody,
      errors: ["too_many_notes"],
      response: { 201: note },
    },
    "PATCH /:id/notes/:n": {
      ...noting,
      summary: "Change a note's state or, as its author, its text",
      params: noteParams,
      body: noteChange,
      errors: ["not_the_author"],
      response: { 200: note },
    },
    "DELETE /:id/notes/:n": {
      ...noting,
      summary: "Delete your own note and its replies",
      params: noteParams,
      errors: ["not_the_author"],
      response: { 204: noContent },
    },
    "POST /:id/notes/:n/replies": {
      isTool: true,
      ...noting,
      summary: "Reply to a note",
      params: noteParams,
      body: replyBody,
      errors: ["too_many_notes"],
      response: { 201: note },
    },
  });
};
export type NoteTable = ReturnType<typeof noteEndpoints>;
export type NoteEndpoints = OfDocuments<NoteTable>;
