import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { errorBody } from "#shared/schema.ts";
import { updateProfile } from "./commands.ts";
import { accountOf, actorOf } from "./policy.ts";
import { findProfile } from "./queries.ts";
import { DEVICE_HEADER, profileVersion } from "./rules.ts";
import { loginBody, type Profile, profile, profileBody, refreshBody, tokenPair } from "./schema.ts";
import type { Sessions } from "./sessions.ts";

const TOKENS = ["Tokens"];
const ACCOUNTS = ["Accounts"];

function answer(reply: FastifyReply, body: Profile): Profile {
  reply.header("etag", versionTag(profileVersion(body), body));
  return body;
}

/** Logging in and out, and one's own profile. */
export function accountRoutes({ database, sessions }: { database: Database; sessions: Sessions }): ApiPlugin {
  return async (app) => {
    app.post(
      "/token",
      {
        config: { access: "public" },
        schema: {
          summary: "Log in",
          description: `The answer's header ${DEVICE_HEADER}, sent along with a later login, keeps the way in open while others guess.`,
          tags: TOKENS,
          body: loginBody,
          response: { 200: tokenPair },
        },
      },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const sent = request.headers[DEVICE_HEADER];
        const client = { address: request.ip, device: typeof sent === "string" ? sent : undefined };
        const { tokens, device } = await sessions.logIn(request.body, client);
        reply.header(DEVICE_HEADER, device);
        return tokens;
      },
    );

    app.post(
      "/token/refresh",
      {
        config: { access: "public" },
        schema: {
          summary: "Exchange a refresh token for new tokens",
          tags: TOKENS,
          body: refreshBody,
          response: { 200: tokenPair },
        },
      },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        return sessions.refresh(request.body.refresh, request.ip);
      },
    );

    app.post(
      "/token/logout",
      {
        config: { access: "public" },
        schema: { summary: "Log out: end the session", tags: TOKENS, body: refreshBody, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await sessions.logOut(request.body.refresh);
        return reply.status(204).send(null);
      },
    );

    app.get(
      "/accounts/users/me",
      {
        config: { access: "editor" },
        schema: { summary: "One's own profile", tags: ACCOUNTS, response: { 200: profile } },
      },
      async (request, reply) => {
        const found = await findProfile(database.db, accountOf(request));
        if (!found) throw new NotFoundError("There is no such account.");
        return answer(reply, found);
      },
    );

    app.put(
      "/accounts/profile",
      {
        config: { access: "editor" },
        schema: {
          summary: "Change one's own profile; what is left out keeps its value",
          description: "With its ETag in If-Match, it is refused (409) where the profile has been changed since.",
          tags: ACCOUNTS,
          body: profileBody,
          response: { 200: profile, 409: errorBody },
        },
      },
      async (request, reply) => {
        const isCurrent = (version: string) => matchesVersion(request.headers["if-match"], version);
        const saved = await updateProfile(database, actorOf(request), accountOf(request), request.body, isCurrent);
        return answer(reply, saved);
      },
    );
  };
}
