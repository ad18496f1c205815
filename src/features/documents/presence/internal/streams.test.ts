import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/open.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { testClock } from "#test/support/clock.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { createStreams } from "./streams.ts";

const ARTICLE = 7;
const KIND = {
  type: "article",
  permissions: { read: "article.read" },
  listVersions: async () => [],
} as unknown as DocumentType;
const kinds = [KIND];
const articleKey = (id: number) => ({ type: "article", id }) as const;
const [AMINA, BARAKA] = [1, 2];

/** A response that holds back what its client does not read. */
class Response extends EventEmitter {
  sent = "";
  writableEnded = false;
  isDestroyed = false;
  isRead = true;
  get writableLength() {
    return this.isRead ? 0 : this.sent.length;
  }
  write(text: string) {
    this.sent += text;
  }
  end() {
    this.writableEnded = true;
    this.emit("close");
  }
  destroy() {
    this.isDestroyed = true;
    this.emit("close");
  }
  /** The names in each event so far. */
  get told() {
    return [...this.sent.matchAll(/event: presence\ndata: (.*)\n\n/g)].map(([, data = ""]) =>
      (JSON.parse(data) as { name: string }[]).map(({ name }) => name),
    );
  }
}

/** The streams of one process on a database with two accounts, of which `failing` calls fail. */
async function start() {
  const real = await openSqliteForTest();
  const clock = testClock();
  for (const name of ["Amina", "Baraka"])
    await addTestAccount(real, clock, {
      name,
      email: `${name}@news.example`,
      password: "a long password",
      role: "editor",
    });
  const session = {
    generation: 1,
    expires_at: clock.now() + 86_400_000,
    started_at: clock.now(),
    used_at: clock.now(),
  };
  const sessions = [AMINA, BARAKA].map((id) => ({
    ...session,
    id: `of ${id}`,
    account_id: id,
    device: "",
    origin: "",
  }));
  await real.db.insertInto("session").values(sessions).execute();
  const outage = { isOn: false };
  /** Are called before rows are written, and before the answer to who is there arrives. */
  const before = { insert: () => {}, answer: async () => {} };
  const slowed = real.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some((row) => "since" in row)) await before.answer();
      return result;
    },
  });
  const db = new Proxy(slowed, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        if (key === "insertInto") before.insert();
        return value.apply(target, given);
      };
    },
  });
  const database = new Proxy(real, {
    get: (target, key) => {
      if (outage.isOn && key === "db") throw new Error("the database is away");
      return key === "db" ? db : target[key as keyof Database];
    },
  });
  const logged: string[] = [];
  const streams = createStreams({ database, kinds, clock, log: { warn: (_details, message) => logged.push(message) } });
  onTestFinished(() => streams.closeAll());
  async function open(accountId: number, articleId = ARTICLE, response = new Response()) {
    await streams.open(response as unknown as ServerResponse, articleKey(articleId), {
      accountId,
      sessionId: `of ${accountId}`,
    });
    return response;
  }
  const windows = () => real.db.selectFrom("presence").select("account_id").orderBy("account_id").execute();
  return { real, clock, streams, open, windows, logged, outage, before };
}

/** Every change of the database that a closed window has caused. */
const settled = async (isDone: () => Promise<boolean>) => expect.poll(isDone, { interval: 1 }).toBe(true);

describe("windows of one account", () => {
  test("are at most 50, over all articles; others may still open theirs", async () => {
    const { streams, open } = await start();
    for (let at = 0; at < 50; at++) {
      expect(() => streams.requireRoom(AMINA)).not.toThrow();
      await open(AMINA, at + 1);
    }
    expect(() => streams.requireRoom(AMINA)).toThrow(TooManyRequestsError);
    expect(() => streams.requireRoom(AMINA)).toThrow("Too many windows are open.");
    expect(() => streams.requireRoom(BARAKA)).not.toThrow();
  });

  test("make room as they are closed", async () => {
    const { streams, open, windows } = await start();
    const all = [];
    for (let at = 0; at < 50; at++) all.push(await open(AMINA, at + 1));
    all[3]?.end();
    expect(() => streams.requireRoom(AMINA)).not.toThrow();
    await settled(async () => (await windows()).length === 49);
  });
});

