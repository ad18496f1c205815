import { expect } from "vitest";
import type { Import } from "#features/transfer/imports/endpoints.ts";
import type { Read } from "#features/transfer/sources/items.ts";
import { apiUrl } from "./api-url.ts";
import type { OpenTestDatabase } from "./engines.ts";
import { formRequest } from "./form.ts";
import { fileOf } from "./imports.ts";
import { startStaff } from "./staff.ts";

export const IMPORTS = "/api/imports/";

/** A newsroom that imports sources which tests write themselves (`testSource`). */
export async function startImports(open: OpenTestDatabase, settings?: Parameters<typeof startStaff>[1]) {
  const site = await startStaff(open, settings);
  const send = async (path: string, payload: object = {}, method: "POST" | "GET" | "DELETE" = "POST") => {
    const answer = await site.as("chief", method, `${IMPORTS}${path}`, method === "POST" ? payload : undefined);
    return { status: answer.status, body: answer.body as Import & { code?: string } };
  };
  const upload = async (reads: readonly Read[] | Buffer, name = "old.jsonl") => {
    const form = await formRequest({}, { file: Buffer.isBuffer(reads) ? reads : fileOf(reads) }, name);
    const headers = { ...form.headers, ...(await site.headersOf("chief")) };
    const answer = await site.app.inject({ method: "POST", url: IMPORTS, payload: form.payload, headers });
    return { status: answer.statusCode, body: answer.json() as Import & { code?: string } };
  };
  const read = async (id: number) => (await send(`${id}/`, {}, "GET")).body;
  const run = async (id: number, work?: string, payload?: object) => {
    if (work) expect((await send(`${id}/${work}/`, payload)).status, work).toBe(202);
    await site.runImports();
    return read(id);
  };
  /** Checks, stores and releases a source, as far as asked. */
  const bring = async (reads: readonly Read[], until: "check" | "start" | "release" = "release") => {
    const { body } = await upload(reads);
    let row = await run(body.id);
    expect(row.error).toBe("");
    if (until !== "check") row = await run(body.id, "start");
    if (until === "release") row = await run(body.id, "release");
    return row;
  };
  const titles = async (path: string, headers = {}) =>
    (await site.app.inject({ url: path, headers })).json().map(({ title }: { title: string }) => title);
  const listed = async () => titles(apiUrl.articles());
  const desk = async () => titles(apiUrl.articles(), await site.headersOf("editor"));
  return { ...site, send, upload, read, run, bring, listed, desk };
}
