import { rmSync } from "node:fs";
import { openSqlite } from "#db/sqlite.ts";
import { openPostgres } from "#db/postgres.ts";
import { migrate } from "#db/migrations.ts";
import { fullTextIndex } from "./commands.ts";
import { searchIds } from "./queries.ts";
const N = Number(process.argv[2] ?? 20000);
const url = process.argv[3];
if (!url) for (const s of ["", "-wal", "-shm"]) rmSync(`/tmp/sd/b${N}.db${s}`, { force: true });
const database = url ? await openPostgres(url) : await openSqlite(`/tmp/sd/b${N}.db`);
await migrate(database);
const { db } = database;
let seed = 1;
const rnd = () => ((seed = (seed * 48271) % 2147483647) / 2147483647);
const syl = ["ba","co","de","fi","go","ha","in","ja","ko","li","mo","na","or","pe","qu","ra","si","to","un","ve","wa","xi","yo","za","ch","th","st"];
const vocab = ["bitcoin","wallet","ethereum","blockchain","the","of","to","and","a","in","market","price","token","network"];
while (vocab.length < 40000) { let w = ""; const k = 2 + Math.floor(rnd() * 4); for (let i = 0; i < k; i++) w += syl[Math.floor(rnd() * syl.length)]; vocab.push(w); }
const word = () => vocab[Math.floor(Math.exp(rnd() * Math.log(vocab.length))) - 1] ?? "x";
const text = (n: number) => Array.from({ length: n }, word).join(" ");
const cat = await db.insertInto("category").values({ name: "Tech", name_key: "tech", slug: "tech" }).returning("id").executeTakeFirstOrThrow();
const index = fullTextIndex(database.engine);
let t = Date.now(); let tIndex = 0;
for (let i = 0; i < N; ) {
  await db.transaction().execute(async (trx) => {
    for (let j = 0; j < 1000 && i < N; j++, i++) {
      const row = { title: text(9), excerpt: text(25), content: `<p>${text(500)}</p>` };
      const { id } = await trx.insertInto("article").values({ ...row, category_id: cat.id, status: "published", published_at: i * 1000, created_at: 0, updated_at: 0 } as never).returning("id").executeTakeFirstOrThrow();
      const s = performance.now();
      await index.put(trx, { id, ...row, tags: [word(), word()], category: "Tech", author: "Ann Lee" });
      tIndex += performance.now() - s;
    }
  });
}
console.log("insert", N, Date.now() - t, "ms, of which index", Math.round(tIndex));
if (url) { const { sql } = await import("kysely"); await sql`analyze`.execute(db); }
for (const q of ["bitcoin", "bitcoin wallet", "b", "a", "a b c d e f g h i j k l m n o p", "th", "the", "tech", "ann", vocab[20000]!, vocab[3000]!, "bitcion", "walet bitcon", "zzzz", "blockchian etherium zibra", "bitcoin wallet market price token network"]) {
  const ts = []; let r = { ids: [] as number[], total: 0 };
  for (let i = 0; i < 3; i++) { const s = performance.now(); r = await searchIds(database, 1e15, q, { limit: 50, offset: 0 }); ts.push(Math.round(performance.now() - s)); }
  console.log(q.padEnd(32), r.total, r.ids.length, ts.join("/"), "ms");
}
const s = performance.now(); await searchIds(database, 1e15, "bitcoin", { limit: 50, offset: 5000 }); console.log("offset 5000", Math.round(performance.now() - s));
console.log("terms", (await db.selectFrom("search_term").select((e) => e.fn.countAll().as("n")).executeTakeFirst())?.n);
await database.close();
