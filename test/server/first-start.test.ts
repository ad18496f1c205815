import { expect, test } from "vitest";
import { removeEdition } from "#app/demo-commands.ts";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { ensureFirstAccount } from "#features/identity/accounts/commands.ts";
import { verifyPassword } from "#platform/password.ts";
import { onBehalfOf, operator } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { createSqliteDatabase, openMigrated } from "#test/support/engines.ts";
import { EDITION, FIRST, partsOf, shortEdition, start, telling } from "#test/support/first-start.ts";

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
  ["P@ssw0rd2024", /too common/],
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
