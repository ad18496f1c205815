import { expect, test } from "vitest";
import { changeMany } from "#features/articles/list/bulk.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import type { PublishedChange } from "#features/record/endpoints.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NAMED = "<p>Bitcoin and $eth rose, near a link to SOL.</p>";

/** A desk whose editor, Amina Otieno, holds BTC and NEAR, and whose colleague, Baraka Njoroge, holds SOL. */
async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, callAsColleague, clock, colleague } = desk;
  const add = async (symbol: string, from = "2026-01-01") =>
    (await call({ method: "POST", url: editorApiUrl.holdings(), payload: { symbol, from } })).body.id as number;
  const btc = await add("BTC");
  await add("NEAR");
  const sol = (await callAsColleague("POST", editorApiUrl.holdings(), { symbol: "SOL", from: "2026-01-01" })).body;
  const me = (await call({ method: "GET", url: editorApiUrl.me() })).body.id as number;
  const them = (await callAsColleague("GET", editorApiUrl.me())).body.id as number;
  const changes = async (id: number) => (await app.inject(apiUrl.changes(id))).json<PublishedChange[]>();
  return {
    ...desk,
    add,
    btc,
    sol: sol.id as number,
    me,
    them,
    changes,
    write: async (payload: object) =>
      (
        await call({
          method: "POST",
          url: apiUrl.articles(),
          payload: { title: "A title", category: "Tech", ...payload },
        })
      ).body.id as number,
    put: (id: number, payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload }),
    end: (id: number, to: string) => call({ method: "PATCH", url: editorApiUrl.holding(id), payload: { to } }),
    drop: (id: number) => call({ method: "DELETE", url: editorApiUrl.holding(id) }),
    disclosed: async (id: number) => (await desk.asReader(id)).disclosures ?? [],
    told: async (id: number) => (await changes(id)).map(({ kind, disclosures = [] }) => [kind, disclosures]).reverse(),
    sentences: async (id: number) => (await app.inject(apiUrl.article(id))).json<ArticlePage>().disclosure_sentences,
    at: (distance: number) => new Date(clock.now() + distance).toISOString(),
    erase: (id: number) => call({ method: "DELETE", url: `/api/accounts/users/${id}/?erase=true` }),
    names: { me: "Amina Otieno", them: colleague.name },
  };
}

