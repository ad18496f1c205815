import { randomBytes } from "node:crypto";
import { join } from "node:path";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { callOnce } from "#test/support/call-once.ts";
import { EDITOR } from "#test/support/editor.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { type Call, startNodes } from "#test/support/nodes.ts";
import { startPostgres } from "#test/support/postgres-cluster.ts";
import { startServer } from "#test/support/server-process.ts";
import { patient } from "#test/support/slowness.ts";
import { canMountDisks, mountForTest, POSTGRES_USER } from "#test/support/small-disk.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/** How often the disk is filled and freed, and how many writes are seen before each change. */
const CYCLES = IS_THOROUGH ? 10 : 1;
const WRITES = 5;
const WRITERS = 4;
const DISK_MB = 96;
const TIME_LIMIT = patient(60_000 + CYCLES * 10_000);
const NO_SPACE = { code: "storage_full", detail: expect.any(String) };

type Publication = {
  /** Of each of its nodes. */
  bases: string[];
  disk: ReturnType<typeof mountForTest>;
  call: Call;
};

/** Text that no engine can compress: every article needs new pages. */
const newContent = () => `<p>${randomBytes(15_000).toString("hex")}</p>`;

/** Editors write without a pause while the disk fills up and is freed again and again. */
async function writeOverFullDisk({ bases, disk, call }: Publication): Promise<void> {
  const kept: string[] = [];
  let refused = 0;
  let isOver = false;
  const create = async (base: string, title: string, status: string) => {
    const fields = { title, category: "News", status, content: newContent() };
    return call(base, "POST", apiUrl.articles(), fields);
  };
  const write = async (writer: number) => {
    for (let round = 0; !isOver; round += 1) {
      const title = `Writer ${writer} round ${round}`;
      const answer = await create(bases[writer % bases.length] ?? "", title, round % 2 ? "draft" : "published");
      if (answer.status === 201) kept.push(title);
      else {
        expect([answer.status, JSON.parse(answer.text)], title).toEqual([507, NO_SPACE]);
        refused += 1;
      }
    }
  };
  const read = async (id: number) => {
    for (const base of bases)
      for (const path of [pageUrl.home(), pageUrl.article(id), apiUrl.article(id), apiUrl.latest(), "/readyz"])
        expect((await call(base, "GET", path)).status, path).toBe(200);
  };
  const first = await create(bases[0] ?? "", "Written before", "published");
  expect(first.status).toBe(201);
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  // So that a writer's failure ends the test at once, and a failure of the test ends the writers.
  const until = (holds: () => boolean) => Promise.race([expect.poll(holds).toBe(true), writers]);
  try {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const refusals = refused;
      disk.fill();
      await until(() => refused >= refusals + WRITES);
      await read(JSON.parse(first.text).id);
      const before = kept.length;
      disk.free();
      await until(() => kept.length >= before + WRITES);
    }
  } finally {
    isOver = true;
    await writers;
  }
  // What was acknowledged is there, on every node, and nothing of what was refused.
  for (const base of bases) expect(await titlesOn(base, call)).toEqual([...kept, "Written before"].sort());
}

async function titlesOn(base: string, call: Call): Promise<string[]> {
  const titles: string[] = [];
  for (;;) {
    const page = await call(base, "GET", `${apiUrl.articles()}?limit=100&offset=${titles.length}`);
    const list: { title: string }[] = JSON.parse(page.text);
    if (list.length === 0) return titles.sort();
    titles.push(...list.map(({ title }) => title));
  }
}

/** One server, on SQLite unless a database is given. */
async function startAlone(dataDir: string, env: Record<string, string> = {}) {
  const account = { ADMIN_EMAIL: EDITOR.email, ADMIN_PASSWORD: EDITOR.password };
  const server = await startServer({ dataDir, env: { DEMO_CONTENT: "0", ...account, ...env } });
  onTestFinished(async () => void (await server.kill()));
  const login = await callOnce(server.url + editorApiUrl.token(), { method: "POST", body: EDITOR });
  const headers = { authorization: `Bearer ${JSON.parse(login.text).access}` };
  const call: Call = (base, method, path, body) => callOnce(base + path, { method, headers, ...(body && { body }) });
  return { bases: [server.url], call };
}

/** A database whose files are on a small disk. */
async function databaseOnSmallDisk() {
  const disk = mountForTest(DISK_MB, POSTGRES_USER);
  // A separate server: while a disk is full every checkpoint fails, and the other tests' databases need some.
  const server = await startPostgres();
  onTestFinished(() => server?.stop());
  return { disk, databaseUrl: await createPostgresDatabase({ server: server?.address ?? null, folder: disk.folder }) };
}

const hasPostgres = inject("postgres") !== null;

test.skipIf(!canMountDisks || !IS_THOROUGH)(
  "a disk that fills up under writers again and again loses nothing that was acknowledged (sqlite)",
  async () => {
    const disk = mountForTest(DISK_MB);
    await writeOverFullDisk({ disk, ...(await startAlone(join(disk.folder, "data"))) });
  },
  TIME_LIMIT,
);

test.skipIf(!canMountDisks || !hasPostgres || !IS_THOROUGH)(
  "a disk that fills up under writers again and again loses nothing that was acknowledged (postgres)",
  async () => {
    const { disk, databaseUrl } = await databaseOnSmallDisk();
    const folder = mountForTest(DISK_MB).folder;
    await writeOverFullDisk({ disk, ...(await startAlone(folder, { DATABASE_URL: databaseUrl })) });
  },
  TIME_LIMIT,
);

test.skipIf(!canMountDisks || !hasPostgres)(
  "a disk that fills up under the database or the pictures of two nodes loses nothing that was acknowledged",
  async () => {
    const { disk, databaseUrl } = await databaseOnSmallDisk();
    const { first, second, call, upload, objectStore } = await startNodes({ databaseUrl });
    const bases = [first.url, second.url];
    await writeOverFullDisk({ bases, disk, call });

    const shade = () => ({ r: randomBytes(1)[0] ?? 0, g: randomBytes(1)[0] ?? 0, b: 0 });
    const picture = await sharp({ create: { width: 32, height: 16, channels: 3, background: shade() } })
      .png()
      .toBuffer();
    objectStore.isFull = true;
    for (const base of bases) {
      const answer = await upload(base, picture);
      expect([answer.status, await answer.json()]).toEqual([507, NO_SPACE]);
    }
    objectStore.isFull = false;
    const { url } = await (await upload(first.url, picture)).json();
    expect((await call(second.url, "GET", new URL(url, second.url).pathname)).status).toBe(200);
  },
  TIME_LIMIT,
);
