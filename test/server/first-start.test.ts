import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { removeEdition } from "#app/demo/remove.ts";
import { isNew, type SeedParts, seedEdition, seedFoundation } from "#app/demo/seed.ts";
import { createListeners, type Listeners } from "#app/listeners.ts";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/documents/trash/articles.ts";
import { ensureFirstAccount } from "#features/identity/accounts/commands.ts";
import type { Images } from "#platform/images.ts";
import { verifyPassword } from "#platform/password.ts";
import { onBehalfOf, operator } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { openContent } from "#test/support/content.ts";
import { createPostgresDatabase, createSqliteDatabase, openMigrated } from "#test/support/engines.ts";
import { Interruption, interruptedAfter } from "#test/support/interruption.ts";

const DEMO = join(import.meta.dirname, "..", "..", "demo");
/** Articles of the edition that take part: all of them would take long. */
const EDITION = 5;
const NODES = 10;
const FIRST = { email: "first@news.example", name: "Nomsa Dube", password: undefined };

type Create = () => Promise<Parameters<typeof openDatabase>[0]>;
const engines: { name: string; create: Create; isMissing: boolean }[] = [
  { name: "sqlite", create: createSqliteDatabase, isMissing: false },
  {
    name: "postgres",
    create: async () => ({ engine: "postgres", url: await createPostgresDatabase() }),
    isMissing: inject("postgres") === null,
  },
];

/** Collects what the operator is told of the first account. */
const telling = (announced: string[], warnings: string[] = []) => ({
  announce: (password: string) => void announced.push(password),
  warn: (reason: string) => void warnings.push(reason),
});

/** The first edition with a few of its articles. */
function shortEdition(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-edition-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "articles"));
  const articles = readdirSync(join(DEMO, "articles")).slice(0, EDITION);
  const others = readdirSync(DEMO).filter((name) => name !== "articles");
  for (const name of [...others, ...articles.map((article) => join("articles", article))])
    symlinkSync(join(DEMO, name), join(folder, name));
  return folder;
}

/** Pictures are not what is tested here, and take long. */
const images: Images = {
  master: async () => ({ data: new Uint8Array(1), width: 1, height: 1, format: "jpg" }),
  variant: async () => new Uint8Array(1),
  crop: async () => new Uint8Array(1),
  close: () => undefined,
};
const storage: SeedParts["storage"] = {
  put: async () => undefined,
  read: async () => null,
  removeFolder: async () => undefined,
  list: async function* () {},
  remove: async () => undefined,
};
const partsOf = (database: Database): SeedParts & Listeners => ({
  database,
  clock: testClock(),
  storage,
  images,
  ...createListeners(testClock()),
  content: openContent(),
});

/** What a first start does, except for the pictures; returns the passwords that were announced. */
async function start(database: Database, edition: string): Promise<string[]> {
  const announced: string[] = [];
  await migrate(database);
  await database.maintenance(async (withoutTimeouts) => {
    const parts = partsOf(withoutTimeouts);
    await seedFoundation(parts);
    if (await isNew(withoutTimeouts)) await seedEdition(parts, edition);
    await ensureFirstAccount(withoutTimeouts, parts.clock, FIRST, telling(announced));
  });
  return announced;
}

async function expectWhole({ db }: Database, announced: string[]): Promise<void> {
  expect(await db.selectFrom("article").select("id").execute()).toHaveLength(EDITION);
  expect(await db.selectFrom("category").select("id").execute()).toHaveLength(6);
  expect(await db.selectFrom("ad_space").select("id").execute()).toHaveLength(4);
  const names = (await db.selectFrom("account").select("name").execute()).map(({ name }) => name);
  expect(names, "no author twice").toEqual([...new Set(names)]);
  const logins = await db
    .selectFrom("account")
    .select(["email", "password_hash"])
    .where("email", "is not", null)
    .execute();
  expect(logins.map(({ email }) => email)).toEqual([FIRST.email]);
  const isKnown = await verifyPassword(announced.at(-1) ?? "", logins[0]?.password_hash ?? "");
  expect(isKnown, "the last password that was announced is the account's").toBe(true);
}

for (const { name, create, isMissing } of engines) {
  test.skipIf(isMissing)(`ten nodes start at once on an empty database (${name})`, async () => {
    const edition = shortEdition();
    const settings = await create();
    const nodes = await Promise.all(Array.from({ length: NODES }, () => openDatabase(settings)));
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))));
    const announced = (await Promise.all(nodes.map((node) => start(node, edition)))).flat();
    expect(announced, "one of them announces the password").toHaveLength(1);
    const [node] = nodes;
    if (node) await expectWhole(node, announced);
  });

  test.skipIf(isMissing)(`a first start that is interrupted anywhere is completed by the next (${name})`, async () => {
    const edition = shortEdition();
    const counted = interruptedAfter(await openMigrated(await create()), Number.POSITIVE_INFINITY);
    await start(counted.database, edition);
    const statements = counted.count();
    // A sample: at the beginning, in the middle of the edition, and around the account at the end.
    const moments = [
      3,
      8,
      12,
      Math.round(statements / 2),
      statements - 4,
      statements - 3,
      statements - 2,
      statements - 1,
    ];
    for (const moment of moments) {
      const database = await openMigrated(await create());
      const announced: string[] = [];
      await expect(start(interruptedAfter(database, moment).database, edition)).rejects.toThrow(Interruption);
      const articles = await database.db.selectFrom("article").select("id").execute();
      expect([0, EDITION], "no half edition").toContain(articles.length);
      announced.push(...(await start(database, edition)));
      await expectWhole(database, announced);
      await database.close();
    }
  });
}

