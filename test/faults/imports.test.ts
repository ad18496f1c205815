import { describe, expect, inject, test } from "vitest";
import type { Work } from "#features/transfer/imports/rules.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { formerSite } from "#test/support/former-site.ts";
import { type ImportServer, rowsOf, startImportServer } from "#test/support/import-servers.ts";
import { startObjectStore } from "#test/support/object-store.ts";
import { MIGRATED } from "#test/support/postgres-cluster.ts";
import { patient } from "#test/support/slowness.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const SIZE = { posts: IS_THOROUGH ? 1_500 : 600, pages: 5, people: 40 };
const TEXTS = SIZE.posts + SIZE.pages;
/** Where each step is killed, as parts of what it does. */
const KILLS: Record<Work, readonly number[]> = IS_THOROUGH
  ? { check: [0, 0.2, 0.6], start: [0, 0.1, 0.4, 0.8], release: [0, 0.3, 0.7], undo: [0, 0.2, 0.5, 0.9] }
  : { check: [0.3], start: [0, 0.5], release: [0], undo: [0.4] };
const TIME_LIMIT = patient(IS_THOROUGH ? 1_800_000 : 400_000);

/** Everything that people and readers see of a publication, by names instead of ids and random addresses. */
async function seen(site: ImportServer) {
  const all = async <Row>(path: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (;;) {
      const more = await site.read<Row[]>(`${path}?limit=100&offset=${rows.length}`);
      rows.push(...more);
      if (more.length < 100) return rows;
    }
  };
  type Listed = { id: number; title: string; status: string };
  const articles = await all<Listed>(apiUrl.articles());
  const titles = new Map(articles.map(({ id, title }) => [String(id), title]));
  const plain = (text: unknown) =>
    JSON.stringify(text)
      .replace(/\/media\/[\w./-]+/g, "/media/…")
      .replace(/\/article\/(\d+)/g, (_, id: string) => `/article/${titles.get(id)}`);
  const fields = (row: object, names: readonly string[]) =>
    plain(Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))));
  const details: string[] = [];
  for (const { id, status } of articles) {
    const article = await site.read<object>(apiUrl.article(id));
    const record = status === "published" ? await site.read<{ kind: string }[]>(apiUrl.changes(id)) : [];
    const names = ["title", "slug", "status", "category", "tags", "author", "authors", "content", "published_at"];
    details.push(`${fields(article, names)} ${record.map(({ kind }) => kind).join()}`);
  }
  const lists = {
    pages: await all<object>("/api/pages/"),
    topics: await all<object>("/api/topics/"),
    categories: await site.read<object[]>(apiUrl.categories()),
    authors: await all<object>("/api/authors/"),
    redirects: await all<object>("/api/redirects/"),
    pictures: await all<object>("/api/media/"),
    people: await all<object>("/api/newsletter/subscribers/"),
  };
  const names = ["title", "slug", "name", "status", "from", "to", "code", "alt", "width", "email", "articles"];
  const sorted = Object.entries(lists).map(([kind, rows]) => [kind, rows.map((row) => fields(row, names)).sort()]);
  return { articles: details.sort(), ...Object.fromEntries(sorted) };
}

type Run = { site: ImportServer; id: number; kills: Record<Work, readonly number[]>; killed: string[] };

/** Lets a step end, which is killed as often as wanted. */
async function finish({ site, id, kills, killed }: Run, work: Work, total: number) {
  for (const part of kills[work]) {
    if (!(await site.killAt(id, work, part * total))) break;
    killed.push(work);
    await site.restart({ isSoon: true });
  }
  const row = await site.settled(id);
  expect(row.error, work).toBe("");
  return row;
}

const NO_KILLS: Run["kills"] = { check: [], start: [], release: [], undo: [] };

