import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { type AnswerHead, serve } from "#platform/endpoints.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { updateProfile } from "./commands.ts";
import { accountEndpoints } from "./endpoints.ts";
import { accountOf, actorOf, loginClient } from "./policy.ts";
import { emailOf, findProfile, listAuthors } from "./queries.ts";
import { DEVICE_HEADER, profileVersion } from "./rules.ts";
import type { Profile } from "./schema.ts";
import type { Sessions } from "./sessions.ts";

function answer(reply: AnswerHead, body: Profile): Profile {
  reply.header("etag", versionTag(profileVersion(body), body));
  return body;
}

type Deps = { database: Database; clock: Clock; sessions: Sessions };

export function accountRoutes({ database, clock, sessions }: Deps): ApiPlugin {
  return async (app) =>
    serve(app, accountEndpoints, {
      "POST /token": async ({ body, headers, ip }, reply) => {
        reply.header("cache-control", "no-store");
        const answer = await sessions.logIn(body, loginClient({ headers, ip }));
        if ("step" in answer) return answer.step;
        reply.header(DEVICE_HEADER, answer.device);
        return answer.tokens;
      },

      "POST /token/second-factor": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { tokens, device } = await sessions.takeSecondStep(call.body, loginClient(call));
        reply.header(DEVICE_HEADER, device);
        return tokens;
      },

      "POST /token/passkey": (_call, reply) => {
        reply.header("cache-control", "no-store");
        return sessions.offerPasskeyLogin();
      },

      "POST /token/refresh": ({ body, ip }, reply) => {
        reply.header("cache-control", "no-store");
        return sessions.refresh(body.refresh, ip);
      },

      "POST /token/logout": ({ body, ip }) => sessions.logOut(body.refresh, ip),

      "GET /accounts/users/me": async (call, reply) => {
        const found = await findProfile(database.db, accountOf(call));
        if (!found) throw new NotFoundError("There is no such account.");
        return { ...answer(reply, found), email: await emailOf(database.db, accountOf(call)) };
      },

      "GET /accounts/authors": () => listAuthors(database.db),

      "PUT /accounts/profile": async (call, reply) => {
        const isCurrent = (version: string) => matchesVersion(call.headers["if-match"], version);
        const saved = await updateProfile({ database, clock }, actorOf(call), accountOf(call), call.body, isCurrent);
        return { ...answer(reply, saved), email: await emailOf(database.db, accountOf(call)) };
      },
    });
}