test.skipIf(inject("postgres") === null)("of ten nodes that create the first account, one announces it", async () => {
  const settings = { engine: "postgres" as const, url: await createPostgresDatabase() };
  const [first, ...nodes] = await Promise.all(Array.from({ length: 1 + NODES }, () => openMigrated(settings)));
  if (!first) return;
  // Until all of them have found that nobody can log in.
  const holder = await first.db.startTransaction().execute();
  await sql`lock table account in share mode`.execute(holder);
  const announced: string[] = [];
  const made = Promise.all(nodes.map((node) => ensureFirstAccount(node, testClock(), FIRST, telling(announced))));
  const waiting = sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(first.db)).rows.length).toBe(NODES);
  await holder.rollback().execute();
  await made;
  expect(announced).toHaveLength(1);
  expect(await first.db.selectFrom("account").select("email").execute()).toEqual([{ email: FIRST.email }]);
});

test("an account whose password could not be announced is not created", async () => {
  const database = await openMigrated(await createSqliteDatabase());
  const failing = ensureFirstAccount(database, testClock(), FIRST, {
    ...telling([]),
    announce: () => {
      throw new Error("nobody listens");
    },
  });
  await expect(failing).rejects.toThrow("nobody listens");
  expect(await database.db.selectFrom("account").select("id").execute()).toEqual([]);
  const announced: string[] = [];
  const first = () => ensureFirstAccount(database, testClock(), FIRST, telling(announced));
  await first();
  await first();
  expect(announced).toHaveLength(1);
});

test.each([
  ["eleven char", /at least 12 characters/],
  ["P@ssw0rd2024", /most common/],
])("a weak password that the operator chose is warned of, once: %s", async (password, reason) => {
  const database = await openMigrated(await createSqliteDatabase());
  const warnings: string[] = [];
  const start = () => ensureFirstAccount(database, testClock(), { ...FIRST, password }, telling([], warnings));
  await start();
  await start();
  expect(warnings).toEqual([expect.stringMatching(reason)]);
  const made = await database.db.selectFrom("account").select("password_hash").executeTakeFirstOrThrow();
  expect(await verifyPassword(password, made.password_hash ?? "")).toBe(true);
});

test("a password of less than eight characters is refused for the first account, though an older one keeps it", async () => {
  const database = await openMigrated(await createSqliteDatabase());
  const start = () => ensureFirstAccount(database, testClock(), { ...FIRST, password: "seven c" }, telling([]));
  await expect(start()).rejects.toThrow(/at least 12 characters/);
  expect(await database.db.selectFrom("account").select("id").execute()).toEqual([]);
  await ensureFirstAccount(database, testClock(), FIRST, telling([]));
  await expect(start()).resolves.toBeUndefined();
});

test("removes the first edition with its authors and pictures, but not what people have edited or use", async () => {
  const database = await openMigrated(await createSqliteDatabase());
  const edition = shortEdition();
  await start(database, edition);
  const parts = partsOf(database);
  const [edited, used] = await database.db.selectFrom("article").select(["id", "author_id", "title"]).execute();
  if (!edited || !used) throw new Error("The edition is empty.");
  const person = await database.db.selectFrom("account").select("id").where("email", "is not", null).executeTakeFirst();
  await updateArticle(parts, onBehalfOf(person?.id ?? 0), edited.id, { excerpt: "Our own words." });
  await trashArticle(parts, operator, used.id);
  const removed = await removeEdition(parts, edition, false);
  expect(removed).toMatchObject({ articles: EDITION - 1, edited: [edited.title] });
  expect(await database.db.selectFrom("article").select("id").execute()).toEqual([{ id: edited.id }]);
  expect(await database.db.selectFrom("trashed_document").select("document_id").execute()).toEqual([]);
  const authors = await database.db.selectFrom("account").select("id").where("email", "is", null).execute();
  expect(authors).toEqual([{ id: edited.author_id }]);

  expect(await removeEdition(parts, edition, true)).toMatchObject({ articles: 1, authors: 1, edited: [] });
  for (const table of ["article", "picture"] as const)
    expect(await database.db.selectFrom(table).select("id").execute(), table).toEqual([]);
  await start(database, edition);
  expect(await database.db.selectFrom("article").select("id").execute(), "a later start").toEqual([]);
});

test("later starts change nothing, so that no cached page expires", async () => {
  const database = await openMigrated(await createSqliteDatabase());
  const edition = shortEdition();
  await start(database, edition);
  const version = database.contentVersion();
  await start(database, edition);
  expect(database.contentVersion()).toBe(version);
});
