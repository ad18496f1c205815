import type { Notification } from "#features/notifications/schema.ts";
import type { Role } from "#shared/roles.ts";
import { apiUrl, editorApiUrl } from "./api-url.ts";
import { testClock } from "./clock.ts";
import { EDITOR, startPatientEditor } from "./editor.ts";
import type { OpenTestDatabase } from "./engines.ts";
import { startTestApp } from "./test-app.ts";

const STAFF = {
  chief: { name: "Amina Otieno", role: "chief" },
  editor: { name: "Baraka Njoroge", role: "editor" },
  another: { name: "Esther Mwangi", role: "editor" },
  writer: { name: "Wanjiru Kamau", role: "writer" },
  contributor: { name: "Otieno Odhiambo", role: "contributor" },
} as const satisfies Record<string, { name: string; role: Role }>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Person = keyof typeof STAFF;

/** A newsroom with somebody of each role, and another editor. */
export async function startStaff(open: OpenTestDatabase, settings: Parameters<typeof startTestApp>[1] = {}) {
  const clock = testClock();
  const database = await open();
  const site = await startTestApp(database, { ...settings, clock });
  const people = new Map<Person, Awaited<ReturnType<typeof startPatientEditor>>>();
  const ids = {} as Record<Person, number>;
  for (const [name, person] of Object.entries(STAFF) as [Person, (typeof STAFF)[Person]][]) {
    const account = { ...EDITOR, ...person, email: `${name}@news.example` };
    people.set(name, await startPatientEditor(site.app, database, clock, account));
    const { id } = await database.db
      .selectFrom("account")
      .select("id")
      .where("email", "=", account.email)
      .executeTakeFirstOrThrow();
    ids[name] = id;
  }
  /** A call of one of them. */
  const as = (name: Person, method: Method, url: string, payload?: object, ifMatch?: string) => {
    const call = people.get(name);
    if (!call) throw new Error(`There is no ${name}.`);
    return call({ method, url, ...(payload && { payload }), ...(ifMatch && { ifMatch }) });
  };
  const notifications = async (name: Person) =>
    (await as(name, "GET", editorApiUrl.notifications())).body as Notification[];
  return {
    ...site,
    ...{ clock, database, ids, as, notifications },
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
