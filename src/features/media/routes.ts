import type { FastifyPluginAsync } from "fastify";
import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import { acceptForms, requireForm } from "#platform/multipart.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import type { Storage } from "#platform/storage.ts";
import { NotFoundError } from "#shared/errors.ts";
import { type MediaStore, masterName, storePicture } from "./commands.ts";
import { findPicture } from "./queries.ts";
import { uploadAnswer, uploadBody } from "./schema.ts";

const KEY = /^[a-z0-9]{8,40}$/;
const FILE = /^\d{1,5}(x\d{1,5})?\.(avif|webp|jpg|png)$/;
const TYPES = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg", png: "image/png" };

type Deps = { database: Database; storage: Storage; secure: boolean };

/** `POST upload/` (spec section 7): a form with a `file`, answered with the address of the picture made of it. */
export function uploadRoutes({ store }: { store: MediaStore }): ApiPlugin {
  return async (app) => {
    app.addHook("preValidation", requireForm);
    await acceptForms(app);
    app.post(
      "/upload",
      {
        config: { access: "editor" },
        schema: {
          summary: "Upload a picture: JPEG, PNG, GIF, WebP or AVIF, up to 10 MiB and 50 megapixels",
          tags: ["Uploads"],
          consumes: ["multipart/form-data"],
          body: uploadBody,
          response: { 201: uploadAnswer },
        },
      },
      async (request, reply) => {
        const bytes = new Uint8Array(await request.body.file.arrayBuffer());
        return reply.status(201).send({ url: await storePicture(store, bytes) });
      },
    );
  };
}

/** Serves stored pictures under `/media`: immutable, and with a policy under which nothing in them can run. */
export function mediaFiles({ database, storage, secure }: Deps): FastifyPluginAsync {
  const headers = securityHeaders("file", secure);

  /** The file asked for; where it is not made yet, the master, which is not to be remembered under that name. */
  const find = async (key: string, file: string) => {
    const format = FILE.exec(file)?.[2] as keyof typeof TYPES | undefined;
    if (!format || !KEY.test(key)) return null;
    const found = await storage.read(`${key}/${file}`);
    if (found) return { ...found, type: TYPES[format], cacheControl: "public, max-age=31536000, immutable" };
    const row = await findPicture(database.db, key);
    const master = row?.has_variants === 0 ? await storage.read(`${key}/${masterName(row)}`) : null;
    return row && master && { ...master, type: TYPES[row.fallback_format], cacheControl: "no-store" };
  };

  return async (app) => {
    app.get<{ Params: { key: string; file: string } }>("/media/:key/:file", async (request, reply) => {
      const file = await find(request.params.key, request.params.file);
      if (!file) throw new NotFoundError("There is no such picture.");
      return reply
        .headers({
          ...headers,
          "cache-control": file.cacheControl,
          "content-type": file.type,
          "content-length": file.size,
        })
        .send(file.stream);
    });
  };
}
