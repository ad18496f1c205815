import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/open.ts";
import type { ArticleChange } from "#features/articles/changes.ts";
import { createArticles, updateArticle } from "#features/articles/commands.ts";
import { renameAuthor, renameAuthorTask } from "#features/articles/name-tasks.ts";
import { emptyPictureOfArticles } from "#features/articles/pictures.ts";
import { deriveMissing, renameTask } from "#features/articles/tasks.ts";
import { articleType, trashArticle } from "#features/articles/type.ts";
import { categoryWrites } from "#features/categories/commands.ts";
import { restoreDocument } from "#features/documents/trash/commands.ts";
import { on, subscribe } from "#features/events/commands.ts";
import { addAuthor } from "#features/identity/accounts/authors.ts";
import { updateRecord } from "#platform/records/store.ts";
import { type Actor, onBehalfOf, operator } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { articleDraft, publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { runTasks } from "#test/support/tasks.ts";
import { startTestApp } from "#test/support/test-app.ts";

const EDITOR = onBehalfOf(42);

/** Full text alone is rebuilt. */
const isIndexing = ({ events }: ArticleChange) => events.every(({ kind }) => kind === "reindexed");

/** A publication with a subscriber that records its calls; each array is one call. */
async function start(database: Database) {
  const clock = testClock();
  const { app, store } = await startTestApp(database, { clock });
  const told: { changes: readonly ArticleChange[]; actor: Actor }[] = [];
  const listen = on(["article.written"], async (_cause, events) => {
    const [{ by: actor } = { by: operator }] = events;
    const changes = events.map(({ facts }) => facts).filter((change) => !isIndexing(change));
    if (changes.length > 0) told.push({ changes, actor });
  });
  const listening = subscribe([listen]);
  onTestFinished(() => listening[Symbol.dispose]());
  /** The calls of the listener since this was last called: for each change the fields that differ, on both sides. */
  const differences = () =>
    told.splice(0).map(({ changes, actor }) => ({
      by: actor.accountId,
      of: changes.map(({ before, after }) => {
        const keys = Object.keys({ ...before, ...after }) as (keyof NonNullable<typeof before>)[];
        return Object.fromEntries(
          keys.filter((key) => before?.[key] !== after?.[key]).map((key) => [key, [before?.[key], after?.[key]]]),
        );
      }),
    }));
  return { app, clock, store, told, differences };
}

describeOnSqlite("listeners of articles", (open) => {
  test("are called for a new one, with its text and who wrote it", async () => {
    const { store, told } = await start(await open());
    const id = await publish(store, { title: "New", category: "Tech", content: "<p>Some text</p>" });
    const [{ changes, actor } = { changes: [], actor: null }] = told;
    expect(actor).toBe(operator);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ before: null, after: { id, title: "New", category: "Tech", version: 1 } });
    expect(await changes[0]?.text()).toBe("Some text");
    const stored = await store.database.db.selectFrom("article").selectAll().executeTakeFirstOrThrow();
    expect({ ...stored, category: "Tech" }, "the row as it is stored").toEqual(changes[0]?.after);
  });

  test("are called for a change with the row before and after it", async () => {
    const { store, clock, differences } = await start(await open());
    const id = await publish(store, { title: "Old", category: "Tech" });
    const first = clock.now();
    clock.advance(1_000);
    differences();
    await updateArticle(store, EDITOR, id, { title: "New", is_editors_pick: true, category: "AI" });
    const now = clock.now();
    expect(differences()).toEqual([
      {
        by: 42,
        of: [
          {
            title: ["Old", "New"],
            category: ["Tech", "AI"],
            category_id: [expect.any(Number), expect.any(Number)],
            is_editors_pick: [0, 1],
            last_updated_at: [null, now],
            updated_at: [first, now],
            updated_by: [null, 42],
            version: [1, 2],
          },
        ],
      },
    ]);
  });

  test("are called for a deletion, for many articles at once, and in steps for a renamed category's", async () => {
    const database = await open();
    const { store, told, differences, clock } = await start(database);
    const { content } = await store.content.prepare("<p>Text</p>");
    const drafts = Array.from({ length: 45 }, (_, number) => ({
      ...articleDraft(clock.now(), { title: `Number ${number}`, category: "Tech" }),
      content,
    }));
    await createArticles(store, operator, async () => drafts);
    expect(told.splice(0).map(({ changes }) => changes.length)).toEqual([45]);

    const { id } = await database.db.selectFrom("category").select("id").executeTakeFirstOrThrow();
    await updateRecord(categoryWrites(store), EDITOR, id, { name: "Technology" });
    await runTasks(database, renameTask(store));
    const steps = differences();
    expect(steps.length, "no more than a step's articles at once").toBeGreaterThan(1);
    expect(steps.flatMap(({ of }) => of)).toEqual(Array(45).fill({ category: ["Tech", "Technology"] }));
    expect(new Set(steps.map(({ by }) => by))).toEqual(new Set([42]));

    const { id: first } = await database.db.selectFrom("article").select("id").executeTakeFirstOrThrow();
    await trashArticle(store, EDITOR, first);
    expect(told).toMatchObject([{ actor: { accountId: 42 }, changes: [{ before: { id: first }, after: null }] }]);
    await expect(trashArticle(store, EDITOR, first)).rejects.toThrow(NotFoundError);
    expect(told).toHaveLength(1);
  });

  test("are called when a picture is taken down, and when content is sanitized again", async () => {
    const database = await open();
    const { store, differences } = await start(database);
    const texts: string[] = [];
    const readTexts = on(["article.written"], async (_cause, events) => {
      for (const { facts } of events) texts.push(await facts.text());
    });
    const key = "k".repeat(24);
    const imageUrl = `/media/${key}/800x450.jpg`;
    const id = await publish(store, { image_url: imageUrl });
    await publish(store, { image_url: "/media/other/800x450.jpg" });
    differences();
    const reading = subscribe([readTexts]);
    await database.db.transaction().execute((trx) => emptyPictureOfArticles(trx, store, key, operator));
    reading[Symbol.dispose]();
    expect(texts).toEqual(["What it says at length."]);
    const derived = await database.db.selectFrom("derived_content").select("article_version").execute();
    expect(derived.map(({ article_version }) => article_version).toSorted(), "still derived").toEqual([1, 2]);
    expect(differences()).toEqual([{ by: null, of: [{ image_url: [imageUrl, ""], version: [1, 2] }] }]);

    const stale = "<p>Text</p><script>evil()</script>" as never;
    await database.db.updateTable("article").set({ content: stale }).where("id", "=", id).execute();
    await database.db.deleteFrom("derived_content").execute();
    await deriveMissing(store, () => false);
    expect(differences()).toEqual([{ by: null, of: [{ content: [stale, "<p>Text</p>"] }] }]);
  });

  test("learn from events what happened, not from the rows", async () => {
    const database = await open();
    const { store, told, clock } = await start(database);
    const events = () => told.splice(0).flatMap(({ changes }) => changes.map((change) => change.events));
    const id = await publish(store, { status: "ready", publishedAt: null });
    expect(events()).toEqual([[{ kind: "created", source: "editor" }]]);
    const edit = (...fields: string[]) => ({ kind: "edited", fields, isMinor: false, source: "editor" });
    await updateArticle(store, EDITOR, id, { status: "published", publishedAt: clock.now() + 60_000 });
    expect(events()).toEqual([[edit("published_at", "status"), { kind: "scheduled" }]]);
    await trashArticle(store, EDITOR, id);
    await restoreDocument(store, articleType(store), EDITOR, id);
    expect(events()).toEqual([[{ kind: "trashed" }], [{ kind: "restored" }]]);
    const { db } = database;
    const author = await db
      .transaction()
      .execute((trx) => addAuthor(trx, clock, { name: "Amina", imageUrl: "", bio: "" }));
    await updateArticle(store, operator, id, { authorId: author });
    events();
    await db.transaction().execute((trx) => renameAuthor(trx, clock, { id: author, name: "Amina O." }));
    await runTasks(database, renameAuthorTask(store.clock));
    expect(events()).toEqual([[{ kind: "renamed", what: "author" }]]);
  });

  test("have one entry in the audit log for an import, however small", async () => {
    const { store, clock } = await start(await open());
    const { content } = await store.content.prepare("<p>Text</p>");
    const drafts = ["One", "Two"].map((title) => ({ ...articleDraft(clock.now(), { title }), content }));
    await createArticles(store, operator, async () => drafts);
    const entries = await store.database.db
      .selectFrom("audit_entry")
      .select(["action", "subject_id", "times"])
      .execute();
    expect(entries.filter(({ action }) => action.startsWith("article."))).toEqual([
      { action: "article.create", subject_id: null, times: 2 },
    ]);
  });

  test("roll the write back if they fail", async () => {
    const database = await open();
    const { app, store } = await start(database);
    const { headers } = await startEditor(app, database);
    const fail = on(["article.written"], async () => {
      throw new Error("not written");
    });
    const id = await publish(store, { title: "Stays" });
    const failing = subscribe([fail]);
    await expect(publish(store, { title: "Never" })).rejects.toThrow("not written");
    await expect(updateArticle(store, operator, id, { title: "Changed" })).rejects.toThrow("not written");
    await expect(trashArticle(store, operator, id)).rejects.toThrow("not written");
    failing[Symbol.dispose]();
    const titles = async (url: string) =>
      (await app.inject({ url, headers })).json().map(({ title }: { title: string }) => title);
    expect(await titles(apiUrl.articles()), "the editors' list").toEqual(["Stays"]);
    expect(await titles(apiUrl.search("stays")), "full text").toEqual(["Stays"]);
    for (const word of ["never", "changed"]) expect(await titles(apiUrl.search(word)), word).toEqual([]);
  });
});
