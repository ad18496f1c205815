import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Entry, recordEntry } from "#features/audit/commands.ts";
import { operator, system } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { openSqliteForTest } from "#test/support/engines.ts";

/** An entry as it is stored: what somebody wrote of any length, and whatever a caller passes on. */
async function stored(entry: Partial<Entry>) {
  const { db } = await openSqliteForTest();
  const subject = { kind: "article", id: 41, title: "Bridge opens" };
  await recordEntry(db, testClock(), { by: operator, action: "article.update", subject, ...entry });
  const row = await db.selectFrom("audit_entry").selectAll().executeTakeFirstOrThrow();
  return { ...row, changes: JSON.parse(row.changes) };
}
const changesOf = async (changes: NonNullable<Entry["changes"]>) => (await stored({ changes })).changes;
const titleOf = async (title: string) => (await stored({ subject: { kind: "article", id: 41, title } })).subject_title;

describe("an entry of the audit log keeps", () => {
  test("a value of 200 characters as it is, and of a longer one its length and its hash", async () => {
    const [short, long] = ["x".repeat(200), "x".repeat(201)];
    expect(await changesOf({ excerpt: { from: short, to: long } })).toEqual({
      excerpt: { from: short, to: { characters: 201, sha256: createHash("sha256").update(long).digest("hex") } },
    });
  });

  test("nothing, no and naught as they are, and leaves out what was not given", async () => {
    const changes = { alt: { from: null, to: "" }, is_pinned: { from: false }, place: { from: undefined, to: 0 } };
    expect(await changesOf(changes)).toEqual({
      alt: { from: null, to: "" },
      is_pinned: { from: false },
      place: { to: 0 },
    });
  });

  test("a list as the text of it, which counts as long as it is", async () => {
    const changes = await changesOf({ tags: { to: ["a", "b"] }, ids: { to: Array.from({ length: 200 }, () => 1) } });
    expect(changes).toMatchObject({ tags: { to: '["a","b"]' }, ids: { to: { characters: 401 } } });
  });

  test("the first forty of more fields", async () => {
    const fields = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`field_${at}`, { to: at }]));
    expect(Object.keys(await changesOf(fields))).toEqual(Object.keys(fields).slice(0, 40));
  });

  test("300 characters of a title, the last of them an ellipsis where there were more", async () => {
    expect(await titleOf("x".repeat(300))).toBe("x".repeat(300));
    expect(await titleOf("x".repeat(301))).toBe(`${"x".repeat(299)}…`);
  });

  test("all of a title of few characters that are long to store, and cuts none in two", async () => {
    expect(await titleOf("🗞".repeat(160))).toBe("🗞".repeat(160));
    expect(await titleOf("🗞".repeat(301))).toBe(`${"🗞".repeat(299)}…`);
  });

  test("who did it: the operator or the program, where it was no account", async () => {
    expect(await stored({ by: operator })).toMatchObject({ actor_kind: "operator", actor_id: null, actor_name: "" });
    expect(await stored({ by: system })).toMatchObject({ actor_kind: "system", actor_id: null });
    const stranger = { kind: "nobody", accountId: null, network: "192.0.2.0/24" } as const;
    expect(await stored({ by: stranger })).toMatchObject({ actor_kind: "nobody", network: "192.0.2.0/24" });
  });

  test("the number of an account that is gone, without a name", async () => {
    const by = { accountId: 999, network: "192.0.2.0/24" };
    expect(await stored({ by })).toMatchObject({ actor_kind: "account", actor_id: 999, actor_name: "" });
  });

  test("no words of its values among those that it is found by", async () => {
    const { words } = await stored({ changes: { bio: { from: "Confidential", to: "Zieliński" } } });
    expect(words).toBe("bridge opens   article changed bio");
  });
});
