import type { KyselyPlugin } from "kysely";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import type { Storage } from "#platform/storage.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startTestApp } from "#test/support/test-app.ts";

/** Far more calls than any of these requests makes. */
const MAX_CALLS = 100;

/** All that a client may learn about an internal fault. */
const SORRY = "Something went wrong on the server.";

/** Counts calls of the database and the files, and makes the n-th one fail. */
function faults() {
  let left = Number.POSITIVE_INFINITY;
  const step = () => {
    left -= 1;
    if (left === 0) throw new Error("The fault of this test.");
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      step();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    arm(nth: number) {
      left = nth;
    },
    /** Whether the fault has occurred. */
    disarm(): boolean {
      const hasFired = left <= 0;
      left = Number.POSITIVE_INFINITY;
      return hasFired;
    },
    before: (database: Database): Database => ({ ...database, db: database.db.withPlugin(plugin) }),
    beforeStorage: (storage: Storage): Storage => ({
      ...storage,
      async put(name, bytes) {
        step();
        await storage.put(name, bytes);
      },
    }),
  };
}

let shade = 0;
/** A picture unlike all others. */
function newPicture(): Promise<Buffer> {
  shade += 1;
  return sharp({ create: { width: 32, height: 32, channels: 3, background: { r: shade % 256, g: shade >> 8, b: 30 } } })
    .png()
    .toBuffer();
}

async function start(database: Database) {
  const fault = faults();
  const site = await startTestApp(fault.before(database), { guardStorage: fault.beforeStorage });
  const { headers } = await startEditor(site.app, database);
  const count = async (table: string) =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n);
  /** Everything that a request of these tests may change. */
  const state = async () => ({
    articles: await database.db
      .selectFrom("article")
      .select(["id", "title", "image_url", "version"])
      .orderBy("id")
      .execute(),
    tags: await count("article_topic"),
    indexed: await count("article_search"),
    categories: await count("category"),
    pictures: await count("picture"),
    files: site.storedFiles().length,
    subscribers: await count("subscriber"),
  });
  type State = Awaited<ReturnType<typeof state>>;
  type Call = { method: "POST" | "PUT" | "DELETE"; url: string; payload?: object | Buffer; headers?: object };

  /** Makes every call fail in turn: the request succeeds completely, or fails with JSON and leaves nothing. */
  const survive = async (prepare: () => Promise<Call>, isDone: (before: State, after: State) => boolean) => {
    const send = (call: Call) => site.app.inject({ ...call, headers: { ...headers, ...call.headers } });
    // The first time takes more calls, for words that the search does not know yet for example.
    await send(await prepare());
    for (let nth = 1; nth < MAX_CALLS; nth += 1) {
      const call = await prepare();
      const before = await state();
      fault.arm(nth);
      const answer = await send(call);
      const hasFired = fault.disarm();
      const after = await state();
      if (answer.statusCode < 400) expect(isDone(before, after), `call ${nth} succeeds whole`).toBe(true);
      else {
        expect(answer.statusCode, `call ${nth}`).toBeGreaterThanOrEqual(500);
        const body = answer.json();
        expect(body, `call ${nth}`).toMatchObject({ ...(body.error && { error: SORRY }), detail: SORRY });
        expect(after, `call ${nth} leaves nothing`).toEqual(before);
      }
      if (hasFired) continue;
      expect(answer.statusCode).toBeLessThan(300);
      return nth - 1;
    }
    throw new Error("There was a fault at every call.");
  };
  return { ...site, survive };
}

describeOnEngines("when any query or file write fails", (open) => {
  test("an article with pictures is created completely or not at all", async () => {
    const { survive } = await start(await open());
    let number = 0;
    const faultsMet = await survive(
      async () => {
        number += 1;
        const inside = (await newPicture()).toString("base64");
        const content = `<p>Text</p><img src="data:image/png;base64,${inside}">`;
        const fields = {
          title: `New ${number}`,
          category: `Fresh ${number}`,
          tags: "one,two",
          content,
          status: "published",
        };
        return {
          method: "POST",
          url: apiUrl.articles(),
          ...(await formRequest(fields, { image_url: await newPicture() })),
        };
      },
      (before, after) =>
        after.articles.length === before.articles.length + 1 &&
        after.tags === before.tags + 2 &&
        after.indexed === before.indexed + 1 &&
        after.categories === before.categories + 1 &&
        after.pictures === before.pictures + 2 &&
        after.files === before.files + 2,
    );
    expect(faultsMet).toBeGreaterThan(10);
  });

  test("an article is changed completely or not at all", async () => {
    const { store, survive } = await start(await open());
    const id = await publish(store, { title: "Before", tags: ["one"] });
    let number = 0;
    const faultsMet = await survive(
      async () => {
        number += 1;
        const fields = { title: `After ${number}`, category: `Other ${number}` };
        return {
          method: "PUT",
          url: apiUrl.article(id),
          ...(await formRequest(fields, { image_url: await newPicture() })),
        };
      },
      (before, after) =>
        after.articles[0]?.title === `After ${number}` &&
        after.articles[0].version === (before.articles[0]?.version ?? 0) + 1 &&
        after.articles[0].image_url !== before.articles[0]?.image_url &&
        after.indexed === before.indexed &&
        after.categories === before.categories + 1 &&
        after.pictures === before.pictures + 1 &&
        after.files === before.files + 1,
    );
    expect(faultsMet).toBeGreaterThan(10);
  });

  test("an article is deleted completely or not at all", async () => {
    const { store, survive } = await start(await open());
    const faultsMet = await survive(
      async () => ({ method: "DELETE", url: apiUrl.article(await publish(store, { tags: ["one"] })) }),
      (before, after) =>
        after.articles.length === before.articles.length - 1 &&
        after.tags === before.tags - 1 &&
        after.indexed === before.indexed - 1,
    );
    expect(faultsMet).toBeGreaterThan(3);
  });

  test("a picture is uploaded completely or not at all", async () => {
    const { survive } = await start(await open());
    const faultsMet = await survive(
      async () => ({
        method: "POST",
        url: editorApiUrl.upload(),
        ...(await formRequest({}, { file: await newPicture() })),
      }),
      (before, after) => after.pictures === before.pictures + 1 && after.files === before.files + 1,
    );
    expect(faultsMet).toBeGreaterThan(2);
  });

  test("a category is added completely or not at all", async () => {
    const { survive } = await start(await open());
    let number = 0;
    const faultsMet = await survive(
      async () => {
        number += 1;
        return { method: "POST", url: apiUrl.categories(), payload: { name: `Section ${number}` } };
      },
      (before, after) => after.categories === before.categories + 1,
    );
    expect(faultsMet).toBeGreaterThan(2);
  });

  test("a subscriber is added or not", async () => {
    const { survive } = await start(await open());
    let number = 0;
    const faultsMet = await survive(
      async () => {
        number += 1;
        return { method: "POST", url: apiUrl.subscribe(), payload: { email: `reader${number}@example.com` } };
      },
      (before, after) => after.subscribers === before.subscribers + 1,
    );
    expect(faultsMet).toBeGreaterThan(0);
  });
});
