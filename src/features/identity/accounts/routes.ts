import type { Kysely } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { startPasskeyLogin } from "#features/identity/second-factor/commands.ts";
import { isFactorDue } from "#features/identity/second-factor/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { ApiPlugin } from "#platform/endpoints.ts";
import { type ResponseHead, serve } from "#platform/endpoints.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { permissionsOf } from "#shared/permissions.ts";
import { accountOf, actorOf, sessionOf, type WithViewer } from "#shared/viewer.ts";
import { accountEndpoints, type OwnProfile, type Profile } from "./endpoints.ts";
import { loginClient } from "./policy.ts";
import { updateProfile } from "./profiles.ts";
import { findOwn, findProfile, findSession, listAuthors } from "./queries.ts";
import { DEVICE_HEADER, NO_ACCOUNT, profileVersion } from "./rules.ts";
import type { SessionStore } from "./session-store.ts";
import { logOut, refresh } from "./sessions.ts";
import { logIn, takeSecondStep } from "./sign-in.ts";

/** The ETag covers the role and permissions too: a browser that revalidates must learn of a new role. */
const respond = (reply: ResponseHead, body: OwnProfile): OwnProfile => tagged(reply, profileVersion(body), body);

/** A profile with what only its owner learns. Throws NotFoundError. */
async function withOwn(db: Kysely<Tables>, now: number, call: WithViewer, body: Profile): Promise<OwnProfile> {
  const accountId = accountOf(call);
  const own = await findOwn(db, accountId);
  const session = await findSession(db, { sub: accountId, sid: sessionOf(call) }, now);
  if (!own || !session) throw new NotFoundError("account_not_found", NO_ACCOUNT);
  const { id, email, role } = own;
  const second_factor_due = await isFactorDue(db, { ...session, accountId });
  return { id, ...body, email: email ?? "", role, permissions: permissionsOf(role), second_factor_due };
}

type Deps = {
  database: Database;
  clock: Clock;
  sessions: SessionStore;
};

export function accountRoutes(deps: Deps): ApiPlugin {
  const { database, clock, sessions } = deps;
  return async (app) =>
    serve(app, accountEndpoints, {
      "POST /token": async ({ body, headers, ip }, reply) => {
        reply.header("cache-control", "no-store");
        const result = await logIn(sessions, body, loginClient({ headers, ip }));
        if ("step" in result) return result.step;
        reply.header(DEVICE_HEADER, result.device);
        return result.tokens;
      },

      "POST /token/second-factor": async (call, reply) => {
        reply.header("cache-control", "no-store");
        const { tokens, device } = await takeSecondStep(sessions, call.body, loginClient(call));
        reply.header(DEVICE_HEADER, device);
        return tokens;
      },

      "POST /token/passkey": (_call, reply) => {
        reply.header("cache-control", "no-store");
        return startPasskeyLogin(sessions);
      },

      "POST /token/refresh": (call, reply) => {
        reply.header("cache-control", "no-store");
        return refresh(sessions, call.body.refresh, loginClient(call));
      },

      "POST /token/logout": ({ body, ip }) => logOut(sessions, body.refresh, ip),

      "GET /accounts/users/me": async (call, reply) => {
        const found = await findProfile(database.db, accountOf(call));
        if (!found) throw new NotFoundError("account_not_found", NO_ACCOUNT);
        return respond(reply, await withOwn(database.db, clock.now(), call, found));
      },

      "GET /accounts/authors": () => listAuthors(database.db),

      "PUT /accounts/profile": async (call, reply) => {
        const owner = { by: actorOf(call), accountId: accountOf(call) };
        const saved = await updateProfile(deps, owner, call.body, isCurrentFor(call), (trx, profile) =>
          withOwn(trx, clock.now(), call, profile),
        );
        return respond(reply, saved);
      },
    });
}
