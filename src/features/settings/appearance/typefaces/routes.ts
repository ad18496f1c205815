import type { FastifyPluginAsync } from "fastify";
import { justWritten } from "#db/rows.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { acceptForms, requireForm } from "#platform/multipart.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { NotFoundError } from "#shared/errors.ts";
import { themeUrl } from "#shared/urls.ts";
import { actorOf } from "#shared/viewer.ts";
import { addTypeface, removeTypeface, type TypefaceStore } from "./commands.ts";
import { type ShownTypeface, typefaceEndpoints } from "./endpoints.ts";
import { readTypefaces } from "./queries.ts";
import { isBold, nameOf, type Typeface, usedFaces } from "./rules.ts";

function present(faces: readonly Typeface[]): ShownTypeface[] {
  const used = usedFaces(faces);
  return faces.map((face) => {
    const { key, role, file_name, size, licence, uploaded_at, is_italic, letters } = face;
    return {
      ...{ key, role, file_name, size, licence, uploaded_at, is_italic },
      name: nameOf(face),
      is_bold: isBold(face),
      is_used: used[role]?.includes(face) ?? false,
      url: themeUrl.font(key, letters.includes("basic") ? "basic" : "arabic"),
    };
  });
}

const { "POST /settings/typefaces": upload, ...others } = typefaceEndpoints;

/** The uploaded typefaces, for those who change the settings. */
export function typefaceRoutes(store: TypefaceStore): ApiPlugin {
  return async (app) => {
    serve(app, others, {
      "GET /settings/typefaces": async () => present(await readTypefaces(store.database.db)),
      "DELETE /settings/typefaces/:key": async (call) => {
        await removeTypeface(store, actorOf(call), call.params.key);
        return null;
      },
    });
    await app.register(async (forms) => {
      forms.addHook("preValidation", requireForm);
      await acceptForms(forms);
      serve(
        forms,
        { "POST /settings/typefaces": upload },
        {
          "POST /settings/typefaces": async (call) => {
            const faces = await addTypeface(store, actorOf(call), call.body);
            return justWritten(present(faces).at(-1));
          },
        },
      );
    });
  };
}

const KEY = /^[0-9a-f]{24}$/;
const FILE = /^[a-z]{1,20}\.woff2$/;

/** Serves the files of uploaded typefaces: immutable, as a changed one has another key. */
export function typefaceFiles({ storage }: TypefaceStore, secure: boolean): FastifyPluginAsync {
  const headers = { ...securityHeaders("file", secure), "cache-control": "public, max-age=31536000, immutable" };
  return async (app) => {
    app.get<{ Params: { key: string; file: string } }>(
      "/theme/fonts/:key/:file",
      { config: { cost: "picture" } },
      async ({ params: { key, file } }, reply) => {
        const found = KEY.test(key) && FILE.test(file) ? await storage.read(`${key}/${file}`) : null;
        if (!found) throw new NotFoundError("typeface_not_found", "Typeface not found.");
        return reply
          .headers({ ...headers, "content-type": "font/woff2", "content-length": found.size })
          .send(found.stream);
      },
    );
  };
}
