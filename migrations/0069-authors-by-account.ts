import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type Kysely, sql } from "kysely";

/** As versions were stored when this was written (decision 47). */
const WINDOW_LOG = 23;
const MAX_SNAPSHOT_BYTES = 16 * 1024 * 1024;

type Version = { article_id: number; n: number; base_n: number | null; body: string };
type Before = {
  revision: Version;
  working_copy: { article_id: number; changes: string | null };
  account: { id: number; name: string };
};
type Snapshot = { co_authors?: { id: number }[]; authors?: (number | string)[] };

const bytesOf = (snapshot: object) => Buffer.from(JSON.stringify(snapshot));

function encode(snapshot: object, base?: object): string {
  const json = bytesOf(snapshot);
  const params = { [constants.ZSTD_c_windowLog]: WINDOW_LOG };
  const dictionary = base && { dictionary: bytesOf(base) };
  return zstdCompressSync(json, { params, pledgedSrcSize: json.length, ...dictionary }).toString("base64");
}

function decode(body: string, base?: object): Snapshot {
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG };
  const dictionary = base && { dictionary: bytesOf(base) };
  const given = { maxOutputLength: MAX_SNAPSHOT_BYTES, params, ...dictionary };
  return JSON.parse(zstdDecompressSync(Buffer.from(body, "base64"), given).toString());
}

/**
 * Versions and working copies name authors by their accounts, so that nothing of somebody who is erased is left in them;
 * and the pictures of an account are found by an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index picture_by_uploader on picture (uploaded_by, id)`.execute(db);
  await nameByAccount(db);
}

/** The former alone. */
export async function nameByAccount(given: Kysely<unknown>): Promise<void> {
  const db = given as Kysely<Before>;
  const accounts = await db.selectFrom("account").select(["id", "name"]).orderBy("id", "desc").execute();
  const idOf = new Map(accounts.map(({ id, name }) => [name.toLowerCase(), id]));
  const byAccount = <Stored extends Snapshot>(snapshot: Stored): Stored => ({
    ...snapshot,
    ...(snapshot.co_authors && { co_authors: snapshot.co_authors.map(({ id }) => ({ id })) }),
    ...(snapshot.authors && {
      authors: snapshot.authors.map((ref) => (typeof ref === "string" ? (idOf.get(ref.toLowerCase()) ?? ref) : ref)),
    }),
  });

  const copies = await db.selectFrom("working_copy").select(["article_id", "changes"]).execute();
  for (const { article_id, changes } of copies) {
    if (changes === null) continue;
    const renamed = JSON.stringify(byAccount(JSON.parse(changes)));
    if (renamed !== changes)
      await db.updateTable("working_copy").set({ changes: renamed }).where("article_id", "=", article_id).execute();
  }
  const articles = await db.selectFrom("revision").select("article_id").distinct().orderBy("article_id").execute();
  for (const { article_id } of articles) await rewriteVersions(db, article_id, byAccount);
}

/** Changes the versions of an article. What differs from another is stored anew where that has changed. */
async function rewriteVersions(db: Kysely<Before>, articleId: number, change: (snapshot: Snapshot) => Snapshot) {
  let base: { n: number; before: Snapshot; after: Snapshot; isChanged: boolean } | undefined;
  const versions = db.selectFrom("revision").select("n").where("article_id", "=", articleId).orderBy("n");
  for (const { n } of await versions.execute()) {
    const row = db.selectFrom("revision").selectAll().where("article_id", "=", articleId).where("n", "=", n);
    const { base_n, body } = await row.executeTakeFirstOrThrow();
    if (base_n !== null && base_n !== base?.n) throw new Error(`Version ${n} of article ${articleId} has no base.`);
    const before = decode(body, base_n === null ? undefined : base?.before);
    const after = change(before);
    const isChanged = JSON.stringify(after) !== JSON.stringify(before);
    if (isChanged || (base_n !== null && base?.isChanged))
      await db
        .updateTable("revision")
        .set({ body: encode(after, base_n === null ? undefined : base?.after) })
        .where("article_id", "=", articleId)
        .where("n", "=", n)
        .execute();
    if (base_n === null) base = { n, before, after, isChanged };
  }
}
