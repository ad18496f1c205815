import { auditSettingsVersion } from "#features/audit/rules.ts";
import { type AnswerHead, type ApiPlugin, serve } from "#platform/endpoints.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { actorOf } from "#shared/viewer.ts";
import { type SettingsStore, updateAuditSettings, updateNewsroom, updateRetention } from "./commands.ts";
import { settingsEndpoints } from "./endpoints.ts";
import { readAuditSettings, readNewsroom, readRetention } from "./queries.ts";
import { newsroomVersion, type Retention, retentionVersion } from "./rules.ts";
import type { AuditSettings, Newsroom } from "./schema.ts";

function answerAudit(reply: AnswerHead, body: AuditSettings): AuditSettings {
  reply.header("etag", versionTag(auditSettingsVersion(body), body));
  return body;
}

function answer(reply: AnswerHead, body: Newsroom): Newsroom {
  reply.header("etag", versionTag(newsroomVersion(body), body));
  return body;
}

function answerRetention(reply: AnswerHead, body: Retention): Retention {
  reply.header("etag", versionTag(retentionVersion(body), body));
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
      "GET /settings/audit": async (_call, reply) => answerAudit(reply, await readAuditSettings(store.database.db)),
      "PUT /settings/audit": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return answerAudit(reply, await updateAuditSettings(store, actorOf(call), call.body, isCurrent));
      },
      "GET /settings/retention": async (_call, reply) => answerRetention(reply, await readRetention(store.database.db)),
      "PUT /settings/retention": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return answerRetention(reply, await updateRetention(store, actorOf(call), call.body, isCurrent));
      },
    });
}
