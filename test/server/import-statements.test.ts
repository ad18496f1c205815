import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { describeOnEngines } from "#test/support/engines.ts";
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
  return { database: { ...database, db: database.db.withPlugin(plugin) }, counted };
}

describeOnEngines("the statements of an import", (open) => {
  test("hardly depend on the number of its posts while it stores them", async () => {
    const { database, counted } = counting(await open());
    const site = await startStaff(async () => database);
    const start = async (posts: number) => {
      const form = await formRequest({}, { file: ghostExport({ posts, site: `site ${posts}` }) }, "ghost.json");
      const headers = { ...form.headers, ...(await site.headersOf("chief")) };
      const { id } = (
        await site.app.inject({ method: "POST", url: "/api/imports/", payload: form.payload, headers })
      ).json<{ id: number }>();
      await site.runImports();
      expect((await site.as("chief", "POST", `/api/imports/${id}/start/`, {})).status).toBe(202);
      const before = counted.statements;
      await site.runImports();
      expect((await site.as("chief", "GET", `/api/imports/${id}/`)).body).toMatchObject({ state: "staged", error: "" });
      return counted.statements - before;
    };
    const few = await start(10);
    const many = await start(110);
    expect((many - few) / 100).toBeLessThan(0.5);
    const staged = await database.db.selectFrom("article").select("tags").where("is_staged", "=", 1).execute();
    expect(staged).toHaveLength(120);
    expect(staged.every(({ tags }) => JSON.parse(tags).length > 0)).toBe(true);
  });
});
