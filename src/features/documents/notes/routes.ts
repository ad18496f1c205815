import { type DocumentType, ofDocuments } from "#features/documents/types.ts";
import { type ApiPlugin, type Handlers, idIn, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { changeNote, deleteNote, NO_NOTE, type NoteStore, replyToNote, writeNote } from "./commands.ts";
import { type NoteTable, noteEndpoints } from "./endpoints.ts";
import { listMentionable } from "./mentions.ts";
import { listNotes } from "./queries.ts";

export function noteRoutes(store: Omit<NoteStore, "kind">, kinds: readonly DocumentType[]): ApiPlugin {
  return async (app) => {
    for (const kind of kinds)
      serve(
        app,
        ofDocuments(kind, noteEndpoints(kind.permissions.read)),
        ofDocuments(kind, handlers({ ...store, kind })),
      );
  };
}

function handlers(store: NoteStore): Handlers<NoteTable> {
  const { database, kind } = store;
  const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, `${kind.type}_not_found`, kind.unknown);
  const placeOf = (call: { params: { id: string; n: string } }) => ({
    id: idOf(call),
    n: idIn(call.params.n, "note_not_found", NO_NOTE),
  });
  return {
    "GET /:id/notes": async (call) => {
      const [actor, id] = [actorOf(call), idOf(call)];
      await kind.authorize(database.db, actor, "read", id);
      return listNotes(database.db, { type: kind.type, id }, actor.accountId);
    },
    "GET /:id/notes/people": async (call) => {
      const [actor, id] = [actorOf(call), idOf(call)];
      await kind.authorize(database.db, actor, "read", id);
      const people = await listMentionable(database.db, kind, id);
      return people.filter((person) => person.id !== actor.accountId);
    },
    "POST /:id/notes": (call) => writeNote(store, actorOf(call), idOf(call), call.body),
    "PATCH /:id/notes/:n": (call) => changeNote(store, actorOf(call), placeOf(call), call.body),
    "DELETE /:id/notes/:n": (call) => deleteNote(store, actorOf(call), placeOf(call)),
    "POST /:id/notes/:n/replies": (call) => replyToNote(store, actorOf(call), placeOf(call), call.body.text),
  };
}
