import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { createPostgresDatabase, createSqliteDatabase, describeOnEngines } from "#test/support/engines.ts";
import { openBefore } from "#test/support/old-database.ts";

const TITLES = [
  ["الدوري المصري ينطلق", "دوري", "والدوري"],
  ["كتـــاب عن البيتكوين", "كتاب", "بيتكوين"],
  ["كِتَابٌ عَنِ الاِقتِصاد", "اقتصاد"],
  ["مسؤول شؤون الطاقة", "شئون"],
  ["أسعار ٢٠٢٦ للنفط", "2026"],
  ["Bei ya ng’ombe yapanda", "ngombe", "ng'ombe"],
  ["Ещё один заём", "еще", "заем"],
  ["ビットコイン上昇", "びっとこいん"],
] as const;

describeOnEngines("a search in scripts that write a word in several ways", (open) => {
  test("finds it in readers' and editors' lists, also in texts that an older version indexed", async () => {
    const desk = await startDesk(open);
    const { call, database } = desk;
    const create = async (payload: object) =>
      (await call({ method: "POST", url: apiUrl.articles(), payload: { category: "Tech", ...payload } })).body
        .id as number;
    const content = "<p>Text.</p>";
    const ids: number[] = [];
    for (const [title] of TITLES) ids.push(await create({ title, content, status: "published" }));
    const draft = await create({ title: "شؤون", content });
    const found = async (query: string) => {
      const response = await call({ method: "GET", url: apiUrl.search(query) });
      return JSON.stringify(response.body);
    };
    const listed = async (query: string) =>
      JSON.stringify(
        (await call({ method: "GET", url: `${apiUrl.articles()}?query=${encodeURIComponent(query)}` })).body,
      );
    const check = async () => {
      for (const [at, [, ...queries]] of TITLES.entries())
        for (const query of queries) {
          expect(await found(query), query).toContain(`"id":${ids[at]},`);
          expect(await listed(query), query).toContain(`"id":${ids[at]},`);
        }
      expect(await listed("شئون")).toContain(`"id":${draft},`);
      expect(await found("سعر\u0000٢٠٢٦")).toBe("[]");
      expect(await found("أسعار\u0000٢٠٢٦")).toContain(`"id":${ids[4]},`);
    };
    await check();
    const { db } = database;
    await db.updateTable("derived_content").set({ derivation: 11 }).execute();
    await db.updateTable("article_list_entry").set({ words: "", title_key: "" }).execute();
    await sql`delete from ${sql.table("article_search")}`.execute(db);
    await sql`delete from ${sql.table("article_search_head")}`.execute(db);
    await desk.deriveAgain();
    await check();
  });
});

const hasServer = inject("postgres") !== null && process.env.TEST_ENGINES !== "sqlite";

test.each(hasServer ? ["sqlite", "postgres"] : ["sqlite"])(
  "stored names and messages get their new form (%s)",
  async (engine) => {
    const place =
      engine === "sqlite"
        ? await createSqliteDatabase()
        : { engine: "postgres" as const, url: await createPostgresDatabase() };
    const database = await openBefore("0144-foldings", place);
    const { db } = database;
    await sql`insert into topic (id, name, name_key, slug, search_key) values (1, 'ガス', 'ガス', 'gas', 'カス')`.execute(
      db,
    );
    await sql`insert into topic_alias (alias_key, topic_id, name, search_key) values ('राम', 1, 'राम', 'रम')`.execute(
      db,
    );
    await sql`insert into contact_message (first_name, last_name, email, subject, message, created_at, folded)
    values ('Ada', 'राम', 'a@b.example', 'Hi', '٢٠٢٦', 1, 'ada रम a@b.example hi ٢٠٢٦')`.execute(db);
    const entry = (title: string, words: string) =>
      sql`insert into audit_entry
    (at, actor_kind, actor_name, network, who_salt, who_hash, action, subject_kind, subject_title, changes, details_salt,
      details_hash, words, times)
    values (1, 'operator', 'Ada', '', 's', 'h', 'article.publish', 'article', ${title}, '{"title":[]}', 's', 'h', ${words}, 1)`.execute(
        db,
      );
    await entry("राम ß", "रम ss ada  published an article title");
    await entry("Ram", "ram ada  published an article title");
    await migrate(database);
    expect((await db.selectFrom("topic").select("search_key").execute())[0]?.search_key).toBe("か\u3099す");
    expect((await db.selectFrom("topic_alias").select("search_key").execute())[0]?.search_key).toBe("राम");
    expect((await db.selectFrom("contact_message").select("folded").execute())[0]?.folded).toBe(
      "ada राम a@b.example hi 2026",
    );
    expect(
      (await db.selectFrom("audit_entry").select("words").orderBy("id").execute()).map(({ words }) => words),
    ).toEqual(["राम ss ada  published an article title", "ram ada  published an article title"]);
  },
);
