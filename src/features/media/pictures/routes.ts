import type { FastifyPluginAsync } from "fastify";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { acceptForms, requireForm } from "#platform/multipart.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { GoneError, NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf } from "#shared/viewer.ts";
import {
  changePictures,
  deletePicture,
  describePicture,
  type LibraryStore,
  masterName,
  type PictureStore,
  replacePicture,
} from "./commands.ts";
import { pictureEndpoints, uploadEndpoints } from "./endpoints.ts";
import { createFileMaker } from "./internal/file-maker.ts";
import type { UpkeepLog } from "./internal/upkeep.ts";
import {
  findListed,
  findPicture,
  findUses,
  isRemoved,
  type ListedPicture,
  listTags,
  pagePictures,
  tagsOf,
} from "./queries.ts";
import { addressOf, NO_PICTURE, PICTURE_KEY, pictureVersion, REMOVED_PICTURE } from "./rules.ts";
import type { StoredPicture } from "./schema.ts";
import { editPicture, storePicture } from "./staging.ts";

/** A stored picture as editors see it. */
function presentPicture(row: ListedPicture, { accountId }: Actor, tags: string[] = []): StoredPicture {
  const { id, width, height, name, alt, caption, credit, licence, focal_x, focal_y, size, uploader } = row;
  return {
    id,
    url: addressOf(row),
    width,
    height,
    created_at: new Date(row.created_at).toISOString(),
    name,
    alt,
    caption,
    credit,
    licence,
    focal_x,
    focal_y,
    size,
    uploaded_by: uploader,
    is_own: accountId !== null && row.uploaded_by === accountId,
    tags,
  };
}

const FILE =
  /^(?:\d{1,5}(?:x\d{1,5})?\.(avif|webp|jpg|png)|(?:card|square)-\d{1,3}-\d{1,3}\.(jpg)|icon-(?:\d{2,3}|maskable)\.(png))$/;
const TYPES = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg", png: "image/png" };

export function uploadRoutes({ store }: { store: PictureStore }): ApiPlugin {
  return async (app) => {
    app.addHook("preValidation", requireForm);
    await acceptForms(app);
    serve(app, uploadEndpoints, {
      "POST /upload": async (call) => {
        const { body } = call;
        const bytes = new Uint8Array(await body.file.arrayBuffer());
        return { url: await storePicture(store, bytes, { actor: actorOf(call), names: [body.file.name] }) };
      },
    });
  };
}

/** `/api/media/`: the stored pictures, for editors; pictures in use cannot be deleted. */
export function pictureRoutes({ store }: { store: LibraryStore }): ApiPlugin {
  const { db } = store.database;
  const idOf = ({ id }: { id: string }) => idIn(id, "picture_not_found", NO_PICTURE);
  const respond = async (reply: ResponseHead, row: ListedPicture, actor: Actor): Promise<StoredPicture> =>
    tagged(reply, pictureVersion(row), presentPicture(row, actor, (await tagsOf(db, [row.id])).get(row.id)));
  return async (app) =>
    serve(app, pictureEndpoints, {
      "GET /media": async (call, reply) => {
        const { limit, offset, ...filter } = call.query;
        const { rows, total } = await pagePictures(db, { filter, page: { limit, offset }, shownKeys: store.shownKeys });
        reply.header(TOTAL_HEADER, total);
        const tags = await tagsOf(
          db,
          rows.map(({ id }) => id),
        );
        return rows.map((row) => presentPicture(row, actorOf(call), tags.get(row.id)));
      },

      "GET /media/tags": () => listTags(db),

      "POST /media/bulk": (call) => changePictures(store, actorOf(call), call.body.ids, call.body.change),

      "GET /media/:id": async (call, reply) => {
        const row = await findListed(db, idOf(call.params));
        if (!row) throw new NotFoundError("picture_not_found", NO_PICTURE);
        const uses = await findUses(db, store.pictureUses, row.key);
        const actor = actorOf(call);
        const used_in = await store.visibleUses(actor, uses);
        const tags = (await tagsOf(db, [row.id])).get(row.id);
        return tagged(reply, pictureVersion(row), { ...presentPicture(row, actor, tags), used_in });
      },

      "PATCH /media/:id": async (call, reply) => {
        const actor = actorOf(call);
        const row = await describePicture(store, actor, idOf(call.params), call.body, isCurrentFor(call));
        return tagged(reply, pictureVersion(row), presentPicture(row, actor, row.tags));
      },

      "POST /media/:id/edit": async (call, reply) => {
        const actor = actorOf(call);
        return respond(reply, await editPicture(store, actor, idOf(call.params), call.body), actor);
      },

      "POST /media/:id/replace": (call) =>
        replacePicture(store, actorOf(call), { id: idOf(call.params), by: call.body.by }),

      "DELETE /media/:id": (call) => deletePicture(store, actorOf(call), idOf(call.params)),
    });
}

type FileDeps = { store: PictureStore; secure: boolean; log: UpkeepLog };

/** Serves stored pictures under `/media`: immutable, and with a CSP under which nothing in them can run. */
export function pictureFiles({ store, secure, log }: FileDeps): FastifyPluginAsync {
  const { database, storage } = store;
  const makeFile = createFileMaker(store, log);
  const headers = securityHeaders("file", secure);

  /** The requested file; if it does not exist yet, the master, which must not be cached under that name. */
  const find = async (key: string, file: string) => {
    const [, variant, crop, icon] = FILE.exec(file) ?? [];
    const format = (variant ?? crop ?? icon) as keyof typeof TYPES | undefined;
    if (!format || !PICTURE_KEY.test(key)) return null;
    const read = async () => {
      const found = await storage.read(`${key}/${file}`);
      return found && { ...found, type: TYPES[format], cacheControl: "public, max-age=31536000, immutable" };
    };
    const stored = await read();
    if (stored) return stored;
    const row = await findPicture(database.db, key);
    if (!row) return null;
    const outcome = await makeFile(row, file);
    const made = outcome === "made" ? await read() : null;
    if (made) return made;
    // Other sites may still name a crop around a former focal point.
    const master = outcome !== "unknown" || !variant ? await storage.read(`${key}/${masterName(row)}`) : null;
    return master && { ...master, type: TYPES[row.fallback_format], cacheControl: "no-store" };
  };

  return async (app) => {
    app.get<{ Params: { key: string; file: string } }>(
      "/media/:key/:file",
      { config: { cost: "picture" } },
      async (request, reply) => {
        const { key } = request.params;
        const file = await find(key, request.params.file);
        if (!file) {
          if (PICTURE_KEY.test(key) && (await isRemoved(database.db, key)))
            throw new GoneError("picture_removed", REMOVED_PICTURE);
          throw new NotFoundError("picture_not_found", NO_PICTURE);
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