/** Imports a site, releases it and undoes it; returns what there was after each step. */
async function importSite(databaseUrl: string | undefined, kills: Run["kills"]) {
  const site = await startImportServer({ databaseUrl });
  const own = { title: "Ours", category: "News", content: "<p>Ours.</p>", status: "published" };
  expect((await site.call("POST", apiUrl.articles(), own)).status).toBe(201);
  const rows = () => site.withDatabase(rowsOf);
  const before = { seen: await seen(site), rows: await rows() };
  const { status, body } = await site.upload(await formerSite(SIZE), "former.zip");
  expect([status, body.state]).toEqual([202, "reading"]);
  const run: Run = { site, id: body.id, kills, killed: [] };
  const checked = await finish(run, "check", TEXTS);
  expect(checked).toMatchObject({ state: "checked", counts: { posts: SIZE.posts, pages: SIZE.pages } });
  await site.order(run.id, "start");
  expect(await finish(run, "start", TEXTS)).toMatchObject({ state: "staged" });
  expect((await seen(site)).articles, "readers and lists see nothing staged").toEqual(before.seen.articles);
  const staged = await rows();
  // Before its release nothing of it is left.
  await site.order(run.id, "undo");
  expect(await finish(run, "undo", TEXTS)).toMatchObject({ state: "undone", kept: [] });
  const unstaged = { seen: await seen(site), rows: await rows() };
  const again = await site.upload(await formerSite(SIZE), "former.zip");
  const second = { ...run, id: again.body.id, kills: { ...kills, check: [], start: [] } };
  await finish(second, "check", TEXTS);
  await site.order(second.id, "start");
  await finish(second, "start", TEXTS);
  await site.order(second.id, "release");
  expect(await finish(second, "release", TEXTS)).toMatchObject({ state: "released" });
  const released = { seen: await seen(site), rows: await rows() };
  const newest = await site.read<{ id: number; title: string }[]>(`${apiUrl.articles()}?limit=3`);
  const edited = newest.filter(({ title }) => title.startsWith("Post"));
  for (const { id, title } of edited)
    expect((await site.call("PUT", apiUrl.article(id), { title: `${title}, edited here` })).status).toBe(200);
  await site.order(second.id, "undo");
  const { kept } = await finish(second, "undo", TEXTS);
  expect(kept.sort()).toEqual(edited.map(({ title }) => title).sort());
  for (const { id } of edited) expect((await site.call("DELETE", apiUrl.article(id))).status).toBe(204);
  const undone = { seen: await seen(site), rows: await rows() };
  expect(await site.server().stop()).toBe(0);
  return {
    before,
    checked: { ...checked, id: 0, checked: null, created: null },
    staged,
    unstaged,
    released,
    undone,
    killed: run.killed,
  };
}

/** What an import leaves when it is undone: its report, what it has read, and hidden pictures until a job deletes them. */
const TRACES = /^(?:import|import_finding|import_item|picture)$/;
const withoutTraces = (rows: Record<string, number>) =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => !TRACES.test(table)));

async function compareKilled(createDatabase: () => Promise<string | undefined>): Promise<void> {
  const calm = await importSite(await createDatabase(), NO_KILLS);
  const { killed, ...disturbed } = await importSite(await createDatabase(), KILLS);
  expect(new Set(killed)).toEqual(new Set(["check", "start", "release", "undo"]));
  expect({ ...disturbed, killed: [] }).toEqual(calm);
  expect(calm.unstaged.seen).toEqual(calm.before.seen);
  expect(withoutTraces(calm.unstaged.rows)).toEqual(withoutTraces(calm.before.rows));
  expect(calm.undone.seen.articles).toEqual(calm.before.seen.articles);
  expect(calm.released.seen.articles.filter((article: string) => article.includes("recorded"))).toHaveLength(
    SIZE.posts - Math.floor(SIZE.posts / 10),
  );
}

test(
  "an import whose server is killed in each of its steps goes on by itself, as if nothing had happened (sqlite)",
  () => compareKilled(async () => undefined),
  TIME_LIMIT,
);

test.skipIf(inject("postgres") === null)(
  "an import whose server is killed in each of its steps goes on by itself, as if nothing had happened (postgres)",
  () => compareKilled(() => createPostgresDatabase({ template: MIGRATED })),
  TIME_LIMIT,
);

