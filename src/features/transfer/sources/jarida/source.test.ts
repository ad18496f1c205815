import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Read, SourceFiles } from "../items.ts";
import { jaridaSource } from "./source.ts";

const ABOUT = {
  format: "jarida",
  version: 1,
  publication: { url: "https://news.example", name: "News", language: "en" },
};

function filesOf(texts: Record<string, string>): SourceFiles {
  const entries = Object.entries(texts).map(([path, text]) => ({
    path,
    size: text.length,
    open: async () => Readable.from([Buffer.from(text)]),
  }));
  const find = (path: string) => entries.find((entry) => entry.path === path);
  return { name: "export.zip", entries, find, [Symbol.asyncDispose]: async () => undefined };
}

async function read(texts: Record<string, string>): Promise<Read[]> {
  const items: Read[] = [];
  const about = { "publication.json": JSON.stringify(ABOUT) };
  for await (const item of jaridaSource.read(filesOf({ ...about, ...texts }))) items.push(item);
  return items;
}

test("a draft is what its unpublished changes say, and never public", async () => {
  const line = { id: 1, title: "Old", status: "draft", is_public: false, unpublished_changes: { title: "New" } };
  const [, text] = await read({ "articles.jsonl": `${JSON.stringify(line)}\n` });
  expect(text).toMatchObject({ kind: "post", title: "New", state: "draft" });
  const [, unclear] = await read({ "articles.jsonl": JSON.stringify({ ...line, is_public: "yes" }) });
  expect(unclear).toMatchObject({ state: "draft" });
});

test("a damaged line is a finding, and people who left have left", async () => {
  const lines = '{"email":"a@example.com","status":"bounced"}\n{"email":\n';
  const [, left, damaged] = await read({ "subscribers.jsonl": lines, "versions.jsonl": "" });
  expect([left, damaged]).toMatchObject([
    { kind: "subscriber", state: "unsubscribed" },
    { kind: "finding", level: "error", item: "subscribers.jsonl, line 2" },
  ]);
});

test("an export of a newer version is rejected", async () => {
  const files = { "publication.json": JSON.stringify({ ...ABOUT, version: 2 }) };
  await expect(read(files)).rejects.toThrow("A newer version of Jarida made this export.");
});
