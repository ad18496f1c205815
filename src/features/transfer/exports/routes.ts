import { ownerOf } from "#features/identity/credentials/password.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf } from "#shared/viewer.ts";
import {
  allowDownload,
  deleteExport,
  type ExportStore,
  type OpenFile,
  openDownload,
  openExport,
  pathIn,
  startExport,
} from "./commands.ts";
import { exportDownloadEndpoints, exportEndpoints } from "./endpoints.ts";
import { pageExports, presentExport, requireExport } from "./queries.ts";
import { NO_EXPORT } from "./rules.ts";

function sendFile(reply: ResponseHead, { name, size, stream }: OpenFile) {
  reply.header("content-type", "application/zip");
  reply.header("content-disposition", `attachment; filename="${name}"`);
  reply.header("content-length", size);
  reply.header("cache-control", "no-store");
  return stream;
}

export function exportRoutes(store: ExportStore): ApiPlugin {
  const { db } = store.database;
  const idOf = ({ id }: { id: string }) => idIn(id, "export_not_found", NO_EXPORT);
  const pathOf = pathIn(store.exporter);
  return async (app) =>
    serve(app, exportEndpoints, {
      "GET /exports": async ({ query }, reply) => {
        const { rows, total } = await pageExports(db, query);
        reply.header(TOTAL_HEADER, total);
        return rows.map((row) => presentExport(row, pathOf));
      },
      "POST /exports": async (call) => {
        const { format, include_subscribers } = call.body;
        const row = await startExport(store, actorOf(call), { format, withSubscribers: include_subscribers });
        return presentExport(row, pathOf);
      },
      "GET /exports/:id": async ({ params }) => presentExport(await requireExport(db, idOf(params)), pathOf),
      "GET /exports/:id/file": async (call, reply) =>
        sendFile(reply, await openExport(store, actorOf(call), idOf(call.params))),
      "POST /exports/:id/download": async (call) => ({
        token: await allowDownload(store, ownerOf(call), idOf(call.params)),
      }),
      "DELETE /exports/:id": (call) => deleteExport(store, actorOf(call), idOf(call.params)),
    });
}

const MAX_FORM_BYTES = 4_000;

/** Its own plugin, as it alone accepts a form. */
export function exportDownloadRoutes(store: ExportStore): ApiPlugin {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
      async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
    );
    serve(app, exportDownloadEndpoints, {
      "POST /exports/downloads": async ({ body, ip }, reply) =>
        sendFile(reply, await openDownload(store, body.token, ip)),
    });
  };
}
