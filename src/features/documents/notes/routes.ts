import { NO_ARTICLE } from "#features/articles/rules.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import {
  changeNote,
  deleteNote,
  NO_NOTE,
  type NotePlace,
  type NoteStore,
  replyToNote,
  requireNoted,
  writeNote,
} from "./commands.ts";
import { noteEndpoints } from "./endpoints.ts";
import { listNotes } from "./queries.ts";

const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, NO_ARTICLE);
const placeOf = (call: { params: { id: string; n: string } }): NotePlace => ({
  id: idOf(call),
  n: idIn(call.params.n, NO_NOTE),
});

/** Notes on passages of articles. */
export function noteRoutes(store: NoteStore): ApiPlugin {
  const { db } = store.database;
  return async (app) =>
    serve(app, noteEndpoints, {
      "GET /articles/:id/notes": async (call) => {
        await requireNoted(db, store, actorOf(call), idOf(call));
        return listNotes(db, idOf(call), actorOf(call).accountId);
      },
      "POST /articles/:id/notes": (call) => writeNote(store, actorOf(call), idOf(call), call.body),
      "PATCH /articles/:id/notes/:n": (call) => changeNote(store, actorOf(call), placeOf(call), call.body),
      "DELETE /articles/:id/notes/:n": (call) => deleteNote(store, actorOf(call), placeOf(call)),
      "POST /articles/:id/notes/:n/replies": (call) => replyToNote(store, actorOf(call), placeOf(call), call.body.text),
    });
}
