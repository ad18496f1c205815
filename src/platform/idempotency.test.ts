import { describe, expect, test } from "vitest";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { createIdempotently, creationOf, type NoteCreated, rejectUnstorable } from "./idempotency.ts";

/** What the call throws; undefined for nothing. */
function refusal(params: unknown, query: unknown): unknown {
  try {
    rejectUnstorable({ params, query });
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each([
  [undefined, undefined],
  [{}, {}],
  [{ slug: "цена-😀" }, { query: "😀\tb\u200f\u0001", tag: ["😀"] }],
  [{ id: 12 }, { limit: 5, tags: ["a", "b"], none: null }],
])("what both engines can keep passes: %j, %j", (params, query) => {
  expect(refusal(params, query)).toBeUndefined();
});

describe("text that a store cannot keep", () => {
  test.each(["a\u0000b", "\ud800", "\udc00\ud800"])("%j is nothing in a path, and a mistake in a query", (text) => {
    expect(refusal({ slug: text }, {})).toBeInstanceOf(NotFoundError);
    expect(refusal({}, { tag: text })).toMatchObject({ code: "invalid_input", errors: { tag: expect.any(String) } });
  });

  test("is white space in what is searched for", () => {
    const query = { query: "a\u0000b\ud800" };
    expect(refusal({}, query)).toBeUndefined();
    expect(query).toEqual({ query: "a b\ufffd" });
  });

  test("is found among several values of one name", () => {
    expect(refusal({}, { tag: ["fine", "a\u0000"] })).toMatchObject({ errors: { tag: expect.any(String) } });
  });

  test("in the path counts before the query: there is nothing whose query could be wrong", () => {
    expect(refusal({ slug: "\u0000" }, { query: "\u0000" })).toBeInstanceOf(NotFoundError);
  });

  test("in a parameter's name is left alone: no call knows such a name, and it cannot be repeated in an answer", () => {
    expect(refusal({}, { "\u0000": "\u0000" })).toBeUndefined();
  });
});

const KEY = "9f3c7e62-1a5b-4c8d";

describe("the key of a creation", () => {
  const keyOf = (key: string | string[] | undefined) =>
    creationOf({ headers: { "idempotency-key": key } as Record<string, string> }, "issue", 3);

  test("is optional, and belongs to an account and a resource", () => {
    expect(keyOf(undefined)).toBeUndefined();
    expect(keyOf(KEY)).toEqual({ resource: "issue", account: 3, key: KEY });
    expect(keyOf("x".repeat(8))).toBeDefined();
    expect(keyOf("x".repeat(100))).toBeDefined();
  });

  test.each(["", "short-7", "x".repeat(101), "with spaces", "ümlaut-key", `${KEY}\n`, [KEY, KEY]])(
    "is rejected if it is %j, rather than ignored: a retry would create another",
    (key) => {
      expect(() => keyOf(key)).toThrow(/^Idempotency-Key must be/);
    },
  );
});

describeOnEngines("creating once", (open) => {
  async function start() {
    const { db } = await open();
    const headers: string[] = [];
    const reply = { header: (name: string) => headers.push(name), status: () => undefined };
    const rows = new Map<number, string>();
    let last = 0;
    /** Creates a row as a command does: in a transaction that also notes it, if it gets that far. */
    const create = (text: string, failure?: Error) => (note: NoteCreated) =>
      db.transaction().execute(async (trx) => {
        const id = ++last;
        await note(trx, id);
        if (failure) throw failure;
        rows.set(id, text);
        return text;
      });
    const find = async (id: number) => rows.get(id);
    const ask = (
      key: string | undefined,
      text: string,
      { account = 3, failure }: { account?: number; failure?: Error } = {},
    ) =>
      createIdempotently(key === undefined ? undefined : { resource: "issue", account, key }, {
        db,
        reply,
        create: create(text, failure),
        find,
      });
    const skipTo = (id: number) => {
      last = id;
    };
    return { db, ask, rows, headers, skipTo };
  }

  test("a repeated key returns what was created, in its current state, and marks it as repeated", async () => {
    const { ask, rows, headers } = await start();
    expect(await ask(KEY, "first")).toBe("first");
    expect(headers).toEqual([]);
    rows.set(1, "edited since");
    expect(await ask(KEY, "second")).toBe("edited since");
    expect(headers).toEqual(["idempotency-replayed"]);
    expect(await ask(KEY, "another account's", { account: 4 })).toBe("another account's");
    expect([await ask(undefined, "a"), await ask(undefined, "b")]).toEqual(["a", "b"]);
  });

  test("a failed creation stores no key, so that the same key may succeed", async () => {
    const { ask } = await start();
    await expect(ask(KEY, "x", { failure: new ConflictError("slug_taken", "This slug is taken.") })).rejects.toThrow(
      "taken",
    );
    expect(await ask(KEY, "second")).toBe("second");
  });

  test("what was created and deleted is not created again", async () => {
    const { ask, rows } = await start();
    await ask(KEY, "first");
    rows.clear();
    await expect(ask(KEY, "second")).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test("of several concurrent ones one creates, and all return it", async () => {
    const { ask, rows } = await start();
    const answers = await Promise.all(["a", "b", "c"].map((text) => ask(KEY, text)));
    expect(new Set(answers).size).toBe(1);
    expect([...rows.values()]).toEqual([answers[0]]);
  });

  test("the last ten thousand keys are kept, by what was created under them", async () => {
    const { ask, db, skipTo } = await start();
    const keys = async () =>
      (await db.selectFrom("idempotency_key").select("key").orderBy("created_id").execute()).map(({ key }) => key);
    await ask("first-key", "a");
    await ask("second-key", "b");
    skipTo(10_001);
    await ask("last-key-1", "c");
    expect(await keys()).toEqual(["second-key", "last-key-1"]);
  });
});
