import { Readable } from "node:stream";
import { setImmediate as otherTasks } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { csvLine } from "#shared/html.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf } from "#shared/viewer.ts";
import type { ImportRow } from "../tables.ts";
import {
  cancelImport,
  continueImport,
  createImport,
  deleteImport,
  type ImportStore,
  retryPictures,
} from "./commands.ts";
import { importEndpoints, uploadEndpoints } from "./endpoints.ts";
import {
  failedPictures,
  findingsAfter,
  type LiveImports,
  pageFindings,
  pageImports,
  pageStagedTexts,
  presentImport,
  presentListed,
  requireImport,
} from "./queries.ts";
import { NO_IMPORT } from "./rules.ts";
import { acceptLargeFile } from "./uploads.ts";

type Deps = { store: ImportStore; known: LiveImports };

/** `POST imports/`: its form is streamed to the disk. */
export function importUploadRoutes({ store, known }: Deps): ApiPlugin {
  return async (app) => {
    await acceptLargeFile(app, store.folder);
    serve(app, uploadEndpoints, {
      "POST /imports": async (call) =>
        presentImport(store.database.db, await createImport(store, actorOf(call), call.body), store.clock.now(), known),
    });
  };
}

export function importRoutes({ store, known }: Deps): ApiPlugin {
  const { db } = store.database;
  const idOf = ({ id }: { id: string }) => idIn(id, "import_not_found", NO_IMPORT);
  const show = (row: ImportRow) => presentImport(db, row, store.clock.now(), known);
  return async (app) =>
    serve(app, importEndpoints, {
      "GET /imports": async ({ query }, reply) => {
        const { rows, total } = await pageImports(db, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map((row) => presentListed(row, store.clock.now(), known.live));
      },
      "GET /imports/texts": async ({ query }, reply) => {
        const { rows, total } = await pageStagedTexts(db, query);
        reply.header(TOTAL_HEADER, total);
        return rows;
      },
      "GET /imports/:id": async ({ params }) => show(await requireImport(db, idOf(params))),
      "DELETE /imports/:id": (call) => deleteImport(store, actorOf(call), idOf(call.params)),
      "GET /imports/:id/findings": async ({ params, query }, reply) => {
        const { id } = await requireImport(db, idOf(params));
        const { rows, total } = await pageFindings(db, id, query);
        reply.header(TOTAL_HEADER, total);
        return rows;
      },
      "GET /imports/:id/report.csv": async ({ params }, reply) => {
        const { id } = await requireImport(db, idOf(params));
        reply.header("content-disposition", `attachment; filename="import-${id}.csv"`);
        return reply.type("text/csv; charset=utf-8").send(Readable.from(reportLines(db, id)));
      },
      "POST /imports/:id/start": async (call) =>
        show(await continueImport(store, actorOf(call), idOf(call.params), "start", { ...call.body })),
      "POST /imports/:id/release": async (call) =>
        show(await continueImport(store, actorOf(call), idOf(call.params), "release")),
      "POST /imports/:id/undo": async (call) => {
        const includesEdited = call.body?.include_edited ?? false;
        return show(await continueImport(store, actorOf(call), idOf(call.params), "undo", { includesEdited }));
      },
      "POST /imports/:id/cancel": async (call) => show(await cancelImport(store, actorOf(call), idOf(call.params))),
      "POST /imports/:id/retry-pictures": async ({ params }) => show(await retryPictures(store, idOf(params))),
    });
}

/** Lines read at a time. */
const LINES = 500;

async function* reportLines(db: Kysely<Tables>, id: number): AsyncGenerator<string> {
  yield csvLine(["level", "item", "message"]);
  for (let after = 0; ; ) {
    const rows = await findingsAfter(db, id, after, LINES);
    yield rows.map(({ level, item, message }) => csvLine([level, item, message])).join("");
    if (rows.length < LINES) break;
    after = rows.at(-1)?.n ?? after;
    await otherTasks();
  }
  for (const { address, error } of await failedPictures(db, id))
    yield csvLine(["warning", address, `This picture could not be copied. ${error}`]);
}
