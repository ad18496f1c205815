import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stubIndexedDb, stubWindow } from "#test/support/browser.ts";
import type { StoredSession } from "./kept-sessions.ts";
import { type Attempt, type Session, type Stored, startSession } from "./session.ts";

type Values = { title: string; picture: string };
const FIRST: Values = { title: "Stored", picture: "" };
const TYPED: Values = { title: "Typed", picture: "" };
const STORED: Stored<Values> = { values: FIRST, etag: "1" };

/** The modules of a page that was opened just now. */
async function openPage() {
  vi.resetModules();
  const [client, store, resume] = await Promise.all([
    import("#shared/api-client.ts"),
    import("./kept-sessions.ts"),
    import("./resume.ts"),
  ]);
  return { ...client, ...store, ...resume };
}
let disk: ReturnType<typeof stubIndexedDb>;
let page: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  disk = stubIndexedDb();
  Object.assign(stubWindow(), { setInterval: () => 1 });
  vi.stubGlobal("reportError", (error: unknown) => {
    throw error;
  });
  page = await openPage();
});
afterEach(() => vi.unstubAllGlobals());

const work = (change: Partial<Session<Values>> = {}): Session<Values> => ({
  ...startSession(STORED, FIRST),
  local: TYPED,
  ...change,
});
const keep = (key: string, change: Partial<StoredSession<Values>> = {}) =>
  page.storeSession({
    key,
    account: "7",
    type: "page",
    id: 1,
    title: "Typed",
    owner: "gone",
    savedAt: 1_000,
    aside: null,
    choices: {},
    files: {},
    session: work(),
    ...change,
  } as StoredSession);

/** What sends the kept sessions of pages. `saves`: what becomes of the next ones; the rest succeed. */
function resuming(saves: Error[] = []) {
  const attempts: Attempt<Values>[] = [];
  const said: string[] = [];
  const login = { account: "7" };
  const ports = {
    rules: {
      merge: () => undefined,
      isNewer: () => true,
      isEmpty: () => false,
    },
    storesItself: () => true,
    read: async (): Promise<Stored<Values>> => ({ values: { ...FIRST, title: "Theirs" }, etag: "2" }),
    async save(attempt: Attempt<Values>) {
      attempts.push(attempt);
      const error = saves.shift();
      if (error) throw error;
      return { values: attempt.values, etag: "2" };
    },
    uploadPicture: async ({ name }: File) => `/media/${name}`,
  };
  const resumer = page.createResumer<Values>({
    account: "7",
    type: () => ({
      type: "page",
      pictureField: "picture",
      ports,
      urlOf: () => "",
      idOf: () => 1,
      onStored: () => undefined,
      titleOf: ({ title }) => title,
    }),
    isAllowed: () => login.account === "7",
    onWaits: () => void said.push("waits"),
    onIdle: () => undefined,
    onStored: (stored) => void said.push(...stored.map(({ title }) => title)),
  });
  return { ...resumer, attempts, said, login };
}
const keysLeft = async () => (await page.freeSessions("7")).map(({ key }) => key);

describe("kept work", () => {
  test("is stored once, what was typed first before what followed, and then forgotten", async () => {
    await keep("second", { savedAt: 2_000, session: work({ local: { ...TYPED, title: "Later" } }) });
    await keep("first");
    const { run, attempts, said } = resuming();
    await Promise.all([run(), run()]);
    expect(attempts.map(({ values }) => values.title)).toEqual(["Typed", "Later"]);
    expect([said, await keysLeft()]).toEqual([["Typed", "Later"], []]);
  });

  test("is sent again under the key of the attempt whose response was lost", async () => {
    await keep("one", { session: work({ attempt: { key: "k7", base: STORED, values: TYPED } }) });
    const { run, attempts } = resuming();
    await run();
    expect(attempts.map(({ key }) => key)).toEqual(["k7"]);
  });

  test("that two tabs send at the same time has the same key in both, and is stored once", async () => {
    await keep("one", { id: null, session: work({ base: null }) });
    const one = resuming();
    page = await openPage();
    const other = resuming();
    await Promise.all([one.run(), other.run()]);
    expect(one.attempts.length + other.attempts.length).toBeGreaterThan(0);
    expect(new Set([...one.attempts, ...other.attempts].map(({ key }) => key)).size).toBe(1);
  });

  test("waits while the server cannot be reached, and is sent when it is back", async () => {
    await keep("one");
    const { run, again, said, attempts } = resuming([new page.NetworkError()]);
    await run();
    expect([said, await keysLeft()]).toEqual([["waits"], ["one"]]);
    await run();
    expect(attempts).toHaveLength(1);
    again();
    await expect.poll(keysLeft).toEqual([]);
    expect(attempts[1]?.key).toBe(attempts[0]?.key);
  });

  test("stays where others have changed the same, with both versions", async () => {
    await keep("one");
    const { run, said } = resuming([new page.ApiError(409, {})]);
    await run();
    const [left] = await page.freeSessions("7");
    expect(left).toMatchObject({ key: "one", session: { local: TYPED, conflict: { theirs: { etag: "2" } } } });
    expect(said).toEqual([]);
  });

  test.each([
    ["was put aside", { aside: "mine" as const }],
    ["waits for a choice", { session: work({ conflict: { theirs: STORED, known: null } }) }],
    ["is of a document that was deleted", { session: work({ base: null, isDeleted: true }) }],
    ["is of another type", { type: "other" }],
  ])("is not sent if it %s", async (_what, change) => {
    await keep("one", change);
    const { run, attempts } = resuming();
    await run();
    expect([attempts, await keysLeft()]).toEqual([[], ["one"]]);
  });

  test("of an account is not sent once somebody else is logged in", async () => {
    await keep("one");
    const resumed = resuming();
    resumed.login.account = "8";
    await resumed.run();
    expect([resumed.attempts, await keysLeft()]).toEqual([[], ["one"]]);
  });

  test("is stored with the picture that was chosen for it", async () => {
    await keep("one", { session: work({ local: FIRST }), files: { picture: new File(["bytes"], "quay.png") } });
    const { run, attempts } = resuming();
    await run();
    expect(attempts.at(-1)?.values.picture).toBe("/media/quay.png");
    expect(await keysLeft()).toEqual([]);
  });

  test("that was discarded while the list was read is neither sent nor kept again", async () => {
    await keep("one");
    const resumed = resuming();
    Object.defineProperty(resumed.login, "account", {
      get() {
        disk.rows.delete("session:one");
        return "7";
      },
    });
    await resumed.run();
    expect([resumed.attempts, await keysLeft()]).toEqual([[], []]);
  });

  test("of which everything had been stored is forgotten without a word", async () => {
    await keep("one", { session: work({ local: FIRST }) });
    const { run, attempts, said } = resuming();
    await run();
    expect([attempts, said, await keysLeft()]).toEqual([[], [], []]);
  });

  test("stays with a status or time that was chosen, which is never sent, once its words are stored", async () => {
    await keep("one", { choices: { status: "published" } });
    const { run, attempts } = resuming();
    await run();
    await run();
    expect(attempts.map(({ values }) => values)).toEqual([TYPED]);
    const [left] = await page.freeSessions("7");
    expect(left).toMatchObject({ key: "one", choices: { status: "published" }, session: { base: { etag: "2" } } });
  });
});
