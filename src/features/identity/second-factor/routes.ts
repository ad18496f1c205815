import type { SettingsStore } from "#features/settings/commands.ts";
import { type AnswerHead, type ApiPlugin, serve } from "#platform/endpoints.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { actorOf } from "#shared/viewer.ts";
import { requirementEndpoints } from "./endpoints.ts";
import { readRequirement, updateRequirement } from "./requirement.ts";
import { requirementVersion } from "./rules.ts";
import type { Requirement } from "./schema.ts";

function answer(reply: AnswerHead, body: Requirement): Requirement {
  reply.header("etag", versionTag(requirementVersion(body), body));
  return body;
}

/** Which roles need a second factor. */
export function requirementRoutes(store: SettingsStore): ApiPlugin {
  return async (app) =>
    serve(app, requirementEndpoints, {
      "GET /settings/second-factor": async (_call, reply) => answer(reply, await readRequirement(store.database.db)),
      "PUT /settings/second-factor": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        return answer(reply, await updateRequirement(store, actorOf(call), call.body, isCurrent));
      },
    });
}
