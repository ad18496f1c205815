import { describe, expect, test } from "vitest";
import { guardPublication } from "#app/subscribers.ts";
import { updateArticle } from "#features/articles/commands.ts";
import { replacePictureInArticles } from "#features/articles/pictures.ts";
import { bringItemToArticles, deriveMissing } from "#features/articles/tasks.ts";
import { trashArticle } from "#features/articles/type.ts";
import { on, subscribe } from "#features/events/commands.ts";
import { RetryLaterError } from "#features/tasks/rules.ts";
import { operator, system } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { openContent, prepared } from "#test/support/content.ts";
import { openSqliteForTest } from "#test/support/engines.ts";

const OLD = { key: "a".repeat(24), url: `/media/${"a".repeat(24)}/800x450.jpg` };
const NEW = { key: OLD.key, url: `/media/${"b".repeat(24)}/1600x900.jpg` };
const REMOTE = "https://pictures.example/a.png";

/** A site on which `meanwhile` happens each time that content is prepared, which is between reading and writing. */
async function start() {
  const clock = testClock();
  const store = { database: await openSqliteForTest(), clock, content: openContent(), guardPublication };
  const articleOf = (id: number) =>
    store.database.db.selectFrom("article").selectAll().where("id", "=", id).executeTakeFirst();
  const raced = (meanwhile: (times: number) => Promise<unknown>) => {
    let times = 0;
    const prepare: typeof store.content.prepare = async (...given) => {
      times += 1;
      await meanwhile(times);
      return store.content.prepare(...given);
    };
    return { ...store, content: { ...store.content, prepare } };
  };
  const save = (id: number, excerpt: string) => updateArticle(store, operator, id, { excerpt });
  return { store, raced, articleOf, save, remove: (id: number) => trashArticle(store, operator, id) };
}

describe("a picture that is replaced while an article that shows it", () => {
  const shown = { image_url: OLD.url, content: `<p>a</p><img src="${OLD.url}" alt="">` };

  test("is saved is put into what was saved, which is not lost", async () => {
    const { store, raced, articleOf, save } = await start();
    const id = await publish(store, shown);
    const site = raced(async (times) => times === 1 && save(id, "Saved meanwhile"));
    expect(await replacePictureInArticles(site, operator, NEW)).toBe(1);
    const after = await articleOf(id);
    expect(after).toMatchObject({ image_url: NEW.url, excerpt: "Saved meanwhile" });
    expect(after?.content).toContain(NEW.url);
    expect(after?.content).not.toContain(OLD.key);
  });

  test("is saved again and again is given up after three times, in a sentence, with nothing of it changed", async () => {
    const { store, raced, articleOf, save } = await start();
    const id = await publish(store, shown);
    let saves = 0;
    const site = raced(async (times) => {
      saves = times;
      await save(id, `Save ${times}`);
    });
    await expect(replacePictureInArticles(site, operator, NEW)).rejects.toThrow(ConflictError);
    expect(saves).toBe(3);
    expect(await articleOf(id)).toMatchObject({ image_url: OLD.url, excerpt: "Save 3" });
  });

  test("is deleted is put into the others all the same", async () => {
    const { store, raced, articleOf, remove } = await start();
    const [gone, stays] = [await publish(store, shown), await publish(store, shown)];
    const site = raced(async (times) => times === 1 && remove(gone));
    expect(await replacePictureInArticles(site, operator, NEW)).toBe(2);
    expect(await articleOf(gone)).toBeUndefined();
    expect(await articleOf(stays)).toMatchObject({ image_url: NEW.url });
  });
});