test(
  "a check and a start can be cancelled, which starts again; a release and an undo end what they began",
  async () => {
    const site = await startImportServer();
    const former = await formerSite({ ...SIZE, posts: 1_200 });
    const first = (await site.upload(former, "former.zip")).body.id;
    const cancel = (id: number) => site.call("POST", `/api/imports/${id}/cancel/`);
    await site.untilDone(first, "check", 200);
    expect((await cancel(first)).status).toBe(200);
    expect(await site.settled(first)).toMatchObject({ state: "failed", error: "The import was cancelled." });
    const { id } = (await site.upload(former, "former.zip")).body;
    expect(await site.settled(id)).toMatchObject({ state: "checked", counts: { posts: 1_200 } });
    await site.order(id, "start");
    await site.untilDone(id, "start", 200);
    expect((await cancel(id)).status).toBe(200);
    expect(await site.settled(id)).toMatchObject({ state: "failed", error: "The import was cancelled." });
    expect(await site.read<object[]>(apiUrl.articles())).toEqual([]);
    // What it has stored belongs to it: another import of the source would take it for released.
    const other = await site.settled((await site.upload(former, "former.zip")).body.id);
    expect(other.error).toMatch(/^An import of the same source is not released yet: former\.zip\./);
    await site.order(id, "start");
    expect(await site.settled(id)).toMatchObject({ state: "staged", error: "" });
    expect((await site.withDatabase(rowsOf)).article).toBe(1_200);
    for (const work of ["release", "undo"]) {
      await site.order(id, work);
      expect((await cancel(id)).status, work).toBe(409);
      expect(await site.settled(id)).toMatchObject({ error: "" });
    }
    expect((await site.importOf(id)).state).toBe("undone");
  },
  TIME_LIMIT,
);

test("an import whose source was checked again is not started with what is left of it", async () => {
  const site = await startImportServer();
  const former = await formerSite({ posts: 3, pages: 0, people: 0 });
  const first = await site.settled((await site.upload(former, "former.zip")).body.id);
  const second = await site.settled((await site.upload(former, "former.zip")).body.id);
  const refused = await site.call("POST", `/api/imports/${first.id}/start/`);
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
    409,
    "This source was checked again later. Start that import, or upload it again.",
  ]);
  await site.order(second.id, "start");
  expect(await site.settled(second.id)).toMatchObject({ state: "staged" });
});

describe.skipIf(inject("postgres") === null)("when the node that works on an import has died", () => {
  test(
    "another node with the same folder goes on with it, whatever its step",
    async () => {
      const databaseUrl = await createPostgresDatabase({ template: MIGRATED });
      const first = await startImportServer({ databaseUrl });
      const second = await startImportServer({ databaseUrl, dataDir: first.dataDir });
      const { body } = await first.upload(await formerSite(SIZE), "former.zip");
      expect(await first.killAt(body.id, "check", 0)).toBe(true);
      expect(await second.settled(body.id)).toMatchObject({ state: "checked", error: "" });
      await first.restart();
      await first.order(body.id, "start");
      expect(await first.killAt(body.id, "start", 100)).toBe(true);
      expect(await second.settled(body.id)).toMatchObject({ state: "staged", error: "" });
      await second.order(body.id, "release");
      expect(await second.settled(body.id)).toMatchObject({ state: "released", error: "" });
      expect((await second.withDatabase(rowsOf)).article).toBe(SIZE.posts);
    },
    TIME_LIMIT,
  );

  test(
    "another node with a folder of its own releases and undoes it, and a check can be cancelled there",
    async () => {
      const objectStore = await startObjectStore();
      const databaseUrl = await createPostgresDatabase({ template: MIGRATED });
      const env = { ...objectStore.env, SECRET_KEY: "one secret of at least 32 bytes, for both nodes" };
      const first = await startImportServer({ databaseUrl, env });
      const second = await startImportServer({ databaseUrl, env });
      const { body } = await first.upload(await formerSite(SIZE), "former.zip");
      await first.settled(body.id);
      await first.order(body.id, "start");
      await first.settled(body.id);
      await first.order(body.id, "release");
      await first.kill();
      expect(await second.settled(body.id)).toMatchObject({ state: "released", error: "" });
      await second.order(body.id, "undo");
      expect(await second.settled(body.id)).toMatchObject({ state: "undone", error: "" });
      await first.restart();
      const next = await first.upload(await formerSite(SIZE), "former.zip");
      await first.kill();
      expect((await second.upload(await formerSite(SIZE), "former.zip")).body.code).toBe("import_running");
      expect((await second.call("POST", `/api/imports/${next.body.id}/cancel/`)).status).toBe(200);
      expect((await second.upload(await formerSite(SIZE), "former.zip")).status).toBe(202);
    },
    TIME_LIMIT,
  );
});
