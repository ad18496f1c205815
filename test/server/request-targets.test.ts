import { mkdtempSync, rmSync } from "node:fs";
import { METHODS } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SEED } from "#test/support/seed.ts";
import { parseAnswers, type RawAnswer, requestRaw, sendRaw } from "../support/raw-http.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";

const TARGETS = Number(process.env.TARGETS ?? 4_000);
const SENDERS = 16;

let folder: string;
let server: ServerProcess;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "jarida-targets-"));
  server = await startServer({ dataDir: folder, env: { DEMO_CONTENT: "0" } });
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What holds for every response, whatever was requested. */
function expectSafe({ status, headers, body }: RawAnswer, name: string): void {
  expect(status, name).toBeGreaterThanOrEqual(200);
  expect(status, name).toBeLessThan(500);
  expect(headers["x-content-type-options"], name).toBe("nosniff");
  expect(headers["content-security-policy"], name).toContain("default-src 'none'");
  if (headers.location !== undefined) expect(headers.location, name).toMatch(/^\/(?![/\\])/);
  if (status >= 400 && headers["content-type"]?.startsWith("application/json") && body)
    expect(JSON.parse(body), name).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
}

const bytes = (max: number) =>
  fc.array(fc.integer({ min: 1, max: 255 }), { maxLength: max }).map((codes) => String.fromCharCode(...codes));
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("/", "//", "\\", "/\\", ".", "..", "/../", "%", "%zz", "%00", "%2f", "%5c") },
  { weight: 2, arbitrary: fc.constantFrom("%E0%A4%A", "%ff", "%2e%2e", ";", "?", "&", "=", "#", "*", ":", "@", "+") },
  { weight: 4, arbitrary: fc.constantFrom("about", "article", "category", "search", "api", "media", "go", "admin") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("articles", "healthz", "readyz", "docs", "sitemaps", "rss.xml", "newsletter"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("evil.example", "query=", "page=", "token=", "limit=", "offset=", "1", "99"),
  },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(300), "é", "\u00ff", "\u0001", "\t", "__proto__", "[::1]") },
  { weight: 1, arbitrary: bytes(8) },
);
const path = fc.array(piece, { minLength: 1, maxLength: 10 }).map((pieces) => `/${pieces.join("")}`);
const authority = fc.constantFrom("x", "evil.example:80", "user:secret@evil.example", "[::1]:3000", "", "%zz", "a b");
const target = fc.oneof(
  { weight: 5, arbitrary: path },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("http", "https", "HTTP", "ftp", "x"), authority, fc.oneof(path, piece, fc.constant("")))
      .map(([scheme, host, rest]) => `${scheme}://${host}${rest}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("*", "evil.example:443", "", ":", "//", "?", "http:", "http:/", "://", "/%zz"),
  },
  { weight: 1, arbitrary: bytes(20) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((length) => `/${"y".repeat(length)}`) },
);
/** A line break would start another request, which has nothing to do with targets. */
const request = fc
  .record({ method: fc.constantFrom(...METHODS, "BREW", "get"), target })
  .map((made) => ({ ...made, target: made.target.replace(/[\r\n]/g, "") }));

test(`the response is below 500 for any target and any method (seed ${SEED})`, async () => {
  const requests = fc.sample(request, { numRuns: TARGETS, seed: SEED });
  let next = 0;
  const sender = async () => {
    for (let made = requests[next++]; made; made = requests[next++]) {
      const name = `seed ${SEED}: ${JSON.stringify(made)}`;
      const answer = await requestRaw(port, made.method, made.target).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      expectSafe(answer, name);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(server.output(), "nothing has ended and nothing has failed").not.toMatch(/"level":[56]0/);
});

test("every method gets a response everywhere, and an unknown one is 405 with Allow", async () => {
  for (const method of [...METHODS, "BREW", "get", "X-Y"])
    for (const where of ["/", "/about", "/api/articles/", "/media/x/1.png", "/healthz", "http://x/about"]) {
      const answer = await requestRaw(port, method, where);
      expectSafe(answer, `${method} ${where}`);
      if (["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].includes(method)) continue;
      expect(answer.status, `${method} ${where}`).toBe(405);
      expect(answer.headers.allow, `${method} ${where}`).toContain("GET");
      expect(JSON.parse(answer.body), `${method} ${where}`).toMatchObject({ code: "method_not_allowed" });
    }
});

test("no folder is listed, and no file beside the site's own is served", async () => {
  for (const folder of ["/assets", "/media", "/assets/admin", "/.git", "/public", "/docs"])
    for (const where of [folder, `${folder}/`, `${folder}/.`])
      expect((await requestRaw(port, "GET", where)).status, where).toBe(404);
  for (const file of [
    "/.git/HEAD",
    "/.git/config",
    "/package.json",
    "/secret",
    "/jarida.db",
    "/assets/../package.json",
  ])
    expect((await requestRaw(port, "GET", file)).status, file).toBe(404);
});

test("a target in absolute form is served like its path, whatever host it names", async () => {
  for (const where of [
    "/",
    "/about",
    "/about/?from=mail",
    "/nothing/here",
    "/api/categories/",
    "/media/none/1.png",
    "/healthz",
    "/robots.txt",
    "/api/docs",
  ]) {
    const plain = await requestRaw(port, "GET", where);
    for (const origin of [
      "http://localhost",
      `http://127.0.0.1:${port}`,
      "https://evil.example",
      "HTTP://user@evil.example:8080",
    ]) {
      const absolute = await requestRaw(port, "GET", `${origin}${where}`);
      expect([absolute.status, absolute.headers.location], origin + where).toEqual([
        plain.status,
        plain.headers.location,
      ]);
      expect(absolute.body, origin + where).toBe(plain.body);
      expect(absolute.body, origin + where).not.toContain("evil.example");
    }
  }
  expect((await requestRaw(port, "GET", "http://x")).body).toBe((await requestRaw(port, "GET", "/")).body);
  expect((await requestRaw(port, "GET", "http://x?from=mail")).status).toBe(200);
  expect((await requestRaw(port, "GET", "http://x/%zz")).status).toBe(404);
});