describe("who is there", () => {
  test("is told to windows of that article alone, and only what they do not know yet", async () => {
    const { open, streams } = await start();
    const [mine, elsewhere] = [await open(AMINA), await open(AMINA, ARTICLE + 1)];
    await open(BARAKA);
    await open(BARAKA);
    expect(mine.told).toEqual([["Amina"], ["Amina", "Baraka"]]);
    expect(elsewhere.told).toEqual([["Amina"]]);
    await streams.closeAll();
    expect([mine.writableEnded, elsewhere.writableEnded]).toEqual([true, true]);
  });

  test("is told until the last of somebody's windows is closed", async () => {
    const { open, windows } = await start();
    const mine = await open(AMINA);
    const [first, second] = [await open(BARAKA), await open(BARAKA)];
    first.end();
    await settled(async () => (await windows()).length === 2);
    expect(mine.told).toEqual([["Amina"], ["Amina", "Baraka"]]);
    second.end();
    await settled(async () => mine.told.length === 3);
    expect(mine.told.at(-1)).toEqual(["Amina"]);
  });

  test("is not told as it was before the last change, however late the answer arrives", async () => {
    const { open, streams, before } = await start();
    const mine = await open(AMINA);
    const theirs = await open(BARAKA);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    before.answer = () => {
      before.answer = async () => {};
      asked.resolve();
      return answered.promise;
    };
    const late = streams.poll();
    await asked.promise;
    theirs.end();
    await settled(async () => mine.told.length === 3);
    answered.resolve();
    await late;
    expect(mine.told).toEqual([["Amina"], ["Amina", "Baraka"], ["Amina"]]);
  });

  test("nobody is who closed the window while it was being opened", async () => {
    const { open, windows } = await start();
    const response = new Response();
    const opened = open(AMINA, ARTICLE, response);
    response.destroy();
    await opened;
    await settled(async () => (await windows()).length === 0);
    expect(response.sent).toBe("");
  });
});

describe("a client that does not read", () => {
  test("is given up once too much waits for it, and counts as gone", async () => {
    const { open, windows } = await start();
    const deaf = await open(AMINA);
    deaf.isRead = false;
    deaf.sent += " ".repeat(64 * 1024);
    await open(BARAKA);
    expect(deaf.isDestroyed).toBe(true);
    await settled(async () => (await windows()).length === 1);
    expect(await windows()).toEqual([{ account_id: BARAKA }]);
  });

  test("is sent nothing more once its stream has ended", async () => {
    const { open } = await start();
    const ended = await open(AMINA);
    const before = ended.sent;
    ended.writableEnded = true;
    await open(BARAKA);
    expect(ended.sent).toBe(before);
  });
});

describe("while the database is away", () => {
  test("a window that closes is logged, not thrown; the others see it go once its row is old", async () => {
    const { open, outage, logged, windows, clock, real } = await start();
    const gone = await open(BARAKA);
    outage.isOn = true;
    gone.end();
    await settled(async () => logged.length === 1);
    expect(logged).toEqual(["a closed window could not be recorded"]);
    outage.isOn = false;
    expect(await windows()).toEqual([{ account_id: BARAKA }]);
    clock.advance(20_001);
    const others = createStreams({ database: real, kinds, clock, log: { warn: () => {} } });
    const mine = new Response();
    await others.open(mine as unknown as ServerResponse, articleKey(ARTICLE), { accountId: AMINA, sessionId: "x" });
    expect(mine.told).toEqual([["Amina"]]);
    await others.closeAll();
  });

  test("a window that opens fails, and takes no room", async () => {
    const { open, outage, streams, windows } = await start();
    outage.isOn = true;
    const response = new Response();
    await expect(open(AMINA, ARTICLE, response)).rejects.toThrow("the database is away");
    outage.isOn = false;
    response.destroy();
    await settled(async () => (await windows()).length === 0);
    expect(() => streams.requireRoom(AMINA)).not.toThrow();
  });
});

describe("a look for others", () => {
  test("ends the stream of a session that has ended, and no other", async () => {
    const { real, streams, open, windows } = await start();
    const [mine, theirs] = [await open(AMINA), await open(BARAKA)];
    await real.db.deleteFrom("session").where("account_id", "=", BARAKA).execute();
    await streams.poll();
    expect([mine.writableEnded, theirs.writableEnded]).toEqual([false, true]);
    await settled(async () => (await windows()).length === 1);
  });

  test("counts nobody who closes the window while it says that it is open", async () => {
    const { streams, open, windows, before } = await start();
    const [mine, theirs] = [await open(AMINA), await open(BARAKA)];
    before.insert = () => {
      before.insert = () => {};
      theirs.end();
    };
    await streams.poll();
    await settled(async () => mine.told.length === 3);
    expect([await windows(), mine.told.at(-1)]).toEqual([[{ account_id: AMINA }], ["Amina"]]);
  });

  test("keeps each connection busy every five seconds, and says nothing that they know", async () => {
    const { clock, streams, open } = await start();
    const mine = await open(AMINA);
    for (let seconds = 0; seconds <= 12; seconds += 2) {
      await streams.poll();
      clock.advance(2_000);
    }
    expect(mine.sent.match(/^:$/gm)).toHaveLength(3);
    expect(mine.told).toEqual([["Amina"]]);
  });

  test("asks the database nothing while no window is open", async () => {
    const { streams, outage } = await start();
    outage.isOn = true;
    await expect(streams.poll()).resolves.toBeUndefined();
    outage.isOn = false;
  });

  test("forgets windows of processes that died long ago, and keeps those of processes that live", async () => {
    const { real, clock, streams, open, windows } = await start();
    await open(AMINA);
    const row = { document_type: "article" as const, document_id: ARTICLE, account_id: BARAKA, since: clock.now() };
    const at = (age: number) => ({ ...row, id: `age ${age}`, seen_at: clock.now() - age });
    await real.db
      .insertInto("presence")
      .values([at(40_001), at(39_999)])
      .execute();
    await streams.poll();
    expect(await windows()).toEqual([{ account_id: AMINA }, { account_id: BARAKA }]);
  });
});