describe("a copy from another host that comes while an article that names it", () => {
  const naming = { content: `<p>a</p><img src="${REMOTE}" alt="">` };
  /** Such an article, and the key by which it names the picture. */
  const named = async (site: Awaited<ReturnType<typeof start>>) => {
    const id = await publish(site.store, naming);
    const { picture_key } = await site.store.database.db
      .selectFrom("article_picture")
      .select("picture_key")
      .where("article_id", "=", id)
      .executeTakeFirstOrThrow();
    return { id, key: picture_key };
  };

  test("is saved again and again is brought to it later, and undoes no save", async () => {
    const site = await start();
    const { id, key } = await named(site);
    const store = site.raced((times) => site.save(id, `Save ${times}`));
    await expect(bringItemToArticles(store, key)).rejects.toThrow(RetryLaterError);
    expect(await site.articleOf(id)).toMatchObject({ excerpt: "Save 3", version: 4 });
  });

  test("is saved once is brought to what was saved", async () => {
    const site = await start();
    const { id, key } = await named(site);
    const store = site.raced(async (times) => times === 1 && site.save(id, "Saved meanwhile"));
    await bringItemToArticles(store, key);
    expect(await site.articleOf(id)).toMatchObject({ excerpt: "Saved meanwhile", version: 2 });
  });

  test("is deleted has nothing more to do", async () => {
    const site = await start();
    const { id, key } = await named(site);
    await bringItemToArticles(
      site.raced(() => site.remove(id)),
      key,
    );
    expect(await site.articleOf(id)).toBeUndefined();
  });
});

describe("content of an older program that is derived again", () => {
  /** Articles whose derived content is out of date. */
  const outdated = async (count: number) => {
    const site = await start();
    const ids = [];
    for (let one = 0; one < count; one += 1) ids.push(await publish(site.store));
    const { db } = site.store.database;
    await db.updateTable("derived_content").set({ derivation: 0 }).execute();
    const left = async () =>
      (await db.selectFrom("derived_content").select("article_id").where("derivation", "=", 0).execute()).map(
        ({ article_id }) => article_id,
      );
    const [first = 0, second = 0, third = 0] = ids;
    return { ...site, db, ids: { first, second, third }, left };
  };

  test("leaves an article alone that is edited meanwhile, as the edit derives it", async () => {
    const { raced, ids, left, store, articleOf } = await outdated(2);
    const edited = prepared("<p>Edited meanwhile.</p>");
    const site = raced(async (times) => times === 1 && updateArticle(store, operator, ids.first, { content: edited }));
    await deriveMissing(site, () => false);
    expect(await left()).toEqual([]);
    expect(await articleOf(ids.first)).toMatchObject({ content: edited.html, version: 2 });
  });

  test("passes over one that is deleted meanwhile", async () => {
    const { raced, ids, left, remove } = await outdated(3);
    await deriveMissing(
      raced(async (times) => times === 1 && remove(ids.second)),
      () => false,
    );
    expect(await left()).toEqual([]);
  });

  test("stops between two articles, and goes on with the next one at another start", async () => {
    const { raced, ids, left, store } = await outdated(3);
    let done = 0;
    const counting = raced(async (times) => {
      done = times;
    });
    await deriveMissing(counting, () => done === 1);
    expect(await left()).toEqual([ids.second, ids.third]);
    await deriveMissing(store, () => false);
    expect(await left()).toEqual([]);
  });

  test("cleans what older rules allowed: readers get the clean text, editors no new version", async () => {
    const { db, ids, store, articleOf } = await outdated(1);
    const content = "<p>a</p><blink>b</blink>" as never;
    await db.updateTable("article").set({ content }).where("id", "=", ids.first).execute();
    const told: unknown[] = [];
    const listen = on(["article.written"], async (_cause, events) => {
      told.push(...events.map(({ facts, by }) => [facts.events, by === system]));
    });
    using _listening = subscribe([listen]);
    await deriveMissing(store, () => false);
    expect(await articleOf(ids.first)).toMatchObject({ content: prepared(content).html, version: 1 });
    expect(told).toEqual([
      [[{ kind: "edited", fields: ["content"], isMinor: true, source: "system" }], true],
      [[{ kind: "reindexed" }], true],
    ]);
  });
});
