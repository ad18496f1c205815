import fc from "fast-check";
import { expect, it } from "vitest";
import type { Database } from "#db/open.ts";
import { type ArticleStore, createArticles, insertArticle, updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { operator } from "#shared/actor.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { articleDraft, publish } from "#test/support/articles.ts";
import { type TestClock, testClock } from "#test/support/clock.ts";
import { openContent } from "#test/support/content.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { searchIds } from "./queries.ts";

const HOUR = 60 * 60 * 1000;
const ALL = { limit: 100, offset: 0 };

type Site = { store: ArticleStore; clock: TestClock; find: (query: string) => Promise<number[]> };

function siteOn(database: Database): Site {
  const clock = testClock();
  const store = {
    database,
    clock,
    content: openContent(),
    guardPublication: async () => undefined,
  };
  const find = async (query: string) => {
    const { ids, total } = await searchIds(database, { viewer: ANYBODY, now: clock.now() }, { query, ...ALL });
    expect(total).toBe(ids.length);
    return ids;
  };
  return { store, clock, find };
}

describeOnEngines("search", (open) => {
  const openSite = async () => siteOn(await open());

  it("ranks title above tags above excerpt above category above body, whatever the lengths and counts", async () => {
    const { store, clock, find } = await openSite();
    const older = (hours: number) => clock.now() - hours * HOUR;
    const long = `<p>${"something else entirely ".repeat(2000)}</p>`;
    const title = await publish(store, { title: "The halving", content: long, publishedAt: older(500) });
    const tags = await publish(store, { tags: ["Halving"], content: long, publishedAt: older(400) });
    const excerpt = await publish(store, { excerpt: "About the halving.", publishedAt: older(300) });
    const about = await publish(store, { category: "Halving", publishedAt: older(200) });
    const many = await publish(store, { content: `<p>${"halving ".repeat(800)}</p>`, publishedAt: older(100) });
    const once = await publish(store, { content: `<p>One halving. ${"Not much else. ".repeat(50)}</p>` });
    expect(await find("halving")).toEqual([title, tags, excerpt, about, many, once]);
  });

  it.each([
    ["日本銀行がビットコインを保有する金融機関への規制を強化", ["ビットコイン", "規制", "化"]],
    ["中国人民银行宣布新的数字货币政策", ["人民银行", "数字货币"]],
    ["ธนาคารกลางประกาศกฎใหม่สำหรับสินทรัพย์ดิจิทัล", ["ดิจิทัล", "กฎใหม่"]],
    ["Kırıklığı giderilmeyen sığınmacılar", ["SIĞINMACILAR", "kirikligi"]],
    ["Århus får en børs", ["aarhus", "arhus", "Århus"]],
  ])("finds parts of runs without spaces, and letters in any form: %s", async (title, queries) => {
    const { store, find } = await openSite();
    const id = await publish(store, { title, content: "<p>x</p>" });
    await publish(store, { title: "Something else" });
    for (const query of queries) expect(await find(query), query).toEqual([id]);
    expect(await find("規制緩和")).toEqual([]);
  });

  it("indexes a body of any script, however many different words it has", async () => {
    const { store, find } = await openSite();
    const letters = Array.from({ length: 170_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000)));
    const id = await publish(store, { title: "Large", content: `<p>${letters.join("")}</p>` });
    expect(await find("Large")).toEqual([id]);
    expect(await find(letters.slice(0, 3).join(""))).toEqual([id]);
  });

  it("puts whole words in a title before beginnings, and the newest first among equals", async () => {
    const { store, clock, find } = await openSite();
    const at = (hours: number) => ({ publishedAt: clock.now() - hours * HOUR });
    const beginning = await publish(store, { title: "Etherscan explained", ...at(1) });
    const old = await publish(store, { title: "Ether explained", ...at(9) });
    const recent = await publish(store, { title: "Ether explained", ...at(5) });
    expect(await find("ether")).toEqual([recent, old, beginning]);
  });

  it("ranks several words by the fewest fields that have all of them, whether few articles match or many", async () => {
    const { store, clock } = await openSite();
    // The narrower the older: an order by date alone is another one.
    const older = (hours: number) => ({ publishedAt: clock.now() - hours * HOUR });
    const steps = [
      await publish(store, { title: "Ether wallet", ...older(900) }),
      await publish(store, { title: "Etherscan wallets", ...older(800) }),
      await publish(store, { title: "Ether", tags: ["Wallets"], ...older(700) }),
      await publish(store, { title: "Ether", excerpt: "Of wallets.", ...older(600) }),
      await publish(store, { title: "Ether", category: "Wallets", ...older(500) }),
    ];
    const text = await publish(store, { title: "Ether", content: "<p>A wallet.</p>" });
    const find = async () =>
      (await searchIds(store.database, { viewer: ANYBODY, now: clock.now() }, { query: "ether wallet", ...ALL })).ids;
    expect(await find()).toEqual([...steps, text]);

    const { content } = await store.content.prepare("<p>Nothing of it.</p>");
    const drafts = Array.from({ length: 250 }, (_, hours) => ({
      ...articleDraft(clock.now(), { title: "Ether", excerpt: "Of wallets.", ...older(hours + 1) }),
      content,
    }));
    await createArticles(store, operator, async () => drafts);
    const newest = await store.database.db
      .selectFrom("article")
      .select("id")
      .where("id", ">", text)
      .orderBy("published_at", "desc")
      .execute();
    expect(await find()).toEqual([...steps.slice(0, 3), ...newest.map(({ id }) => id)].slice(0, ALL.limit));
  });

  it("requires every word, each in any field", async () => {
    const { store, find } = await openSite();
    const both = await publish(store, { title: "Cold wallets", content: "<p>Keep the seed phrase on paper.</p>" });
    await publish(store, { title: "Cold wallets" });
    await publish(store, { title: "Seed phrases" });
    expect(await find("wallet seed")).toEqual([both]);
    expect(await find("wallet seed bridge")).toEqual([]);
  });

  it("matches the beginning of a word in every field, but not its middle", async () => {
    const { store, find } = await openSite();
    const id = await publish(store, {
      title: "Validators",
      tags: ["Consensus"],
      excerpt: "Economics",
      category: "Infrastructure",
      content: "<h2>Slashing</h2><p>after <strong>misbe</strong>haviour</p>",
    });
    for (const query of ["valid", "CONSEN", "econ", "infra", "slash", "misbehav", "v", "va"])
      expect(await find(query), query).toEqual([id]);
    expect(await find("lidators")).toEqual([]);
  });

  it("matches the author's name", async () => {
    const { store, find } = await openSite();
    const { id: authorId } = await store.database.db
      .insertInto("account")
      .values({
        email: null,
        password_hash: null,
        name: "Zofia Łęcka",
        name_key: "zofia łęcka",
        image_url: "",
        bio: "",
        created_at: 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const id = await publish(store, { authorId });
    expect(await find("zofia lecka")).toEqual([id]);
  });

  it("folds accents and case in both query and text", async () => {
    const { store, find } = await openSite();
    const plain = await publish(store, { title: "Lodz and Zielinski" });
    const accented = await publish(store, { title: "Łódź and Zie\u0301lin\u0301ski", publishedAt: 1 });
    for (const query of ["łódź", "LODZ", "Zieliński", "zielinski"])
      expect(await find(query), query).toEqual([plain, accented]);
  });

  it("matches words of other scripts", async () => {
    const { store, find } = await openSite();
    const id = await publish(store, { title: "Биткойн и 比特币 وبيتكوين", content: "<p>𐐀𐐁𐐂 ʼn</p>" });
    for (const query of ["биткойн", "比特", "وبيت", "𐐀𐐁"]) expect(await find(query), query).toEqual([id]);
  });

  it.each([
    ["swapped at the start", ["tsablecoin", "otken"]],
    ["swapped in the middle", ["stabelcoin", "tkoen", "toekn"]],
    ["swapped at the end", ["stableconi", "tokne"]],
    ["a letter more", ["sstablecoin", "stabblecoin", "stablecoinx", "tokken"]],
    ["a letter less", ["tablecoin", "stabecoin", "stablcoin"]],
    ["another letter", ["ztablecoin", "stavlecoin", "stablecoim", "tolen"]],
  ])("tolerates one typing error: %s", async (_kind, queries) => {
    const { store, find } = await openSite();
    const id = await publish(store, { title: "Stablecoin or token" });
    await publish(store, { title: "Something else" });
    for (const query of queries) expect(await find(query), query).toEqual([id]);
  });

  it("tolerates an error in one word beside another, and one in each", async () => {
    const { store, find } = await openSite();
    const id = await publish(store, { title: "Choosing a bitcoin wallet" });
    await publish(store, { title: "Choosing a browser" });
    expect(await find("bitcoin wlalet")).toEqual([id]);
    expect(await find("bticoin walet")).toEqual([id]);
  });

  it("tolerates no error in short words and numbers, nor two in one word", async () => {
    const { store, find } = await openSite();
    await publish(store, { title: "A coin worth 12345 in blockchain" });
    for (const query of ["coni", "12354", "blokchian", "cion"]) expect(await find(query), query).toEqual([]);
  });

  it("does not match similar words while the word itself is found", async () => {
    const { store, find } = await openSite();
    const wallet = await publish(store, { title: "A wallet" });
    const ballet = await publish(store, { title: "A ballet" });
    expect(await find("wallet")).toEqual([wallet]);
    expect(await find("gallet")).toEqual([ballet, wallet]);
  });

  it("never shows drafts, and shows scheduled articles from their time on", async () => {
    const { store, clock, find } = await openSite();
    await publish(store, { title: "Secret draft", status: "draft" });
    const visible = await publish(store, { content: "<p>No secret</p>" });
    const scheduled = await publish(store, { title: "Secret schedule", publishedAt: clock.now() + HOUR });
    expect(await find("secret")).toEqual([visible]);
    expect(await find("secert")).toEqual([visible]);
    expect(await find("schedule")).toEqual([]);
    clock.advance(HOUR);
    expect(await find("secret")).toEqual([scheduled, visible]);
  });

  it("follows an article through edits, withdrawal and deletion", async () => {
    const { store, find } = await openSite();
    const id = await publish(store, { title: "Original heading" });
    await updateArticle(store, operator, id, { title: "Changed heading" });
    expect(await find("original")).toEqual([]);
    expect(await find("changed")).toEqual([id]);
    await updateArticle(store, operator, id, { status: "draft" });
    expect(await find("changed")).toEqual([]);
    await updateArticle(store, operator, id, { status: "published" });
    expect(await find("changed")).toEqual([id]);
    await trashArticle(store, operator, id);
    expect(await find("changed")).toEqual([]);
  });

  it("ignores stop words and single letters, and lists the newest titles for a query of nothing else", async () => {
    const { store, clock, find } = await openSite();
    const merge = await publish(store, { title: "What the merge changed", tags: ["X"] });
    const who = await publish(store, { title: "Who pays?", publishedAt: clock.now() - 2 * HOUR });
    await publish(store, { title: "Who is next", status: "draft" });
    expect(await find("the merge")).toEqual([merge]);
    expect(await find("who is the merge of a x")).toEqual([merge]);
    expect(await find("the what")).toEqual([merge]);
    expect(await find("x")).toEqual([merge]);
    expect(await find("w")).toEqual([merge, who]);
    expect(await find("t a o i s w c b p h f m d r e l")).toEqual([]);
  });

  it("pages through the whole ranking without gaps or repetition, and counts all of it", async () => {
    const { store, clock } = await openSite();
    for (let index = 0; index < 5; index++) {
      const publishedAt = clock.now() - index * HOUR;
      await publish(store, { title: `Rollup ${index}`, publishedAt });
      await publish(store, { tags: ["rollups"], publishedAt });
      await publish(store, { content: `<p>${"rollup ".repeat(index + 1)}</p>`, publishedAt });
    }
    const page = (limit: number, offset: number) =>
      searchIds(store.database, { viewer: ANYBODY, now: clock.now() }, { query: "rollup", limit, offset });
    const whole = await page(100, 0);
    expect(new Set(whole.ids).size).toBe(15);
    const pages = await Promise.all([0, 4, 8, 12].map((offset) => page(4, offset)));
    expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.ids);
    expect(pages.map(({ total }) => total)).toEqual([15, 15, 15, 15]);
    expect(await page(4, 100)).toEqual({ ids: [], total: 15 });
  });

  it("matches beginnings that few words share, and those that very many do", async () => {
    const { store, find } = await openSite();
    const many = Array.from({ length: 200 }, (_, index) => `zeb${index.toString(36)}x`).join(" ");
    const crowded = await publish(store, { content: `<p>${many} 20241 quartz</p>` });
    const title = await publish(store, { title: "Zebra in 20242", content: "<p>qua</p>" });
    expect(await find("zeb")).toEqual([title, crowded]);
    expect(await find("zebra")).toEqual([title]);
    expect(await find("2024")).toEqual([title, crowded]);
    expect((await find("qua")).toSorted()).toEqual([crowded, title]);
    expect(await find("quar")).toEqual([crowded]);
    expect(await find("zeb quar")).toEqual([crowded]);
  });

  it("treats operators, quotes and odd text as words or nothing", async () => {
    const { store, find } = await openSite();
    const id = await publish(store, { title: "Bitcoin and the NEAR protocol" });
    for (const query of [
      "bitcoin*",
      '"bitcoin',
      "bitcoin AND near",
      "NEAR(bitcoin protocol)",
      "title:bitcoin".slice(6),
    ])
      expect(await find(query), query).toEqual([id]);
    const hostile = [
      "'",
      '"',
      "*",
      "%",
      "_",
      "\\",
      "()",
      "a OR",
      "NOT",
      "{title}:",
      "^a",
      "':*A & !'b'",
      "🚀",
      "\u202eabc",
    ];
    for (const query of [
      ...hostile,
      "x".repeat(1000),
      "'; drop table article; --",
      "a ".repeat(500),
      "\u0301".repeat(900),
    ])
      await expect(find(query), query).resolves.toBeInstanceOf(Array);
  });

  it("does not fail for any text", async () => {
    const { store, find } = await openSite();
    await publish(store, { title: "Bitcoin" });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 60 }), async (query) => {
        await find(query);
      }),
      { numRuns: 60 },
    );
  });

  it("indexes very long and very odd content", async () => {
    const { store, find } = await openSite();
    const unique = Array.from({ length: 90_000 }, (_, index) => `word${index}`).join(" ");
    const han = Array.from({ length: 150_000 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join(
      " ",
    );
    const ids = [
      await publish(store, { title: "Oddity", content: `<p>${unique}</p>` }),
      await publish(store, { title: "Oddity", content: `<p>${han}</p>` }),
      await publish(store, {
        title: "Oddity",
        content: `<p>${"a\u0301\u0316".repeat(100)}${"\u0301\u0316".repeat(200_000)}</p>`,
      }),
      await publish(store, { title: "Oddity", content: `<p>${"x".repeat(500_000)}</p>` }),
    ];
    expect((await find("oddity")).toSorted((a, b) => a - b)).toEqual(ids);
  });

  it("learns a word again after the transaction that added it was rolled back", async () => {
    const { store, clock, find } = await openSite();
    const { content } = await store.content.prepare("<p>Text</p>");
    const draft = { ...articleDraft(clock.now(), { title: "Stablecoin" }), content };
    const failed = store.database.db.transaction().execute(async (trx) => {
      await insertArticle(trx, store, operator, draft);
      await insertArticle(trx, store, operator, draft);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    const id = await publish(store, { title: "Stablecoin" });
    expect(await find("stabelcoin")).toEqual([id]);
  });
});
