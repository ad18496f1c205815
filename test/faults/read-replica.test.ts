import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { createPostgresDatabase, openMigrated } from "#test/support/engines.ts";
import { startPostgres, startReplica } from "#test/support/postgres-cluster.ts";
import { startTestApp } from "#test/support/test-app.ts";

/** More of them than there are searches. */
const WORDS = `<p>${Array.from({ length: 200 }, (_, number) => `word${number}`).join(" ")}</p>`;

/** A primary of its own with a streaming replica, and the app on both. */
async function start() {
  const primary = await startPostgres();
  if (!primary) throw new Error("PostgreSQL's programs are not installed.");
  onTestFinished(() => primary.stop());
  const url = await createPostgresDatabase({ server: primary.address });
  const name = new URL(url).pathname.slice(1);
  const setUp = await openMigrated({ engine: "postgres", url });
  const replica = await startReplica(primary);
  let isStopped = false;
  const stopReplica = async () => {
    if (!isStopped) await replica.stop();
    isStopped = true;
  };
  onTestFinished(stopReplica);
  const readUrl = replica.address.replace("{database}", name);
  const direct = async (address: string) => {
    const client = new pg.Client({ connectionString: address });
    client.on("error", () => undefined);
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    return client;
  };
  const [onPrimary, onReplica] = [await direct(url), await direct(readUrl)];
  const database = await openMigrated({ engine: "postgres", url, readUrl });
  const { app, store } = await startTestApp(database);
  const { headers } = await startEditor(app, setUp);
  const read = async (path: string, as: Record<string, string> = {}) => {
    const answer = await app.inject({ url: path, headers: as });
    expect(answer.statusCode, path).toBe(200);
    return answer;
  };
  let searches = 0;
  const newSearch = async (): Promise<string> => {
    searches += 1;
    return (await read(apiUrl.search(`word${searches}`))).json()[0].title;
  };
  return {
    store,
    stopReplica,
    /** The article's title for a reader, by a search that no cache has answered yet, and for an editor. */
    titles: async (id: number) => ({
      reader: await newSearch(),
      editor: (await read(apiUrl.article(id), headers)).json().title as string,
    }),
    page: async (id: number) => (await app.inject(pageUrl.article(id))).body,
    change: (id: number, title: string) =>
      app.inject({ method: "PUT", url: apiUrl.article(id), headers, payload: { title } }),
    /** Behind the program's back: the version stays, so that whoever reads this title reads it from the primary. */
    mark: (id: number, title: string) => onPrimary.query("update article set title = $2 where id = $1", [id, title]),
    pause: () => onReplica.query("select pg_wal_replay_pause()"),
    resume: () => onReplica.query("select pg_wal_replay_resume()"),
    /** Until the replica has replayed all that the primary has written. */
    async caughtUp() {
      const { rows } = await onPrimary.query("select pg_current_wal_insert_lsn() as lsn");
      await expect
        .poll(async () => {
          const replayed = await onReplica.query("select pg_last_wal_replay_lsn() >= $1 as done", [rows[0].lsn]);
          return replayed.rows[0].done;
        })
        .toBe(true);
    },
  };
}

test.skipIf(inject("postgres") === null)(
  "readers read from a replica while it is up to date, editors and everybody else from the primary",
  async () => {
    const { store, titles, page, change, mark, pause, resume, caughtUp, stopReplica } = await start();
    const id = await publish(store, { title: "Title of the replica", content: WORDS });
    await caughtUp();
    await expect.poll(() => titles(id)).toEqual({ reader: "Title of the replica", editor: "Title of the replica" });

    await pause();
    await mark(id, "Title of the primary");
    expect(await titles(id)).toEqual({ reader: "Title of the replica", editor: "Title of the primary" });
    expect(await page(id)).toContain("Title of the replica");

    // A change that the paused replica does not have: nobody may see what was before it.
    expect((await change(id, "Changed")).statusCode).toBe(200);
    expect(await titles(id)).toEqual({ reader: "Changed", editor: "Changed" });
    expect(await page(id)).toContain("Changed");

    await resume();
    await caughtUp();
    // It is asked again a tenth of a second after it lagged.
    const fromReplica = async () => {
      await pause();
      await mark(id, "Title of the primary");
      const { reader } = await titles(id);
      await mark(id, "Changed");
      await resume();
      await caughtUp();
      return reader;
    };
    await expect.poll(fromReplica).toBe("Changed");

    await stopReplica();
    await mark(id, "Title of the primary");
    expect((await titles(id)).reader, "the replica is gone").toBe("Title of the primary");
  },
  60_000,
);
