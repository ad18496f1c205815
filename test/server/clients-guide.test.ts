import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { findProgram } from "#test/support/find-program.ts";
import { startTestApp } from "#test/support/test-app.ts";

const run = promisify(execFile);
const GUIDE = readFileSync(join(import.meta.dirname, "../../docs/clients.md"), "utf8");
const TASKS = ["Read", "Search", "Follow changes", "Create a draft", "Upload a picture", "Publish", "Moderate"];
TASKS.push("Read the numbers", "Subscribe people");

/** The examples of a language, by their sections. */
const examplesIn = (language: "sh" | "ts") =>
  GUIDE.split(/^## /m).flatMap((section) =>
    [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
      .filter(([, name]) => name === language)
      .map(([, , code = ""]) => ({ title: section.slice(0, section.indexOf("\n")), code })),
  );

/** A server with a key, and a folder to run the examples in. */
async function startServer() {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  const scopes = ["read", "article.read", "article.write", "article.publish", "picture.upload"];
  const payload = { name: "Guide", role: "chief", scopes };
  const { key } = (await app.inject({ method: "POST", url: "/api/api-keys/", headers, payload })).json();
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), "guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { SITE: `http://127.0.0.1:${port}`, JARIDA_KEY: key, PATH: process.env.PATH ?? "", CURL_HOME: folder };
  writeFileSync(join(folder, ".curlrc"), "silent\nshow-error\nfail-with-body\nmax-time = 20\n");
  const color = { r: 30, g: 60, b: 90 };
  await sharp({ create: { width: 64, height: 48, channels: 3, background: color } }).toFile(join(folder, "photo.jpg"));
  return { cwd: folder, env };
}

test("every task of the guide has an example in curl and in TypeScript", () => {
  for (const language of ["sh", "ts"] as const)
    expect(new Set(examplesIn(language).map(({ title }) => title))).toEqual(new Set([expect.any(String), ...TASKS]));
});

test.skipIf(!findProgram("curl"))("the examples in curl succeed, one after the other (needs curl)", async () => {
  const { cwd, env } = await startServer();
  const responses = new Map<string, Record<string, unknown>>();
  for (const { title, code } of examplesIn("sh")) {
    const id = String(responses.get("Create a draft")?.id);
    const { stdout } = await run("sh", ["-c", code], { cwd, env: { ...env, ID: id } });
    responses.set(title, JSON.parse(stdout));
  }
  expect(responses.get("Publish")).toMatchObject({ status: "published", title: "Bitcoin passes 100,000 dollars" });
  expect(responses.get("Upload a picture")).toEqual({ url: expect.stringMatching(/\.webp$|\.jpg$/) });
  expect(responses.get("Moderate")).toMatchObject({ state: "open" });
});

test("the examples in TypeScript form one program, which compiles and runs", async () => {
  const program = examplesIn("ts")
    .map(({ code }) => code)
    .join("\n");
  const { cwd, env } = await startServer();
  const path = join(cwd, "guide.mts");
  writeFileSync(path, program);
  const compiled = ts.createProgram([path], {
    strict: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    typeRoots: [join(import.meta.dirname, "../../node_modules/@types")],
    types: ["node"],
    skipLibCheck: true,
  });
  const problems = ts.getPreEmitDiagnostics(compiled);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
  compiled.emit();
  const { stdout } = await run(process.execPath, [join(cwd, "guide.mjs")], { cwd, env });
  expect(stdout.trim().split("\n").slice(-3)).toEqual(["published", "0", "0 0"]);
});
