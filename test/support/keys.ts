import type { ApiKey } from "#features/keys/endpoints.ts";
import { testClock } from "./clock.ts";
import { EDITOR, startEditor } from "./editor.ts";
import { type OpenTestDatabase, openSqliteForTest } from "./engines.ts";
import { startTestApp } from "./test-app.ts";

/** A server with two chiefs, of whom one makes keys. */
export async function startWithKeys(
  open: OpenTestDatabase = openSqliteForTest,
  settings: Parameters<typeof startTestApp>[1] = {},
) {
  const clock = testClock();
  const database = await open();
  const site = await startTestApp(database, { clock, ...settings });
  const { app } = site;
  await startEditor(app, database, { ...EDITOR, email: "first@news.example", name: "First Chief" });
  const { headers } = await startEditor(app, database);
  const rows = database.db.selectFrom("account").select("id").where("email", "=", EDITOR.email);
  const { id } = await rows.executeTakeFirstOrThrow();

  type Method = "GET" | "POST" | "PUT" | "DELETE" | "OPTIONS";
  const call = async (method: Method, url: string, sent: object = headers, payload?: object) => {
    const response = await app.inject({ method, url, headers: { ...sent }, ...(payload && { payload }) });
    const body = response.body.startsWith("{") || response.body.startsWith("[") ? response.json() : response.body;
    return { status: response.statusCode, body, headers: response.headers };
  };
  /** A key of the chief, and what its requests have. */
  const makeKey = async (given: object = {}) => {
    const payload = { name: "Archive", role: "chief", scopes: ["read"], ...given };
    const { status, body } = await call("POST", "/api/api-keys/", headers, payload);
    return { status, body: body as ApiKey, headers: { authorization: `Bearer ${body.key}` } };
  };
  return { ...site, database, clock, chief: { id, headers }, call, makeKey };
}
export type SiteWithKeys = Awaited<ReturnType<typeof startWithKeys>>;
