import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { createRandom, type Random } from "#shared/random.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { type ObjectStore, startObjectStore } from "#test/support/object-store.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import { SEED } from "#test/support/seed.ts";
import { type ServerProcess, startServer } from "#test/support/server-process.ts";
import { patient } from "#test/support/slowness.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const KILLS = Number(process.env.KILLS ?? (IS_THOROUGH ? 200 : 5));
/** Of a node beside another; `npm test` kills it only twice. */
const KILLS_OF_NODE = IS_THOROUGH ? KILLS : 2;
const WRITERS = 3;
/** A kill comes at a random moment of the first writes after a start: at most this many responses, and milliseconds. */
const LATEST_ANSWER = 10;
const LATEST_MOMENT = 20;
const TIME_LIMIT = patient(60_000 + KILLS * 10_000);

const EDITOR = { email: "editor@news.example", password: "correct horse battery" };

/** The possible versions of an article: one after an acknowledged write, two otherwise; null means no article. */
type Versions = (ArticleDetail | null)[];
/** By the unique word in its title. */
type Written = Map<string, { id: number | null; versions: Versions }>;

const newWord = () => `w${randomUUID().replaceAll("-", "")}`;

/** What the test compares; before a write is acknowledged, the article's id and picture address are unknown. */
const saidBy = ({ title, tags, status, content }: Pick<ArticleDetail, "title" | "tags" | "status" | "content">) => ({
  title,
  tags,
  status,
  content: content.replace(/src="[^"]*"/, 'src=""'),
});

/** Every fifth text has a new picture in it. */
async function newContent({ integer }: Random): Promise<string> {
  const text = `<p>Text ${newWord()}</p>`;
  if (integer(1, 5) > 1) return text;
  const background = { r: integer(0, 255), g: integer(0, 255), b: integer(0, 255) };
  const picture = await sharp({ create: { width: integer(16, 215), height: 16, channels: 3, background } })
    .png()
    .toBuffer();
  return `${text}<img src="data:image/png;base64,${picture.toString("base64")}" alt="" />`;
}

type Form = {
  databaseUrl?: string;
  /** A second node that survives is asked what was written; otherwise the one that was killed. */
  isWatched?: boolean;
  /** Pictures are in an object store, and each node has a folder of its own; otherwise they share one. */
  objectStore?: ObjectStore;
  kills?: number;
};

async function crashUnderWrites({
  databaseUrl,
  isWatched = false,
  objectStore,
  kills = KILLS,
}: Form = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-crash-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  const env = {
    DEMO_CONTENT: "0",
    // Tokens are made for this address: they are valid whatever the port is after a restart.
    SITE_URL: "http://localhost:3000",
    ADMIN_EMAIL: EDITOR.email,
    ADMIN_PASSWORD: EDITOR.password,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(objectStore && { ...objectStore.env, SECRET_KEY: "one secret of at least 32 bytes, for both nodes" }),
  };
  const written: Written = new Map();
  let server = await startServer({ dataDir, env });
  const ownFolder = objectStore ? join(folder, "survivor") : dataDir;
  const survivor = isWatched ? await startServer({ dataDir: ownFolder, env }) : undefined;
  onTestFinished(async () => void (await survivor?.kill()));
  let token = "";
  const callOn = async (base: string, method: string, path: string, body?: object) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    return fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const call: Call = (...request) => callOn(server.url, ...request);
  const look: Call = (...request) => callOn((survivor ?? server).url, ...request);
  token = (await (await call("POST", editorApiUrl.token(), EDITOR)).json()).access;

  for (let kill = 0; kill < kills; kill += 1) {
    const touched = await writeUntilKilled(server, call, written, `${SEED} ${kill}`);
    server = await startServer({ dataDir, env });
    await checkAll(look, written, touched);
  }
  // Everything once more: what was deleted long ago has not come back, and nothing exists that was never written.
  await checkAll(look, written, new Set(written.keys()));
  const kept = [...written.values()].filter(({ versions }) => versions[0] !== null).length;
  const list = await look("GET", `${apiUrl.articles()}?limit=1`);
  expect(Number(list.headers.get("x-total-count")), "as many in the editors' list as were written").toBe(kept);
  expect(written.size, "the test wrote something").toBeGreaterThan(kills);
  expect(await server.stop()).toBe(0);
}

type Call = (method: string, path: string, body?: object) => Promise<Response>;

/**
 * Several editors write until the process is killed; returns the words of the articles they touched. Each has draws of
 * its own: with the same seed all of them draw the same, whoever is answered first.
 */
