import type { FastifyPluginAsync } from "fastify";
import type { Database } from "#db/open.ts";
import { ICON_NAMES, ICONS } from "#features/settings/appearance/icons.ts";
import { readAppearance } from "#features/settings/appearance/queries.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { ImageError, type Images, ImagesUnavailableError } from "#platform/images.ts";
import { acceptForms, requireForm } from "#platform/multipart.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import type { Storage } from "#platform/storage.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { GoneError, NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { CROPS, type CropKind, canBeCropped, cropFile, pictureFolder } from "#shared/pictures.ts";
import { actorOf } from "#shared/viewer.ts";
import type { PictureRow } from "../tables.ts";
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

const KINDS = Object.keys(CROPS) as CropKind[];
/** Crops made at the same time. Further requests get the full picture and may retry. */
const MAX_RUNNING = 4;

type Parts = Pick<PictureStore, "database" | "storage" | "images">;

/**
 * Makes crops on first request: other sites only request those of the few articles that are
 * shared. Only the crop around the current focal point is made, and icons of the publication's icon, so that requests
 * cannot fill the store.
 */
export function cropMaker({ database, storage, images }: Parts): (key: string, file: string) => Promise<boolean> {
  const running = new Map<string, Promise<boolean>>();

  /** How to make a file from the picture's master; undefined if this picture has no such file. */
  const makerOf = async (row: PictureRow, file: string) => {
    const icon = ICON_NAMES.find((name) => `${name}.png` === file);
    if (icon) {
      const isIcon = (await readAppearance(database.db)).icon.startsWith(pictureFolder(row.key));
      return isIcon ? (bytes: Uint8Array) => images.icon(bytes, ICONS[icon]) : undefined;
    }
    const { focal_x: x, focal_y: y } = row;
    const kind = KINDS.find((one) => cropFile(one, x, y) === file && canBeCropped(row, one));
    return kind && ((bytes: Uint8Array) => images.crop(bytes, { ...CROPS[kind], x, y }));
  };

  const make = async (key: string, file: string): Promise<boolean> => {
    const row = await findPicture(database.db, key);
    const makeFrom = row && (await makerOf(row, file));
    const master = makeFrom && (await storage.read(`${key}/${masterName(row)}`));
    if (!makeFrom || !master) return false;
    try {
      const bytes = Buffer.concat(await master.stream.toArray());
      await storage.put(`${key}/${file}`, await makeFrom(bytes));
      return true;
    } catch (error) {
      // Too busy, or a picture that cannot be cropped: serve the full one.
      if (error instanceof ImageError || error instanceof ImagesUnavailableError) return false;
      throw error;
    }
  };

  return async (key, file) => {
    const name = `${key}/${file}`;
    if (!running.has(name)) {
      if (running.size >= MAX_RUNNING) return false;
      running.set(
        name,
        make(key, file).finally(() => running.delete(name)),
      );
    }
    return (await running.get(name)) ?? false;
  };
}

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

type Deps = { database: Database; storage: Storage; images: Images; secure: boolean };

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

/** A response whose ETag starts with the version and includes a digest of the body, because uses change without an edit. */
function tagged<Body>(reply: ResponseHead, row: ListedPicture, body: Body): Body {
  reply.header("etag", versionTag(pictureVersion(row), body));
  return body;
}

/** `/api/media/`: the stored pictures, for editors; pictures in use cannot be deleted. */
export function pictureRoutes({ store }: { store: LibraryStore }): ApiPlugin {
  const { db } = store.database;
  const idOf = ({ id }: { id: string }) => idIn(id, "picture_not_found", NO_PICTURE);
  const respond = async (reply: ResponseHead, row: ListedPicture, actor: Actor): Promise<StoredPicture> =>
    tagged(reply, row, presentPicture(row, actor, (await tagsOf(db, [row.id])).get(row.id)));
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
        return tagged(reply, row, { ...presentPicture(row, actor, tags), used_in });
      },

      "PATCH /media/:id": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        const actor = actorOf(call);
        return respond(reply, await describePicture(store, actor, idOf(call.params), call.body, isCurrent), actor);
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

/** Serves stored pictures under `/media`: immutable, and with a CSP under which nothing in them can run. */
export function pictureFiles({ database, storage, images, secure }: Deps): FastifyPluginAsync {
  const makeCrop = cropMaker({ database, storage, images });
  const headers = securityHeaders("file", secure);

  /** The requested file; if it does not exist yet, the master, which must not be cached under that name. */
  const find = async (key: string, file: string) => {
    const [, variant, picture, icon] = FILE.exec(file) ?? [];
    const crop = picture ?? icon;
    const format = (variant ?? crop) as keyof typeof TYPES | undefined;
    if (!format || !PICTURE_KEY.test(key)) return null;
    const name = `${key}/${file}`;
    const found = (await storage.read(name)) ?? (crop && (await makeCrop(key, file)) ? await storage.read(name) : null);
    if (found) return { ...found, type: TYPES[format], cacheControl: "public, max-age=31536000, immutable" };
    const row = await findPicture(database.db, key);
    const master = row && (crop || row.has_variants === 0) ? await storage.read(`${key}/${masterName(row)}`) : null;
    return row && master && { ...master, type: TYPES[row.fallback_format], cacheControl: "no-store" };
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
