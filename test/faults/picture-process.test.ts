import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { runCli } from "#test/support/cli-process.ts";
import { unlessEnded } from "#test/support/ended-process.ts";
import { blackPng, manyFrames } from "#test/support/hostile-pictures.ts";
import { startServer } from "#test/support/server-process.ts";

const EDITOR = { email: "editor@news.example", password: "correct horse battery" };
/** All processes together. */
const MAX_BYTES = 512 * 1024 * 1024;
const SAMPLE_INTERVAL_MS = 10;

async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-pictures-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DEMO_CONTENT: "0", ADMIN_EMAIL: EDITOR.email, ADMIN_PASSWORD: EDITOR.password };
  const server = await startServer({ dataDir, env });
  onTestFinished(async () => void (await server.kill()));
  const login = await fetch(server.url + editorApiUrl.token(), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(EDITOR),
  });
  const headers = { authorization: `Bearer ${(await login.json()).access}` };
  const upload = async (bytes: Uint8Array) => {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(bytes)]), "picture");
    const answer = await fetch(server.url + editorApiUrl.upload(), { method: "POST", headers, body });
    return { status: answer.status, body: await answer.json() };
  };
  return { server, dataDir, upload };
}

/** The process and all its descendants. */
function treeOf(pid: number): number[] {
  const path = `/proc/${pid}/task`;
  const tasks = unlessEnded(() => readdirSync(path), []);
  const children = tasks.flatMap((task) => {
    const list = unlessEnded(() => readFileSync(join(path, task, "children"), "utf8"), "");
    return list.split(" ").filter(Boolean).map(Number);
  });
  return [pid, ...children.flatMap(treeOf)];
}

/** Memory of the processes, in bytes; shared memory counts once. */
function memoryOf(pids: number[]): number {
  const kilobytes = pids.map((pid) => {
    const memory = unlessEnded(() => readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"), "");
    return Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024;
}

test.skipIf(!existsSync("/proc/self/smaps_rollup"))(
  "memory of all processes stays below 512 MB while bombs and the largest pictures are uploaded at once",
  async () => {
    const { server, upload } = await start();
    const shape = { width: 7071, height: 7071, colourType: 6 } as const;
    const large = { width: 7071, height: 7071, channels: 3, background: "teal" } as const;
    const pictures: [number, Uint8Array][] = [
      [400, await blackPng({ ...shape, depth: 16, isInterlaced: true })],
      [201, await blackPng({ ...shape, depth: 8, isInterlaced: true })],
      [201, await sharp({ create: large }).jpeg({ progressive: true }).toBuffer()],
      [400, manyFrames(400_000)],
      [
        400,
        await sharp({ create: { ...large, width: 5000, height: 5000 } })
          .avif({ effort: 0 })
          .toBuffer(),
      ],
      [201, await sharp({ create: large }).gif({ effort: 1 }).toBuffer()],
    ];
    let highest = 0;
    const sampling = setInterval(() => {
      highest = Math.max(highest, memoryOf(treeOf(server.pid)));
    }, SAMPLE_INTERVAL_MS);
    const answers = await Promise.all(pictures.map(([, bytes]) => upload(bytes)));
    clearInterval(sampling);
    expect(answers.map(({ status }) => status)).toEqual(pictures.map(([status]) => status));
    expect(highest, "something was measured").toBeGreaterThan(100 * 1024 * 1024);
    expect(highest).toBeLessThan(MAX_BYTES);
    expect((await fetch(server.url)).status).toBe(200);
  },
  60_000,
);

test("an operator takes a picture down while the server is running", async () => {
  const { server, dataDir, upload } = await start();
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const url = server.url + (await upload(bytes)).body.url;
  const picture = (...args: string[]) => runCli({ DATA_DIR: dataDir }, ["picture", ...args]);
  expect((await fetch(url)).status).toBe(200);
  const removed = await picture("remove", url);
  expect(removed).toMatchObject({ code: 0, err: "" });
  expect(removed.out).toContain(new URL(url).pathname);
  expect((await fetch(url)).status).toBe(410);
  for (const args of [
    ["remove"],
    ["remove", "https://elsewhere.example/x.png"],
    ["remove", `/media/${"a".repeat(24)}/9x9.jpg`],
    ["show", url],
  ])
    expect(await picture(...args), args.join(" ")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^(Usage|Picture not found)/),
    });
});
