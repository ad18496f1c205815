import type { FastifyInstance } from "fastify";
import type { Database } from "#db/open.ts";
import { DEVICE_HEADER } from "#features/identity/accounts/rules.ts";
import type { Clock } from "#platform/clock.ts";
import type { Role } from "#shared/actor.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { addTestAccount } from "./accounts.ts";
import { testClock } from "./clock.ts";

/** Less than an access token lives, in milliseconds. */
const FRESH_FOR = 10 * 60_000;

/** Somebody who may do everything. */
export const EDITOR = {
  email: "editor@news.example",
  password: "correct horse battery",
  name: "Amina Otieno",
  role: "chief" as Role,
};

/** Tries to log in from an address, perhaps with a device token; returns the whole response. */
export function logIn(app: FastifyInstance, login: object = EDITOR, remoteAddress = "192.0.2.1", device?: string) {
  const headers = device === undefined ? {} : { [DEVICE_HEADER]: device };
  return app.inject({ method: "POST", url: editorApiUrl.token(), payload: login, remoteAddress, headers });
}

/** The device token of a login, for the next ones on the same device. */
export const deviceOf = (response: { headers: Record<string, unknown> }): string =>
  String(response.headers[DEVICE_HEADER]);

/** Adds a chief, or somebody of the given role, and logs in; `headers` is what a call has. */
export async function startEditor(app: FastifyInstance, database: Database, account = EDITOR) {
  await addTestAccount(database, testClock(), account);
  const { access, refresh } = (await logIn(app, account)).json<{ access: string; refresh: string }>();
  return { access, refresh, headers: { authorization: `Bearer ${access}` } };
}

type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  payload?: object;
  ifMatch?: string | undefined;
  /** The Idempotency-Key. */
  key?: string | undefined;
};

/** Adds an editor for tests that let hours and days pass: its calls log in again when needed. */
export async function startPatientEditor(app: FastifyInstance, database: Database, clock: Clock, account = EDITOR) {
  let { headers } = await startEditor(app, database, account);
  let loggedInAt = clock.now();
  return async ({ method, url, payload, ifMatch, key }: Call) => {
    if (clock.now() - loggedInAt > FRESH_FOR) {
      const { access } = (await logIn(app, account)).json<{ access: string }>();
      headers = { authorization: `Bearer ${access}` };
      loggedInAt = clock.now();
    }
    const response = await app.inject({
      method,
      url,
      headers: { ...headers, ...(ifMatch && { "if-match": ifMatch }), ...(key && { "idempotency-key": key }) },
      ...(payload && { payload }),
    });
    return { status: response.statusCode, body: response.body && response.json(), headers: response.headers };
  };
}
