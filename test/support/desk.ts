import type { ArticleDetail } from "#features/articles/schema.ts";
import { addTestAccount } from "./accounts.ts";
import { apiUrl } from "./api-url.ts";
import { publish } from "./articles.ts";
import { testClock } from "./clock.ts";
import { logIn, startPatientEditor } from "./editor.ts";
import type { OpenTestDatabase } from "./engines.ts";
import { startTestApp } from "./test-app.ts";

const COLLEAGUE = {
  email: "colleague@news.example",
  password: "another long password",
  name: "Baraka Njoroge",
  role: "chief" as const,
};

/** A server with two editors, who may save the same article, and readers. */
export async function startDesk(open: OpenTestDatabase, settings: Parameters<typeof startTestApp>[1] = {}) {
  const clock = testClock();
  const database = await open();
  const site = await startTestApp(database, { ...settings, clock });
  const call = await startPatientEditor(site.app, database, clock);
  await addTestAccount(database, clock, COLLEAGUE);
  /** A call of the other editor. */
  const callAsColleague = async (method: "GET" | "PUT" | "POST", url: string, payload?: object, ifMatch?: string) => {
    const { access } = (await logIn(site.app, COLLEAGUE)).json<{ access: string }>();
    const headers = { authorization: `Bearer ${access}`, ...(ifMatch && { "if-match": ifMatch }) };
    const response = await site.app.inject({ method, url, headers, ...(payload && { payload }) });
    return {
      status: response.statusCode,
      body: response.body === "" ? undefined : response.json(),
      headers: response.headers,
    };
  };
  const asReader = async (id: number) => (await site.app.inject(apiUrl.article(id))).json<ArticleDetail>();
  return {
    ...site,
    clock,
    database,
    call,
    colleague: COLLEAGUE,
    callAsColleague,
    asReader,
    publishOne: (change: Parameters<typeof publish>[1] = {}) => publish(site.store, change),
  };
}
