import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { openConnection, parseAnswers, type RawConnection, sendRaw } from "../support/raw-http.ts";

const TEN_GIGABYTES = 10_000_000_000;
const MEBIBYTE = 1024 * 1024;
/** More than the kernels of both ends buffer of bytes that nobody reads. */
const MAX_TAKEN = 64 * MEBIBYTE;
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const MULTIPART_TYPE = "multipart/form-data; boundary=b";

async function start() {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { port: (app.server.address() as AddressInfo).port, authorization: String(headers.authorization) };
}

const headOf = (method: string, path: string, lines: string[]) =>
  [`${method} ${path} HTTP/1.1`, "Host: x", ...lines, "", ""].join("\r\n");

/** Every kind of call with a body, how it is sent, and whether it needs a login. */
const CALLS = [
  { method: "POST", path: "/api/contact/", type: JSON_TYPE },
  { method: "POST", path: "/api/newsletter/subscribe/", type: JSON_TYPE },
  { method: "POST", path: "/api/newsletter/one-click/?token=x", type: FORM_TYPE },
  { method: "POST", path: "/api/token/", type: JSON_TYPE },
  { method: "POST", path: "/api/articles/1/view/", type: JSON_TYPE },
  { method: "POST", path: "/contact", type: FORM_TYPE },
  { method: "POST", path: "/newsletter/subscribe", type: FORM_TYPE },
  { method: "POST", path: "/newsletter/confirm?token=x", type: FORM_TYPE },
  { method: "POST", path: "/api/articles/", type: JSON_TYPE, login: true },
  { method: "POST", path: "/api/articles/", type: MULTIPART_TYPE, login: true },
  { method: "PUT", path: "/api/articles/1/", type: MULTIPART_TYPE, login: true },
  { method: "POST", path: "/api/upload/", type: MULTIPART_TYPE, login: true },
  { method: "POST", path: "/api/newsletter/subscribers/import/", type: JSON_TYPE, login: true },
  { method: "PUT", path: "/api/accounts/profile/", type: JSON_TYPE, login: true },
];

test("a body announced as too long is rejected before any of it is requested, and the connection closes", async () => {
  const { port, authorization } = await start();
  for (const { method, path, type, login } of CALLS)
    for (const expectation of [[], ["Expect: 100-continue"]]) {
      const name = `${method} ${path} ${type} ${expectation}`;
      const lines = [`Content-Type: ${type}`, `Content-Length: ${TEN_GIGABYTES}`, ...expectation];
      const wire = await sendRaw(
        port,
        headOf(method, path, login ? [...lines, `Authorization: ${authorization}`] : lines),
      );
      const [answer, ...more] = parseAnswers(wire);
      expect([answer?.status, answer?.headers.connection, more], name).toEqual([413, "close", []]);
      expect(answer?.body, name).toContain("too large");
    }
});

test("the body of an unauthorized or unknown call is not read to the end either", async () => {
  const { port } = await start();
  for (const [method, path, status] of [
    ["POST", "/api/upload/", 413],
    ["GET", "/about", 413],
    ["POST", "/no/such/page", 413],
    ["BREW", "/", 405],
  ] as const) {
    const lines = [`Content-Type: ${MULTIPART_TYPE}`, `Content-Length: ${TEN_GIGABYTES}`];
    const [answer] = parseAnswers(await sendRaw(port, headOf(method, path, lines)));
    expect([answer?.status, answer?.headers.connection], path).toEqual([status, "close"]);
  }
  const unannounced = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
  const refused = await openConnection(port);
  refused.write(headOf("POST", "/api/articles/", unannounced));
  const taken = await pour(refused, chunked("x".repeat(64 * 1024)));
  const [answer] = parseAnswers(await refused.closed);
  expect([answer?.status, answer?.headers.connection]).toEqual([401, "close"]);
  expect(taken).toBeLessThan(MAX_TAKEN);
});

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Writes a piece repeatedly, as fast as it is taken, until the server has closed; returns how much it took. */
async function pour({ socket, closed }: RawConnection, piece: string): Promise<number> {
  const bytes = Buffer.from(piece, "latin1");
  let ended = false;
  void closed.then(() => {
    ended = true;
  });
  const before = socket.bytesWritten;
  const started = socket.writableLength;
  while (!ended && socket.writable && socket.bytesWritten - before < 10 * MAX_TAKEN) {
    if (socket.write(bytes)) await new Promise(setImmediate);
    else
      await Promise.race([
        closed,
        new Promise((resolve) => socket.once("drain", resolve)),
        new Promise((resolve) => socket.once("close", resolve)),
      ]);
  }
  return socket.bytesWritten - before - socket.writableLength - started;
}

const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const field = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n';
const piece = "x".repeat(64 * 1024);

test.each([
  { name: "JSON", path: "/api/contact/", type: JSON_TYPE, first: '{"message":"', max: 1 },
  { name: "a posted form", path: "/contact", type: FORM_TYPE, first: "message=", max: 0.0625 },
  { name: "JSON of an article", path: "/api/articles/", type: JSON_TYPE, first: '{"content":"', max: 16, login: true },
  { name: "a file", path: "/api/upload/", type: MULTIPART_TYPE, first: file, max: 10, login: true },
  { name: "a form's text", path: "/api/articles/", type: MULTIPART_TYPE, first: field, max: 17, login: true },
  {
    name: "what precedes a form",
    path: "/api/upload/",
    type: MULTIPART_TYPE,
    first: "no boundary",
    max: 17,
    login: true,
  },
  {
    name: "what follows a form",
    path: "/api/upload/",
    type: MULTIPART_TYPE,
    first: `${file}x\r\n--b--\r\n`,
    max: 17,
    login: true,
  },
])(
  "an endless body is rejected as it exceeds the limit, and no more of it is read: $name",
  async ({ path, type, first, max, login }) => {
    const { port, authorization } = await start();
    const connection = await openConnection(port);
    const lines = [`Content-Type: ${type}`, "Transfer-Encoding: chunked"];
    connection.write(headOf("POST", path, login ? [...lines, `Authorization: ${authorization}`] : lines));
    connection.write(chunked(first));
    const taken = await pour(connection, chunked(piece));
    const [answer, ...more] = parseAnswers(await connection.closed);
    expect([answer?.status, answer?.headers.connection, more]).toEqual([413, "close", []]);
    expect(taken).toBeLessThan(max * MEBIBYTE + MAX_TAKEN);
  },
);