async function writeUntilKilled(
  server: ServerProcess,
  call: Call,
  written: Written,
  seed: string,
): Promise<Set<string>> {
  const touched = new Set<string>();
  const { integer } = createRandom(seed);
  const [lastAnswer, moment] = [integer(0, LATEST_ANSWER - 1), integer(0, LATEST_MOMENT - 1)];
  let answers = 0;
  let killed: Promise<unknown> | undefined;
  const killSoon = async () => {
    await new Promise((resolve) => setTimeout(resolve, moment));
    await server.kill();
  };
  const write = async (random: Random) => {
    for (;;) {
      if (answers >= lastAnswer) killed ??= killSoon();
      await writeOnce(call, written, touched, random);
      answers += 1;
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => createRandom(`${seed} ${writer}`));
  const ends = await Promise.allSettled(writers.map(write));
  await killed;
  // Calls cut off by the kill ended the writers; anything else is a failure.
  for (const end of ends) if (end.status === "rejected" && !isCutOff(end.reason)) throw end.reason;
  return touched;
}

const isCutOff = (error: unknown) => error instanceof TypeError && /fetch failed|terminated/.test(error.message);

/** Creates, changes or deletes an article that no other writer is using. */
async function writeOnce(call: Call, written: Written, touched: Set<string>, random: Random): Promise<void> {
  const dice = random.integer(0, 9);
  const [word = newWord()] = dice < 5 ? [] : [...written.keys()].filter((key) => !touched.has(key)).slice(-1);
  const entry = written.get(word) ?? { id: null, versions: [null] };
  const [before = null] = entry.versions;
  touched.add(word);
  written.set(word, entry);
  if (before && dice === 9) {
    entry.versions.push(null);
    const answer = await call("DELETE", apiUrl.article(before.id));
    expect(answer.status).toBe(204);
    entry.versions = [null];
    return;
  }
  if (entry.id !== null && !before) return;
  const fields = {
    title: `Article ${word} ${newWord()}`,
    category: `Section ${random.integer(0, 4)}`,
    content: await newContent(random),
    tags: [newWord(), "shared"],
    status: dice % 4 === 0 ? "draft" : "published",
  } as const;
  entry.versions.push({ ...(before as ArticleDetail), ...fields, tags: [...fields.tags] });
  const answer = await call(before ? "PUT" : "POST", before ? apiUrl.article(before.id) : apiUrl.articles(), fields);
  const article: ArticleDetail = await answer.json();
  expect([200, 201], JSON.stringify(article)).toContain(answer.status);
  entry.id = article.id;
  entry.versions = [article];
}

async function checkAll(call: Call, written: Written, words: Set<string>): Promise<void> {
  for (const word of words) {
    const entry = written.get(word);
    if (entry) written.set(word, await check(call, word, entry));
  }
}

/** Acknowledged writes are complete, others complete or absent: in the editors' list, in the search, in the files. */
async function check(call: Call, word: string, { versions }: { versions: Versions }) {
  const read = async <T>(path: string): Promise<T> => (await call("GET", path)).json();
  const listed = await read<{ id: number }[]>(`${apiUrl.articles()}?query=${word}`);
  const inSearch = await read<{ id: number }[]>(apiUrl.search(word));
  const [{ id } = { id: null }] = listed;
  if (id === null) {
    expect(versions, "an answered write was lost").toContain(null);
    expect(inSearch, "what is not there is not found").toEqual([]);
    const known = versions.find((version) => version?.id);
    if (known) expect((await call("GET", apiUrl.article(known.id))).status).toBe(404);
    return { id: known?.id ?? null, versions: [null] };
  }
  const article = await read<ArticleDetail>(apiUrl.article(id));
  const possible = versions.filter((version) => version !== null);
  expect(possible.map(saidBy)).toContainEqual(saidBy(article));
  if (possible.length === 1 && possible[0]?.id && versions.length === 1) expect(article).toEqual(possible[0]);
  expect(inSearch.map((found) => found.id)).toEqual(article.status === "published" ? [id] : []);
  const byTag = await read<{ id: number }[]>(`${apiUrl.articles()}?query=${article.tags[0]}`);
  expect(byTag.map((found) => found.id)).toEqual([id]);
  const [, picture] = /src="([^"]+)"/.exec(article.content) ?? [];
  if (picture) {
    const file = await call("GET", picture);
    expect(file.status, picture).toBe(200);
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).height).toBe(16);
  }
  return { id, versions: [article] };
}

test(
  `after kill -9 during writes, acknowledged ones are complete and no other is partial (sqlite, seed ${SEED})`,
  () => crashUnderWrites(),
  TIME_LIMIT,
);

test.skipIf(inject("postgres") === null)(
  `after kill -9 during writes, acknowledged ones are complete and no other is partial (postgres, seed ${SEED})`,
  async () => crashUnderWrites({ databaseUrl: await createPostgresDatabase() }),
  TIME_LIMIT,
);

test.skipIf(!IS_THOROUGH)(
  `another process on the same file knows of every acknowledged write after kill -9 of the one that wrote (sqlite, seed ${SEED})`,
  () => crashUnderWrites({ isWatched: true }),
  TIME_LIMIT,
);

test.skipIf(inject("postgres") === null)(
  `another node knows of every acknowledged write after kill -9 of the one that wrote (postgres, object store, seed ${SEED})`,
  async () =>
    crashUnderWrites({
      databaseUrl: await createPostgresDatabase({ template: MIGRATED }),
      objectStore: await startObjectStore(),
      isWatched: true,
      kills: KILLS_OF_NODE,
    }),
  TIME_LIMIT,
);
