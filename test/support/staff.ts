import { insertAccount } from "#features/identity/accounts/commands.ts";
import type { Notification } from "#features/notifications/endpoints.ts";
import { operator, type Role } from "#shared/actor.ts";
import { cheapHash } from "./accounts.ts";
import { apiUrl, editorApiUrl } from "./api-url.ts";
import { testClock } from "./clock.ts";
import { EDITOR, logIn } from "./editor.ts";
import type { OpenTestDatabase } from "./engines.ts";
import { startTestApp } from "./test-app.ts";

const STAFF = {
  chief: { name: "Amina Otieno", role: "chief" },
  editor: { name: "Baraka Njoroge", role: "editor" },
  another: { name: "Esther Mwangi", role: "editor" },
  writer: { name: "Wanjiru Kamau", role: "writer" },
  contributor: { name: "Otieno Odhiambo", role: "contributor" },
} as const satisfies Record<string, { name: string; role: Role }>;
/** Less than an access token lives, in milliseconds. */
const FRESH_FOR = 10 * 60_000;
const emailOf = (name: string) => `${name}@news.example`;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Person = keyof typeof STAFF;

/** A newsroom with somebody of each role, and another editor. */
export async function startStaff(open: OpenTestDatabase, settings: Parameters<typeof startTestApp>[1] = {}) {
  const clock = testClock();
  const database = await open();
  const site = await startTestApp(database, { ...settings, clock });
  const ids = {} as Record<Person, number>;
  const password_hash = await cheapHash(EDITOR.password);
  await database.db.transaction().execute(async (trx) => {
    for (const [name, person] of Object.entries(STAFF) as [Person, (typeof STAFF)[Person]][])
      ids[name] = await insertAccount(trx, clock, operator, { ...person, email: emailOf(name), password_hash });
  });
  const tokens = new Map<Person, { authorization: string; at: number }>();
  async function headersOf(name: Person) {
    const known = tokens.get(name);
    if (known && clock.now() - known.at < FRESH_FOR) return { authorization: known.authorization };
    const login = { email: emailOf(name), password: EDITOR.password };
    const { access } = (await logIn(site.app, login)).json<{ access: string }>();
    const authorization = `Bearer ${access}`;
    tokens.set(name, { authorization, at: clock.now() });
    return { authorization };
  }
  /** A call of one of them. */
  async function as(name: Person, method: Method, url: string, payload?: object, ifMatch?: string) {
    const headers = { ...(await headersOf(name)), ...(ifMatch && { "if-match": ifMatch }) };
    const response = await site.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.body && response.json(), headers: response.headers };
  }
  const notifications = async (name: Person) =>
    (await as(name, "GET", editorApiUrl.notifications())).body as Notification[];
  return {
    ...site,
    clock,
    database,
    ids,
    as,
    headersOf,
    notifications,
    nameOf: (name: Person) => STAFF[name].name,
    /** The id of a new article of somebody. */
    write: async (name: Person, fields: object = {}): Promise<number> => {
      const payload = { title: "Bridge opens", category: "Tech", content: "<p>Text.</p>", ...fields };
      return (await as(name, "POST", apiUrl.articles(), payload)).body.id;
    },
    /** What somebody was told, in short: the kind with its detail, and who did it. */
    told: async (name: Person) =>
      (await notifications(name)).map(({ kind, detail, actor }) => [detail ? `${kind} ${detail}` : kind, actor]),
    unread: async (name: Person): Promise<number> => (await as(name, "GET", editorApiUrl.unread())).body.count,
  };
}