test("a body of the right length is accepted after 100 Continue, and the connection stays open", async () => {
  const { port, authorization } = await start();
  const connection = await openConnection(port);
  const body = '{"email":"reader@example.com"}';
  const lines = [`Content-Type: ${JSON_TYPE}`, `Content-Length: ${body.length}`];
  connection.write(headOf("POST", "/api/newsletter/subscribe/", [...lines, "Expect: 100-continue"]));
  await expect.poll(connection.received).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  connection.write(body);
  await expect.poll(() => parseAnswers(connection.received()).map(({ status }) => status)).toEqual([100, 200]);
  // Nor does a short body that is rejected before it is read close it.
  connection.write(headOf("PUT", "/api/accounts/profile/", lines) + body);
  connection.write(headOf("PATCH", "/about", lines) + body);
  connection.write(headOf("GET", "/api/accounts/users/me/", [`Authorization: ${authorization}`, "Connection: close"]));
  expect(parseAnswers(await connection.closed).map(({ status }) => status)).toEqual([100, 200, 401, 405, 200]);
});

test("a media type that a call does not take is 415", async () => {
  const { port, authorization } = await start();
  const types = [
    "text/plain",
    "text/plain; charset=utf-8",
    "text/xml",
    "application/xml",
    "application/jsonx",
    "json",
    "*/*",
    "",
  ];
  for (const { method, path, type, login } of CALLS)
    for (const other of [...types, JSON_TYPE, FORM_TYPE, MULTIPART_TYPE]) {
      const isTaken = other === type || (path.startsWith("/api/articles/") && login && other !== FORM_TYPE);
      const isOneClickForm = path.includes("one-click") && other === MULTIPART_TYPE;
      if (isTaken || isOneClickForm) continue;
      const lines = [...(other ? [`Content-Type: ${other}`] : []), "Content-Length: 2", "Connection: close"];
      const head = headOf(method, path, login ? [...lines, `Authorization: ${authorization}`] : lines);
      const [answer] = parseAnswers(await sendRaw(port, `${head}{}`));
      expect(answer?.status, `${method} ${path} as ${other}`).toBe(415);
      if (path.startsWith("/api/"))
        expect(JSON.parse(answer?.body ?? ""), `${method} ${path} as ${other}`).toMatchObject({
          detail: expect.any(String),
        });
    }
});

test("unknown fields of a write are named, and change nothing; what the specification's clients send is accepted", async () => {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  const send = (method: "POST" | "PUT", url: string, payload: object) =>
    app.inject({ method, url: `/api/${url}`, headers, payload });
  const topic = await send("POST", "topics/", { name: "Bitcoin", aliasses: ["BTC"] });
  expect([topic.statusCode, topic.json()]).toEqual([
    400,
    { code: "invalid_input", detail: "Unknown field: aliasses.", errors: { aliasses: "Unknown field." } },
  ]);
  expect((await app.inject("/api/topics/bitcoin/")).statusCode).toBe(404);
  const article = { title: "A", category: "Tech", content: "<p>a</p>", is_new: true };
  const { statusCode, body } = await send("POST", "articles/", article);
  expect(statusCode, body).toBe(201);
  const whole = JSON.parse(body);
  expect((await send("PUT", `articles/${whole.id}/`, { ...whole, extra: 1 })).statusCode).toBe(200);
  const draft = await send("PUT", `articles/${whole.id}/draft/`, { titel: "B" });
  expect([draft.statusCode, Object.keys(draft.json().errors)]).toEqual([400, ["titel"]]);
  const bulk = await send("POST", "articles/bulk/", { ids: [whole.id], change: { tags: ["x"] } });
  expect(Object.keys(bulk.json().errors)).toEqual(["change.tags"]);
});

test("a reader's list of articles can be of one category; other filters are rejected", async () => {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  for (const category of ["Tech", "Markets"])
    await app.inject({
      method: "POST",
      url: "/api/articles/",
      headers,
      payload: { title: `About ${category}`, category, content: "<p>a</p>", status: "published" },
    });
  const titles = async (query: string) =>
    (await app.inject(`/api/articles/?${query}`)).json().map(({ title }: { title: string }) => title);
  expect(await titles("category=markets")).toEqual(["About Markets"]);
  expect(await titles("category=Tech&limit=5")).toEqual(["About Tech"]);
  expect((await titles("")).toSorted()).toEqual(["About Markets", "About Tech"]);
  for (const [query, name] of [
    ["since=2026-01-01", "since"],
    ["status=draft", "status"],
    ["limit=2&author=Amina", "author"],
  ] as const) {
    const { statusCode, json } = await app.inject(`/api/articles/?${query}`);
    expect([statusCode, json().errors], query).toEqual([400, { [name]: "Unknown parameter." }]);
  }
  expect((await app.inject("/api/articles/?category=unknown")).statusCode).toBe(400);
  expect((await app.inject({ url: "/api/articles/?status=draft", headers })).statusCode).toBe(200);
});
