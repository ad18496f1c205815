import { actorOf } from "#features/accounts/policy.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import { type AnswerHead, serve } from "#platform/endpoints.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { type SettingsStore, updateNewsroom } from "./commands.ts";
import { settingsEndpoints } from "./endpoints.ts";
import { readNewsroom } from "./queries.ts";
import { newsroomVersion } from "./rules.ts";
import type { Newsroom } from "./schema.ts";

function answer(reply: AnswerHead, body: Newsroom): Newsroom {
  reply.header("etag", versionTag(newsroomVersion(body), body));
  return body;
}

/** The newsroom's settings. */
export function settingsRoutes(store: SettingsStore): ApiPlugin {
  return async (app) =>
    serve(app, settingsEndpoints, {
      "GET /settings/newsroom": async (_call, reply) => answer(reply, await readNewsroom(store.database.db)),
      "PUT /settings/newsroom": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return answer(reply, await updateNewsroom(store, actorOf(call), call.body, isCurrent));
      },
    });
}
