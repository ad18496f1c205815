import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { countsOf, type DemoStore, findDemo, readRemoval, removeDemo, restoreDemo } from "./commands.ts";
import { type DemoState, demoEndpoints } from "./endpoints.ts";

const iso = (time: number) => new Date(time).toISOString();

async function readState(store: DemoStore): Promise<DemoState> {
  const { db } = store.database;
  const removal = await readRemoval(db, store.clock.now());
  if (removal) {
    const { counts, kept, at, until } = removal;
    return { state: "removed", counts, kept, removed_at: iso(at), undo_until: iso(until) };
  }
  const found = await findDemo(db, store);
  const counts = countsOf(found);
  const state = Object.values(counts).some((count) => count > 0) ? "present" : "none";
  return { state, counts, kept: found.kept, removed_at: null, undo_until: null };
}

export function demoRoutes(store: DemoStore & { onSiteChange: () => Promise<void> }): ApiPlugin {
  return async (app) =>
    serve(app, demoEndpoints, {
      "GET /demo": () => readState(store),
      "POST /demo/removal": async (call) => {
        await removeDemo(store, actorOf(call));
        await store.onSiteChange();
        return readState(store);
      },
      "DELETE /demo/removal": async (call) => {
        await restoreDemo(store, actorOf(call));
        await store.onSiteChange();
        return readState(store);
      },
    });
}
