import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { importProcess } from "#app/import-process.ts";
import type { Import } from "#features/transfer/imports/endpoints.ts";
import type { ImportProcess } from "#features/transfer/imports/jobs.ts";
import { SourceError } from "#features/transfer/sources/items.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { ghostExport } from "#test/support/ghost-export.ts";
import { startStaff } from "#test/support/staff.ts";

/** A folder with a command that does this. */
function program(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-import-process-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "cli.js"), code);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return folder;
}

const run = (folder: string, settings = {}, signal = new AbortController().signal) => {
  const seen: [number, { done: number; total: number }][] = [];
  const ended = importProcess(folder, settings)({ signal, onProgress: (live) => void seen.push(...live) });
  return { ended, seen };
};

test("a file that needs too much memory ends the process of imports alone, with a sentence", async () => {
  const { ended } = run(program("const all = []; for (;;) all.push(new Array(1e5).fill(all.length));"), {
    maxMemoryMb: 32,
  });
  await expect(ended).rejects.toThrow(new SourceError(SENTENCES.memory));
});

test("a text that takes too long to read ends the process of imports alone, with a sentence", async () => {
  const { ended } = run(program("for (;;);"), { silenceMs: 500 });
  await expect(ended).rejects.toThrow(new SourceError(SENTENCES.time));
});

test("the process of imports reports its progress, fails with its output, and stops with the server", async () => {
  const reporting = run(program("process.send({ live: [[7, { done: 1, total: 2 }]] }, () => process.exit(0));"));
  await reporting.ended;
  expect(reporting.seen).toEqual([[7, { done: 1, total: 2 }]]);
  const failing = run(program('process.stderr.write("The disk is full."); process.exitCode = 1;'));
  await expect(failing.ended).rejects.toThrow(/^The disk is full\.$/);
  const stopping = new AbortController();
  const { ended } = run(program("setInterval(() => undefined, 1000);"), {}, stopping.signal);
  stopping.abort();
  await ended;
});

const SENTENCES = {
  memory:
    "The file cannot be read within 32 MiB of memory. Split it into smaller files, and import them one after another.",
  time: "A text of the file takes too long to read. Export the file again, or leave the text out.",
};

describeOnSqlite("an import in a process of its own", (open) => {
  async function start(importProcess: ImportProcess) {
    const site = await startStaff(open, { importProcess });
    const form = await formRequest({}, { file: ghostExport({ posts: 1 }) }, "ghost.json");
    const headers = { ...form.headers, ...(await site.headersOf("chief")) };
    const answer = await site.app.inject({ method: "POST", url: "/api/imports/", payload: form.payload, headers });
    const { id } = answer.json<Import>();
    const read = async () => (await site.as("chief", "GET", `/api/imports/${id}/`)).body as Import;
    return { ...site, id, read };
  }

  test("fails with the sentence about a file that has ended the process, and others can follow", async () => {
    const site = await start(async () => {
      throw new SourceError(SENTENCES.time);
    });
    await site.runImports();
    expect(await site.read()).toMatchObject({ state: "failed", error: SENTENCES.time, progress: null });
  });

  test("shows the progress of its process, which ends when the import is cancelled", async () => {
    const started = Promise.withResolvers<void>();
    const site = await start(
      ({ signal, onProgress }) =>
        new Promise((resolve) => {
          onProgress(new Map([[1, { done: 3, total: 9 }]]));
          signal.addEventListener("abort", () => resolve());
          started.resolve();
        }),
    );
    const running = site.runImports();
    await started.promise;
    expect((await site.read()).progress).toMatchObject({ work: "check", done: 3, total: 9 });
    expect((await site.as("chief", "POST", `/api/imports/${site.id}/cancel/`)).status).toBe(200);
    await running;
    expect(await site.read()).toMatchObject({ state: "failed", error: "The import was cancelled." });
  });
});
