import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { sessionDownloads } from "#features/identity/credentials/downloads.ts";
import { type Exporter, startExport } from "#features/transfer/exports/commands.ts";
import { EXPORT_FORMATS, type ExportFormat } from "#features/transfer/exports/rules.ts";
import { exportTask } from "#features/transfer/exports/tasks.ts";
import { operator } from "#shared/actor.ts";
import { DAY } from "#shared/time.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { runTasks } from "#test/support/tasks.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { openZip, startWholePublication } from "#test/support/whole-publication.ts";

type Line = Record<string, unknown>;
const linesOf = (text: string): Line[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describeOnEngines("exports", (open) => {
  async function start() {
    const site = await startWholePublication(await open());
    const exported = async (format: ExportFormat, include_subscribers = false) => {
      const started = await site.call("POST", "/exports/", { format, include_subscribers });
      await site.runJob("export tasks");
      const made = await site.call("GET", `/exports/${started.id}/`);
      expect(made).toMatchObject({ state: "done", error: "", is_here: true });
      const file = await site.app.inject({ url: `/api/exports/${started.id}/file/`, headers: site.headers });
      return { made, file, zip: await openZip(file.rawPayload) };
    };
    const actions = async () =>
      (
        await site.database.db
          .selectFrom("audit_entry")
          .select(["action", "changes"])
          .where("action", "like", "export.%")
          .orderBy("id")
          .execute()
      ).map(({ action, changes }) => [action, JSON.parse(changes)]);
    return { ...site, exported, actions };
  }

  test("as JSON Lines hold every document with its drafts, versions and record", async () => {
    const { exported, whole, other, draft } = await start();
    const { made, zip } = await exported("jsonl");
    const lines = async (name: string) => linesOf(await zip.text(`${name}.jsonl`));
    expect(JSON.parse(await zip.text("publication.json"))).toMatchObject({ format: "jarida", version: 1 });
    const articles = await lines("articles");
    expect(articles.map(({ title, is_public }) => [title, is_public])).toEqual([
      ["The other one", true],
      [whole.title, true],
      ["A newer draft", false],
      ["A scheduled one", false],
    ]);
    expect(articles[1]).toMatchObject({
      ...{ id: whole.id, content: whole.content, genre: "analysis", language: "fr", sources: ["A secret source"] },
      unpublished_changes: { excerpt: "An unpublished change" },
    });
    expect(articles[0]?.co_authors).toMatchObject([{ name: "Jo Smith" }]);
    expect(await lines("categories")).toContainEqual(
      expect.objectContaining({ name: "Bitcoin", description: "What it is about", editor: "Jo Smith" }),
    );
    expect(await lines("pages")).toMatchObject([{ slug: "rules", content: "<p>Be kind.</p>", is_public: true }]);
    expect(await lines("topics")).toMatchObject([{ name: "mining" }, { name: "Layer 2", aliases: ["L2"] }]);
    expect(await lines("series")).toMatchObject([{ name: "A series", article_ids: [other.id, whole.id] }]);
    expect(await lines("redirects")).toMatchObject([{ from: "/old", to: `/article/${other.id}`, code: 301 }]);
    expect(await lines("pictures")).toMatchObject([{ credit: "A. Person", licence: "CC0", tags: [] }]);
    expect(await lines("issues")).toMatchObject([
      {
        subject: "An issue",
        recipients: 0,
        counts: { sent: 0, rejected: 0, unsubscribed: 0, clicks: null },
        links: [],
      },
    ]);
    const versions = (await lines("versions")).filter(({ document_type }) => document_type === "article");
    expect(versions.filter(({ document_id }) => document_id === draft.id)).toMatchObject([
      { n: 1, fields: { title: "A draft" } },
      { n: 2, fields: { title: "A newer draft" } },
    ]);
    expect(await lines("record")).toMatchObject([
      { article_id: other.id, kind: "publication" },
      { article_id: whole.id },
      { at: "2026-11-21T12:00:00.000Z" },
    ]);
    expect(made.counts).toMatchObject({ articles: 4, pages: 1, pictures: 1, topics: 2, "newsletter issues": 1 });
    expect(zip.find((await lines("pictures"))[0]?.file as string)?.size).toBeGreaterThan(100);
    expect(made.losses).toEqual([{ count: 1, what: "subscribers, who were not asked for" }]);
    for (const { path } of zip.entries.filter((entry) => entry.path.endsWith("l")))
      expect(await zip.text(path), path).not.toMatch(/@|password/);
  });

  test.each(EXPORT_FORMATS)("as %s have subscribers only if asked for, as the audit log says", async (format) => {
    const { exported, actions } = await start();
    const texts = async ({ zip }: Awaited<ReturnType<typeof exported>>) =>
      (
        await Promise.all(zip.entries.filter(({ path }) => !/\.jpg$/.test(path)).map(({ path }) => zip.text(path)))
      ).join();
    expect(await texts(await exported(format))).not.toContain("reader@example.com");
    expect(await texts(await exported(format, true))).toContain("reader@example.com");
    const said = (action: string, to: boolean) => [action, { format: { to: format }, subscribers: { to } }];
    expect(await actions()).toEqual([
      said("export.start", false),
      said("export.download", false),
      said("export.start", true),
      said("export.download", true),
    ]);
  });

  test("in other systems' formats mark everything that readers don't have as a draft, and count what is lost", async () => {
    const { exported, whole } = await start();
    const markdown = await exported("markdown");
    const drafts = markdown.zip.entries.filter(({ path }) => path.endsWith(".md")).map(({ path }) => path);
    const marks = await Promise.all(
      drafts.map(async (path) => [path, (await markdown.zip.text(path)).match(/^draft: (.*)$/m)?.[1]]),
    );
    expect(Object.fromEntries(marks)).toEqual({
      "articles/a-newer-draft.md": "true",
      "articles/a-scheduled-one.md": "true",
      "articles/every-block-a-test-more.md": "false",
      "articles/the-other-one.md": "false",
      "pages/rules.md": "false",
    });
    const ghost = await exported("ghost");
    const { data } = JSON.parse(await ghost.zip.text("ghost.json")).db[0];
    expect(data.posts.map(({ title, status }: Line) => [title, status])).toEqual([
      ["The other one", "published"],
      [whole.title, "published"],
      ["A newer draft", "draft"],
      ["A scheduled one", "draft"],
      ["House rules", "published"],
    ]);
    const wordpress = await exported("wordpress");
    const items = (await wordpress.zip.text("wordpress.xml")).split("<item>").slice(1);
    expect(items.map((item) => /<wp:status><!\[CDATA\[(\w+)/.exec(item)?.[1])).toEqual([
      "inherit",
      "publish",
      "publish",
      "draft",
      "draft",
      "publish",
    ]);
    for (const { made, zip } of [markdown, ghost, wordpress]) {
      expect(made.losses).toEqual(
        expect.arrayContaining([
          { count: 1, what: "newsletter issues" },
          { count: 1, what: "unpublished changes of public texts" },
          { count: 1, what: "articles' lists of private sources" },
          { count: 1, what: "scheduled texts, which are drafts with their date" },
        ]),
      );
      expect(await zip.text("README.txt")).toContain("newsletter issues: 1\n");
      for (const { path } of zip.entries.filter((entry) => !/\.jpg$/.test(entry.path)))
        expect(await zip.text(path), path).not.toMatch(/A secret source|An unpublished change/);
    }
  });

  test.each(EXPORT_FORMATS)("of a publication without content are possible as %s", async (format) => {
    const database = await open();
    const { app, runJob } = await startTestApp(database);
    const { headers } = await startEditor(app, database);
    const { id } = (await app.inject({ method: "POST", url: "/api/exports/", headers, payload: { format } })).json();
    await runJob("export tasks");
    expect((await app.inject({ url: `/api/exports/${id}/`, headers })).json()).toMatchObject({ state: "done" });
  });

  /** A publication whose exports are made by a function of the test. */
  async function startRunning(run: Exporter["run"]) {
    const database = await open();
    const clock = testClock();
    const folder = mkdtempSync(join(tmpdir(), "jarida-exports-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const log = Fastify({ logger: { level: "silent" } }).log;
    const newProcess = (exporter: Exporter["run"] = run) =>
      exportTask({
        ...{ database, clock, log, exporter: { folder, run: exporter } },
        downloads: sessionDownloads({ database, clock } as never),
      }).kind;
    const begin = () => startExport({ database, clock }, operator, { format: "jsonl", withSubscribers: false });
    const read = () => database.db.selectFrom("publication_export").selectAll().orderBy("id").execute();
    return { database, clock, newProcess, begin, read };
  }
  const made = { bytes: 7, report: { counts: { articles: 1 }, losses: [] } };

  test("start again in another process when theirs ends, and one runs at a time", async () => {
    let starts = 0;
    const site = await startRunning(async (_request, _path, { onProgress }) => {
      starts += 1;
      onProgress({ done: 3, total: 9 });
      return starts === 1 ? new Promise(() => undefined) : made;
    });
    await site.begin();
    await expect(site.begin()).rejects.toMatchObject({ code: "export_running" });
    let looks = 0;
    await runTasks(site.database, site.newProcess(), () => ++looks > 2, site.clock);
    expect(await site.read()).toMatchObject([{ state: "running", done: 3, total: 9 }]);
    await runTasks(site.database, site.newProcess(), undefined, site.clock);
    expect([await site.read(), starts]).toMatchObject([[{ state: "done", bytes: 7, error: "" }], 2]);
    await site.begin();
  });

  test("that fail say why, and the next one can start", async () => {
    const site = await startRunning(async () => {
      throw new Error("No space left on the disk.");
    });
    await site.begin();
    await runTasks(site.database, site.newProcess(), undefined, site.clock);
    expect(await site.read()).toMatchObject([{ state: "failed", error: "No space left on the disk." }]);
    await site.begin();
  });

  test("stop once they are deleted", async () => {
    let isStopped = false;
    const site = await startRunning(
      (_request, _path, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            isStopped = true;
            reject(new Error("Stopped."));
          });
        }),
    );
    await site.begin();
    let looks = 0;
    const deleting = () => {
      looks += 1;
      if (looks === 2) void site.database.db.deleteFrom("publication_export").execute();
      return looks > 20;
    };
    await runTasks(site.database, site.newProcess(), deleting, site.clock);
    expect([isStopped, await site.read()]).toEqual([true, []]);
  });

  test("are downloaded by a browser with a token that works once, by chiefs alone", async () => {
    const { app, database, headers, exported, dataDir } = await start();
    const { id } = (await exported("jsonl")).made;
    const allow = (as = headers) => app.inject({ method: "POST", url: `/api/exports/${id}/download/`, headers: as });
    const download = (token: string) =>
      app.inject({
        method: "POST",
        url: "/api/exports/downloads/",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ token }).toString(),
      });
    const { token } = (await allow()).json();
    const file = await download(token);
    expect([file.statusCode, file.headers]).toMatchObject([
      200,
      {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="jsonl-2026-11-20.zip"',
        "content-length": String(file.rawPayload.length),
        "cache-control": "no-store",
      },
    ]);
    expect((await download(token)).json().code).toBe("download_expired");
    const editor = await startEditor(app, database, { ...EDITOR, email: "b@news.example", role: "editor" });
    expect((await allow(editor.headers)).statusCode).toBe(403);
    rmSync(join(dataDir, "exports"), { recursive: true });
    expect((await allow()).json().code, "another machine has it").toBe("export_file_missing");
    const shown = (await app.inject({ url: `/api/exports/${id}/`, headers })).json();
    expect(shown).toMatchObject({ state: "done", is_here: false });
  });

  test("are deleted with their zips", async () => {
    const { call, exported, dataDir, actions } = await start();
    const { id } = (await exported("jsonl")).made;
    expect(readdirSync(join(dataDir, "exports"))).toHaveLength(1);
    await call("DELETE", `/exports/${id}/`);
    expect(readdirSync(join(dataDir, "exports"))).toEqual([]);
    expect((await actions()).at(-1)).toEqual(["export.delete", { format: { from: "jsonl" } }]);
  });

  test("are deleted a week later, with zips that belong to none", async () => {
    const { exported, runJob, clock, database, dataDir } = await start();
    await exported("jsonl");
    const folder = join(dataDir, "exports");
    const [zip = ""] = readdirSync(folder);
    const ofNone = "0".repeat(24);
    for (const name of [`${ofNone}.zip`, `${ofNone}.zip.partial`, `${ofNone}.zip.database-wal`, "notes.txt"])
      writeFileSync(join(folder, name), "");
    clock.advance(7 * DAY);
    await runJob("old exports");
    expect(readdirSync(folder).toSorted()).toEqual([zip, "notes.txt"].toSorted());
    clock.advance(1);
    await runJob("old exports");
    expect(readdirSync(folder)).toEqual(["notes.txt"]);
    expect(await database.db.selectFrom("publication_export").selectAll().execute()).toEqual([]);
  });
});
