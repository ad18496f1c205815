import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { LANE_KINDS, requestItems, storeFailure, storeItem } from "./commands.ts";
import { findKnown, remoteKey } from "./queries.ts";
import { MAX_REMOTE_ITEMS, RETRY_AFTER_MS, type RemoteItem } from "./rules.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const picture = (address: string): RemoteItem => ({ kind: "picture", address });
const PICTURE = picture("https://example.com/a.jpg");

async function start() {
  const { db } = await openSqliteForTest();
  const request = (items: RemoteItem[], now = NOW, options = {}) =>
    db.transaction().execute((trx) => requestItems(trx, now, items, options));
  /** The kinds and keys of the tasks queued since the last call. */
  const queued = async () => {
    const tasks = await db.selectFrom("task").select(["kind", "payload"]).orderBy("id").execute();
    await db.deleteFrom("task").execute();
    return tasks.map(({ kind, payload }) => ({ kind, key: JSON.parse(payload).key }));
  };
  const fail = () => storeFailure(db, remoteKey(PICTURE), "It is gone.");
  const finish = () => storeItem(db, remoteKey(PICTURE), { picture_key: "", details: "", done_at: NOW });
  return { db, request, queued, fail, finish };
}

test("a thing is fetched once, however many texts name it and however often", async () => {
  const { request, queued } = await start();
  await request([PICTURE, PICTURE]);
  await request([PICTURE]);
  expect(await queued()).toEqual([{ kind: expect.any(String), key: remoteKey(PICTURE) }]);
});

test("a picture and a card of one address are two things", async () => {
  const { request, queued } = await start();
  await request([PICTURE, { ...PICTURE, kind: "card" }]);
  expect(new Set((await queued()).map(({ key }) => key)).size).toBe(2);
});

test("what failed is asked for again by a save after an hour, not before", async () => {
  const { db, request, queued, fail } = await start();
  await request([PICTURE]);
  await queued();
  await fail();
  await request([PICTURE], NOW + RETRY_AFTER_MS - 1);
  expect(await queued()).toEqual([]);
  await request([PICTURE], NOW + RETRY_AFTER_MS);
  expect(await queued()).toHaveLength(1);
  const row = await db.selectFrom("remote_item").select(["error", "asked_at"]).executeTakeFirst();
  expect(row).toEqual({ error: "", asked_at: NOW + RETRY_AFTER_MS });
});

test("what failed is asked for again at once where an editor wants that", async () => {
  const { request, queued, fail } = await start();
  await request([PICTURE]);
  await fail();
  await queued();
  await request([PICTURE], NOW + 1, { isRetry: true });
  await request([PICTURE], NOW + 2, { isRetry: true });
  // The second time it is already running.
  expect(await queued()).toHaveLength(1);
});

test("what the site has is brought to a new use, and is left alone where nothing uses it", async () => {
  const { request, queued, finish } = await start();
  await request([PICTURE]);
  await finish();
  await queued();
  await request([PICTURE], NOW, { isUsed: false });
  expect(await queued()).toEqual([]);
  await request([PICTURE]);
  expect(await queued()).toHaveLength(1);
});

test("one text asks for fifty things at most", async () => {
  const { request, queued } = await start();
  await request(Array.from({ length: MAX_REMOTE_ITEMS + 10 }, (_, at) => picture(`https://example.com/${at}.jpg`)));
  expect(await queued()).toHaveLength(MAX_REMOTE_ITEMS);
});

test("things of a host share four lanes, by whatever address, and hosts are spread over all lanes", async () => {
  const { request, queued } = await start();
  const beginnings = ["https://example.com", "http://www.example.com:8080", "https://EXAMPLE.com"];
  await request(
    beginnings.flatMap((beginning) => Array.from({ length: 15 }, (_, at) => picture(`${beginning}/${at}`))),
  );
  expect(new Set((await queued()).map(({ kind }) => kind)).size).toBe(4);
  await request(Array.from({ length: 50 }, (_, at) => picture(`https://host-${at}.example/`)));
  expect(new Set((await queued()).map(({ kind }) => kind))).toEqual(new Set(LANE_KINDS));
});

test("what is known is found among more things than one statement can ask for", async () => {
  const { db, request } = await start();
  const cards = Array.from(
    { length: 450 },
    (_, at): RemoteItem => ({ kind: "card", address: `https://a.example/${at}` }),
  );
  const last = cards.slice(-1);
  await request([...last, ...cards.slice(0, 1)]);
  for (const item of last) {
    const details = JSON.stringify({ title: "A page", source: "a.example", isVideo: false });
    await storeItem(db, remoteKey(item), { picture_key: "", details, done_at: NOW });
  }
  const { pictures, cards: known } = await findKnown(db, cards);
  expect(pictures.size).toBe(0);
  // Only fetched items; pending ones are unknown.
  expect([...known]).toEqual([
    ["https://a.example/449", { title: "A page", source: "a.example", picture: "", isVideo: false }],
  ]);
});