test("no address redirects off the site", async () => {
  for (const where of [
    "/\\evil.example/",
    "//evil.example/",
    "/\\/evil.example/",
    "///evil.example//",
    "http://x//evil.example/",
    "/%5cevil.example/",
    "/about\\/",
    "/.//evil.example/",
  ]) {
    const answer = await requestRaw(port, "GET", where);
    expect([answer.status, answer.headers.location], where).toEqual([404, undefined]);
  }
  expect((await requestRaw(port, "GET", "/category/x%2F%2Fevil.example/?a=//b")).headers.location).toBe(
    "/category/x%2F%2Fevil.example?a=//b",
  );
});

test("malformed HTTP gets the common error body", async () => {
  const cases: [string, number][] = [
    ["GET / HTTP/1.1\r\n\r\n", 400],
    ["GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\nHost: x\r\nBad header\r\n\r\n", 400],
    ["GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    [
      "POST /contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      400,
    ],
    ["\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", 400],
    ["\r\n\r\n\u0000\r\n\r\n", 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 405],
    ["GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\nConnection: close\r\n\r\n", 417],
  ];
  for (const [text, status] of cases) {
    const name = JSON.stringify(text.slice(0, 60));
    const [answer, ...more] = parseAnswers(await sendRaw(port, text));
    expect([answer?.status, more], name).toEqual([status, []]);
    if (!answer) continue;
    expectSafe(answer, name);
    expect(JSON.parse(answer.body), name).toEqual({ code: expect.any(String), detail: expect.any(String) });
  }
});

test("a good request is answered before the bytes after it are rejected", async () => {
  const wire = await sendRaw(port, "GET /api/categories/ HTTP/1.1\r\nHost: x\r\n\r\n\u0000\u0000 nonsense\r\n\r\n");
  expect(parseAnswers(wire).map(({ status }) => status)).toEqual([200, 400]);
});
