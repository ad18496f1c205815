import type { FastifyPluginAsync } from "fastify";
import type { Database } from "#db/open.ts";
import { actorOf } from "#features/accounts/policy.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import { serve } from "#platform/endpoints.ts";
import { acceptForms, requireForm } from "#platform/multipart.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import type { Storage } from "#platform/storage.ts";
import { GoneError, NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import { deletePicture, masterName, type PictureStore, storePicture } from "./commands.ts";
import { pictureEndpoints, uploadEndpoints } from "./endpoints.ts";
import { presentPicture } from "./present.ts";
import { type FindUses, findPicture, isRemoved, pagePictures } from "./queries.ts";
import { keyInAddress, NO_PICTURE, PICTURE_KEY, REMOVED_PICTURE } from "./rules.ts";

const FILE = /^\d{1,5}(x\d{1,5})?\.(avif|webp|jpg|png)$/;
const TYPES = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg", png: "image/png" };

type Deps = { database: Database; storage: Storage; secure: boolean };

export function uploadRoutes({ store }: { store: PictureStore }): ApiPlugin {
  return async (app) => {
    app.addHook("preValidation", requireForm);
    await acceptForms(app);
    serve(app, uploadEndpoints, {
      "POST /upload": async ({ body }) => {
        const bytes = new Uint8Array(await body.file.arrayBuffer());
        return { url: await storePicture(store, bytes) };
      },
    });
  };
}

/** `/api/media/`: the stored pictures, for editors; pictures in use cannot be deleted. */
export function pictureRoutes({ store }: { store: PictureStore & { pictureUses: readonly FindUses[] } }): ApiPlugin {
  const { db } = store.database;
  return async (app) =>
    serve(app, pictureEndpoints, {
      "GET /media": async ({ query: { query, ...page } }, reply) => {
        // An address that is not a picture's matches none.
        const key = query ? (keyInAddress(query) ?? "") : undefined;
        const { rows, total } = await pagePictures(db, key, page);
        reply.header(TOTAL_HEADER, total);
        return rows.map(presentPicture);
      },

      "DELETE /media/:id": (call) => deletePicture(store, actorOf(call), idIn(call.params.id, NO_PICTURE)),
    });
}

/** Serves stored pictures under `/media`: immutable, and with a CSP under which nothing in them can run. */
export function pictureFiles({ database, storage, secure }: Deps): FastifyPluginAsync {
  const headers = securityHeaders("file", secure);

  /** The requested file; if it does not exist yet, the master, which must not be cached under that name. */
  const find = async (key: string, file: string) => {
    const format = FILE.exec(file)?.[2] as keyof typeof TYPES | undefined;
    if (!format || !PICTURE_KEY.test(key)) return null;
    const found = await storage.read(`${key}/${file}`);
    if (found) return { ...found, type: TYPES[format], cacheControl: "public, max-age=31536000, immutable" };
    const row = await findPicture(database.db, key);
    const master = row?.has_variants === 0 ? await storage.read(`${key}/${masterName(row)}`) : null;
    return row && master && { ...master, type: TYPES[row.fallback_format], cacheControl: "no-store" };
  };

  return async (app) => {
    app.get<{ Params: { key: string; file: string } }>(
      "/media/:key/:file",
      { config: { cost: "nothing" } },
      async (request, reply) => {
        const { key } = request.params;
        const file = await find(key, request.params.file);
        if (!file) {
          if (PICTURE_KEY.test(key) && (await isRemoved(database.db, key))) throw new GoneError(REMOVED_PICTURE);
          throw new NotFoundError(NO_PICTURE);
        }
        return reply
          .headers({
            ...headers,
            "cache-control": file.cacheControl,
            "content-type": file.type,
            "content-length": file.size,
          })
          .send(file.stream);
      },
    );
  };
}
