import type { FastifyPluginAsync } from "fastify";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { wordsUrl } from "#shared/urls.ts";
import { actorOf } from "#shared/viewer.ts";
import type { SettingsStore } from "../commands.ts";
import { readSiteLanguage } from "../facts/queries.ts";
import type { SiteSettings } from "../facts/schema.ts";
import { changeWords, removeWords } from "./commands.ts";
import { wordsEndpoints } from "./endpoints.ts";
import { messagesIn } from "./messages.ts";
import { fileOfWords, findWords, listLanguages, readWords } from "./queries.ts";
import { codeFault } from "./rules.ts";

type Deps = SettingsStore & {
  siteDefaults: SiteSettings;
  /** Updates what is stored with texts of the interface. */
  onWordsChange: () => Promise<void>;
};

export function wordsRoutes({ siteDefaults, onWordsChange, ...store }: Deps): ApiPlugin {
  const { db } = store.database;
  const siteLanguage = async (reader: typeof db) => (await readSiteLanguage(reader, siteDefaults.language)) ?? "en";
  return async (app) =>
    serve(app, wordsEndpoints, {
      "GET /settings/words": async () => listLanguages(db, await siteLanguage(db)),
      "GET /settings/words/:language": async ({ params: { language } }, reply) => {
        const found = await findWords(db, language);
        return tagged(reply, settingVersion(found), found);
      },
      "PUT /settings/words/:language": async (call, reply) => {
        const edit = { by: actorOf(call), body: call.body, isCurrent: isCurrentFor(call) };
        const saved = await changeWords(store, call.params.language, edit);
        await onWordsChange();
        return tagged(reply, settingVersion(saved), saved);
      },
      "DELETE /settings/words/:language": async (call) => {
        const edit = { by: actorOf(call), isCurrent: isCurrentFor(call) };
        const isUsed = async (trx: typeof db, language: string) => (await siteLanguage(trx)) === language;
        await removeWords(store, call.params.language, { ...edit, isUsed });
        await onWordsChange();
        return null;
      },
      "GET /settings/words/:language/messages": async ({ params: { language } }) => {
        await findWords(db, language);
        return { messages: [...messagesIn(language)] };
      },
    });
}

const FOREVER = "public, max-age=31536000, immutable";

/** Serves the words that browsers show. A former address gets the current ones, and is not cached. */
export function wordsFiles({ database: { db } }: SettingsStore, secure: boolean): FastifyPluginAsync {
  const headers = securityHeaders("file", secure);
  return async (app) => {
    app.get<{ Params: { language: string; hash: string } }>(
      wordsUrl.file(":language", ":hash"),
      async ({ params: { language, hash } }, reply) => {
        const file =
          codeFault(language) === null ? fileOfWords(language, (await readWords(db, language)).words) : undefined;
        const isCurrent = file?.address === wordsUrl.file(language, hash);
        reply.headers(headers).type("application/json; charset=utf-8");
        return reply.header("cache-control", isCurrent ? FOREVER : "no-cache").send(file?.json ?? "{}");
      },
    );
  };
}