describeOnSqlite("an article", (open) => {
  test("discloses what its authors hold of what it names, wherever its text is read", async () => {
    const { app, write, me, them, disclosed, sentences, told, names } = await start(open);
    const id = await write({ status: "published", content: NAMED, authors: [me, them, "Nobody Else"] });
    expect(await disclosed(id)).toEqual([
      { name: names.me, symbols: ["BTC"] },
      { name: names.them, symbols: ["SOL"] },
    ]);
    const said = `${names.me} held BTC when this was published. ${names.them} held SOL when this was published.`;
    expect((await sentences(id)).join(" ")).toBe(said);
    expect((await app.inject(pageUrl.article(id))).body).toContain(said);
    for (const feed of [feedUrl.rss(), feedUrl.json()]) expect((await app.inject(feed)).body).toContain(said);
    expect(await told(id)).toEqual([
      [
        "publication",
        [
          { account: me, symbols: ["BTC"] },
          { account: them, symbols: ["SOL"] },
        ],
      ],
    ]);
    // The title, the summary and tags name it as well; who wrote nothing of it discloses nothing.
    for (const more of [{ title: "BTC" }, { excerpt: "Of bitcoin" }, { tags: ["Bitcoin"] }])
      expect(
        await disclosed(await write({ status: "published", ...more, authors: [me] })),
        JSON.stringify(more),
      ).toEqual([{ name: names.me, symbols: ["BTC"] }]);
    expect(await disclosed(await write({ status: "published", content: NAMED, authors: ["Nobody Else"] }))).toEqual([]);
    expect(await disclosed(await write({ status: "published", title: "So near", authors: [me] }))).toEqual([]);
  });

  test("discloses what its author holds after a merge of the author who was credited", async () => {
    const { write, call, app, me, disclosed, told } = await start(open);
    const id = await write({ status: "published", title: "Buy BTC now", authors: ["Pen"] });
    const draft = await write({ title: "Buy BTC later", authors: ["Pen"] });
    expect(await disclosed(id)).toEqual([]);
    const payload = { from: "pen", into: me };
    expect((await call({ method: "POST", url: "/api/authors/merge/", payload })).status).toBe(200);
    expect(await disclosed(id)).toEqual([{ name: "Amina Otieno", symbols: ["BTC"] }]);
    expect(await told(id)).toEqual([
      ["publication", []],
      ["disclosure", [{ account: me, symbols: ["BTC"] }]],
    ]);
    expect((await app.inject(pageUrl.article(id))).body).toContain("Amina Otieno held BTC when");
    const entries = (await call({ method: "GET", url: "/api/audit/?action=article.update" })).body;
    expect(entries.map((entry: { subject: { id: string } }) => Number(entry.subject.id)).toSorted()).toEqual([
      id,
      draft,
    ]);
  });

  test("keeps what it disclosed, whatever becomes of the register, and adds what holds at an update", async () => {
    const { write, put, add, drop, end, btc, me, disclosed, sentences, told, call, clock, names } = await start(open);
    const id = await write({ status: "published", content: NAMED, authors: [me] });
    await end(btc, "2026-11-19");
    await drop(btc);
    expect(await disclosed(id)).toEqual([{ name: names.me, symbols: ["BTC"] }]);
    await add("ETH");
    expect(await disclosed(id)).toEqual([{ name: names.me, symbols: ["BTC"] }]);
    // A switch is no update of what it says.
    await put(id, { is_featured: true });
    expect(await told(id)).toHaveLength(1);
    clock.advance(MINUTE);
    await put(id, { content: `${NAMED}<p>More.</p>` });
    expect(await disclosed(id)).toEqual([{ name: names.me, symbols: ["BTC", "ETH"] }]);
    expect(await sentences(id)).toEqual([
      `${names.me} held BTC when this was published.`,
      `${names.me} held ETH when this was updated.`,
    ]);
    await put(id, { content: `${NAMED}<p>Still more.</p>` });
    await call({ method: "POST", url: editorApiUrl.unpublish(id) });
    await put(id, { status: "published" });
    expect(await told(id)).toEqual([
      ["publication", [{ account: me, symbols: ["BTC"] }]],
      ["change", [{ account: me, symbols: ["ETH"] }]],
      ["change", []],
      ["removal", []],
      ["return", []],
    ]);
    expect(await disclosed(id)).toEqual([{ name: names.me, symbols: ["BTC", "ETH"] }]);
  });

  test("discloses for an author who is added, for another tag, and in a correction", async () => {
    const { app, write, put, call, add, me, them, told, names } = await start(open);
    const id = await write({ status: "published", content: "<p>Of SOL.</p>", authors: [me] });
    await put(id, { authors: [me, them] });
    await put(id, { tags: ["Bitcoin"], change_note: "Filed anew" });
    await add("ADA");
    await call({
      method: "POST",
      url: editorApiUrl.correct(id),
      payload: { text: "It was ADA, not SOL.", position: "top" },
    });
    expect(await told(id)).toEqual([
      ["publication", []],
      ["disclosure", [{ account: them, symbols: ["SOL"] }]],
      ["disclosure", [{ account: me, symbols: ["BTC"] }]],
      ["correction", [{ account: me, symbols: ["ADA"] }]],
    ]);
    const page = (await app.inject(pageUrl.article(id))).body;
    expect(page).toContain("Disclosure added");
    expect(page).toContain(`${names.them} held SOL when this was updated.`);
  });

  test("discloses as of its time, which comes without a write", async () => {
    const { write, add, drop, end, btc, me, them, changes, told, disclosed, clock, at, names, database, erase } =
      await start(open);
    const content = NAMED;
    const id = await write({ status: "published", published_date: at(2 * DAY), content, authors: [me, them] });
    const hidden = () => database.db.selectFrom("published_version").select("disclosures").execute();
    // Bought and sold before it is out.
    const eth = await add("ETH");
    await end(btc, "2026-11-21");
    expect(await hidden()).toHaveLength(1);
    await drop(eth);
    await add("ETH", "2026-11-22");
    const scheduled = await write({ status: "published", published_date: at(DAY), content, authors: [me] });
    clock.advance(DAY);
    expect(await disclosed(scheduled)).toEqual([{ name: names.me, symbols: ["BTC"] }]);
    await erase(them);
    clock.advance(DAY);
    expect(await told(id)).toEqual([["publication", [{ account: me, symbols: ["ETH"] }]]]);
    expect(await disclosed(id)).toEqual([{ name: names.me, symbols: ["ETH"] }]);
    expect((await changes(id))[0]?.date).toBe(at(0));
  });

  test("discloses in whichever way it is published, as the newsroom's clocks count days", async () => {
    const { write, call, store, put, publishDue, me, add, disclosed, clock, at } = await start(open);
    const bulk = await write({ content: NAMED, authors: [me] });
    await changeMany(store, operator, { ids: [bulk], change: { status: "published" } });
    expect(await disclosed(bulk)).toMatchObject([{ symbols: ["BTC"] }]);
    // An update with a time.
    const later = await write({ status: "published", content: "<p>Nothing yet</p>", authors: [me] });
    await call({ method: "PUT", url: editorApiUrl.draft(later), payload: { content: NAMED } });
    await call({ method: "POST", url: editorApiUrl.publish(later), payload: { at: at(10 * MINUTE) } });
    clock.advance(10 * MINUTE);
    await publishDue();
    expect(await disclosed(later)).toMatchObject([{ symbols: ["BTC"] }]);
    // Tomorrow in UTC is today already in Kiritimati.
    await add("ADA", new Date(clock.now() + DAY).toISOString().slice(0, 10));
    await call({
      method: "PUT",
      url: editorApiUrl.newsroom(),
      payload: { time_zone: "Pacific/Kiritimati", postal_address: "" },
    });
    clock.advance(new Date(clock.now()).setUTCHours(23) - clock.now());
    await put(later, { content: `${NAMED}<p>ADA</p>` });
    expect(await disclosed(later)).toMatchObject([{ symbols: ["BTC", "ADA"] }]);
  });

  test("keeps the wording for who is erased", async () => {
    const { app, write, them, erase, disclosed } = await start(open);
    const id = await write({ status: "published", content: NAMED, authors: [them] });
    const shared = await write({ status: "published", content: NAMED, authors: ["Somebody Else", them] });
    await erase(them);
    for (const article of [id, shared])
      expect(await disclosed(article)).toEqual([{ name: "Former author", symbols: ["SOL"] }]);
    expect((await app.inject(pageUrl.article(id))).body).toContain("Former author held SOL when this was published.");
  });
});
