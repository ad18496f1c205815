import type { FastifyInstance } from "fastify";
import type { Database } from "#db/open.ts";
import { addAccount } from "#features/accounts/commands.ts";
import { operator } from "#shared/actor.ts";
import { editorApiUrl } from "#shared/urls.ts";
import { testClock } from "./clock.ts";

export const EDITOR = { email: "editor@news.example", password: "correct horse battery", name: "Amina Otieno" };

/** Tries to log in from an address; answers the whole response. */
export function logIn(app: FastifyInstance, login: object = EDITOR, remoteAddress = "192.0.2.1") {
  return app.inject({ method: "POST", url: editorApiUrl.token(), payload: login, remoteAddress });
}

/** Adds an editor and logs in; `headers` is what a call of the editor carries. */
export async function startEditor(app: FastifyInstance, database: Database, account = EDITOR) {
  await addAccount(database, testClock(), operator, account);
  const { access, refresh } = (await logIn(app, account)).json<{ access: string; refresh: string }>();
  return { access, refresh, headers: { authorization: `Bearer ${access}` } };
}
