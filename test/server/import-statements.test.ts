import type { KyselyPlugin } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import type { Database } from "#db/open.ts";
import { on, subscribe } from "#features/events/commands.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { describeOnEngines, openPostgresForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { ghostExport } from "#test/support/ghost-export.ts";
import { startStaff } from "#test/support/staff.ts";

/** A database that counts its statements. */
function counting(database: Database) {
  const counted = { statements: 0 };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      counted.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const withCount = (one: Database): Database => ({
    ...one,
    db: one.db.withPlugin(plugin),
    maintenance: (work) => one.maintenance((own) => work(withCount(own))),
  });
  return { database: withCount(database), counted };
}

/** Statements for each post: SQLite's index of texts has rows of its own, which cost no round trips. */
const MOST = { start: { sqlite: 0.3, postgres: 0.3 }, release: { sqlite: 2.8, postgres: 0.8 } };

describeOnEngines("the statements of an import", (open) => {
  test("hardly depend on the number of its posts while it stores and releases them", async () => {
    const { database, counted } = counting(await open());
    const site = await startStaff(async () => database);
    const bring = async (posts: number) => {
      const id = await check(site, ghostExport({ posts, site: `https://site${posts}.example` }));
      const run = async (work: "start" | "release", state: string) => {
        expect((await site.as("chief", "POST", `/api/imports/${id}/${work}/`, {})).status).toBe(202);
        const before = counted.statements;
        await site.runImports();
        expect((await site.as("chief", "GET", `/api/imports/${id}/`)).body).toMatchObject({ state, error: "" });
        return counted.statements - before;
      };
      const start = await run("start", "staged");
      const staged = await database.db.selectFrom("article").select("tags").where("is_staged", "=", 1).execute();
      expect(staged).toHaveLength(posts);
      expect(staged.every(({ tags }) => JSON.parse(tags).length > 0)).toBe(true);
      return { start, release: await run("release", "released") };
    };
    const few = await bring(10);
    const many = await bring(210);
    for (const work of ["start", "release"] as const)
      expect((many[work] - few[work]) / 200, work).toBeLessThan(MOST[work][database.engine]);
    const redirects = database.db.selectFrom("redirect").select("id").where("target", "like", "/article/%");
    expect((await redirects.execute()).length, "one for each address").toBe(210);
  });
});

test.skipIf(inject("postgres") === null)(
  "others save and publish new words and names while an import is released, on PostgreSQL",
  async () => {
    const site = await startStaff(openPostgresForTest);
    const id = await check(site, ghostExport({ posts: 30 }));
    for (const work of ["start", "release"]) {
      if (work === "release") await publishDuringRelease(site);
      expect((await site.as("chief", "POST", `/api/imports/${id}/${work}/`, {})).status).toBe(202);
      await site.runImports();
    }
    expect((await site.as("chief", "GET", `/api/imports/${id}/`)).body).toMatchObject({ state: "released", error: "" });
    const found = (await site.app.inject(`${apiUrl.articles()}?limit=50`)).json() as { title: string }[];
    expect(found).toHaveLength(31);
  },
);

type Site = Awaited<ReturnType<typeof startStaff>>;

/** Publishes another article within the transaction of the release. */
async function publishDuringRelease(site: Site): Promise<void> {
  const own = await site.write("editor", { title: "Zimbambe xylographs", content: "<p>Unheardofword.</p>" });
  const fields = { status: "published", excerpt: "Quixotically zebralike.", tags: ["Neverseen"] };
  const others = on(["article.written"], async (_cause, events) => {
    if (events.length < 30) return;
    expect((await site.as("editor", "PUT", apiUrl.article(own), fields)).status).toBe(200);
  });
  const subscribed = subscribe([others]);
  onTestFinished(() => subscribed[Symbol.dispose]());
}

async function check(site: Site, file: Buffer): Promise<number> {
  const form = await formRequest({}, { file }, "ghost.json");
  const headers = { ...form.headers, ...(await site.headersOf("chief")) };
  const answer = await site.app.inject({ method: "POST", url: "/api/imports/", payload: form.payload, headers });
  await site.runImports();
  return answer.json<{ id: number }>().id;
}
