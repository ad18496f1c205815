import { expect, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const KEY = "0123456789abcdef01234567";

async function start() {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  await database.db
    .insertInto("picture")
    .values({
      key: KEY,
      sha256: "a",
      width: 400,
      height: 300,
      fallback_format: "jpg",
      has_variants: 1,
      created_at: 1,
      name: "a.jpg",
      alt: "",
      caption: "",
      credit: "",
      licence: "",
      focal_x: 0.5,
      focal_y: 0.5,
      size: 1,
      words: "",
      uploaded_by: null,
    })
    .execute();
  const { id } = await database.db.selectFrom("picture").select("id").executeTakeFirstOrThrow();
  const call = async (method: "GET" | "PATCH" | "POST" | "DELETE", url: string, payload?: unknown, more = {}) => {
    const body = payload === undefined ? {} : { payload: payload as object };
    const { statusCode, json } = await app.inject({ method, url, headers: { ...headers, ...more }, ...body });
    return { status: statusCode, body: statusCode === 204 ? undefined : json() };
  };
  const state = async () => ({
    pictures: await database.db.selectFrom("picture").selectAll().execute(),
    audited: await database.db.selectFrom("audit_entry").select("action").where("action", "like", "picture%").execute(),
    asked: await database.db.selectFrom("remote_item").select("key").execute(),
  });
  return { app, call, state, id, url: editorApiUrl.storedPicture(id) };
}

test("an edit that began from another version of a picture is a conflict, and changes nothing", async () => {
  const { call, state, url } = await start();
  const before = await state();
  const answer = await call("PATCH", url, { alt: "Mine" }, { "if-match": '"another"' });
  expect([answer.status, answer.body.code]).toEqual([409, "stale_version"]);
  expect(await state()).toEqual(before);
});

test("a change of nothing is no entry of the audit log", async () => {
  const { call, state, url } = await start();
  expect((await call("PATCH", url, { alt: "", focal_x: null })).status).toBe(200);
  expect((await state()).audited).toEqual([]);
});

test("mistakes are named by field, in words, and nothing is stored of what is right beside them", async () => {
  const { call, state, url } = await start();
  const before = await state();
  const answer = await call("PATCH", url, { alt: "Right", caption: "a".repeat(1_001), focal_x: 2 });
  expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([400, ["caption", "focal_x"]]);
  expect(await state()).toEqual(before);
});

test("pictures that there are none of are not found, under any call", async () => {
  const { call, id } = await start();
  for (const other of [String(id + 1), "0", "x", "1e3", "99999999999999999999"]) {
    const url = editorApiUrl.storedPicture(other);
    const crop = { x: 0, y: 0, width: 1, height: 1 };
    for (const [method, path, payload] of [
      ["GET", url, undefined],
      ["PATCH", url, { alt: "x" }],
      ["DELETE", url, undefined],
      ["POST", `${url}edit/`, { crop }],
      ["POST", `${url}replace/`, { by: id }],
    ] as const)
      expect(await call(method, path, payload), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { code: "picture_not_found" },
      });
  }
});

test("a picture whose file is gone cannot be turned, and leaves no half of a new one", async () => {
  const { call, state, url } = await start();
  const answer = await call("POST", `${url}edit/`, { rotate: 90 });
  expect([answer.status, answer.body.code]).toEqual([404, "picture_not_found"]);
  expect((await state()).pictures).toHaveLength(1);
});

test("a picture is replaced neither by itself nor by none, and nobody is told that it was", async () => {
  const { call, state, id, url } = await start();
  const itself = await call("POST", `${url}replace/`, { by: id });
  expect([itself.status, itself.body.code]).toEqual([400, "same_picture"]);
  expect((await call("POST", `${url}replace/`, { by: id + 1 })).status).toBe(404);
  expect((await call("POST", `${url}replace/`, { by: "1; drop table picture" })).status).toBe(400);
  expect((await state()).audited).toEqual([]);
});

test("a file that no picture has is not found, whatever its name is", async () => {
  const { app } = await start();
  const files = [
    "card-10-10.jpg",
    "banner-50-50.jpg",
    "160.gif",
    "..%2f..%2fsecret",
    "400x300.jpg%00",
    "a".repeat(300),
  ];
  for (const file of files)
    expect((await app.inject(`/media/${KEY}/${file}`)).statusCode, file).toBeGreaterThanOrEqual(400);
  for (const key of ["short", "UPPERCASE", "a".repeat(41), "%2e%2e"])
    expect((await app.inject(`/media/${key}/160.avif`)).statusCode, key).toBe(404);
});

test("things of other hosts are asked for all or none: an address that is none refuses the call", async () => {
  const { call, state } = await start();
  const good = { kind: "picture", address: "https://example.com/a.jpg" };
  for (const [items, field] of [
    [[good, { ...good, address: "file:///etc/passwd" }], "items.1.address"],
    [[good, { ...good, address: "/media/x" }], "items.1.address"],
    [[good, { ...good, address: `https://example.com/${"a".repeat(5_000)}` }], "items.1.address"],
    [[{ ...good, kind: "script" }], "items.0.kind"],
    [Array.from({ length: 51 }, () => good), "items"],
    ["all", "items"],
  ] as const) {
    const answer = await call("POST", editorApiUrl.remote(), { items });
    expect([answer.status, Object.keys(answer.body.errors)], field).toEqual([400, [field]]);
  }
  expect((await state()).asked).toEqual([]);
});

test("who is not logged in learns nothing of the library, and no host is asked for anything", async () => {
  const { app, state, url } = await start();
  for (const [method, path] of [
    ["GET", url],
    ["GET", editorApiUrl.pictures()],
    ["PATCH", url],
    ["DELETE", url],
    ["POST", editorApiUrl.remote()],
    ["GET", editorApiUrl.tasks("purge")],
  ] as const)
    expect((await app.inject({ method, url: path, ...(method !== "GET" && { payload: {} }) })).statusCode, path).toBe(
      401,
    );
  expect((await state()).asked).toEqual([]);
});
