import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import {
  INTERNAL,
  type ParserError,
  pathOfTarget,
  rawRejection,
  rejectionOf,
  requestId,
  wireOf,
} from "./http-connections.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe("the id of a request", () => {
  const of = (given: string | string[] | undefined, trustProxy: boolean) =>
    requestId(() => trustProxy)({ headers: { "x-request-id": given } } as unknown as IncomingMessage);

  test("is that of a trusted proxy, and nobody else's", () => {
    expect(of("7f3a:0.b-1", true)).toBe("7f3a:0.b-1");
    expect(of("x".repeat(64), true)).toHaveLength(64);
    expect(of("7f3a:0.b-1", false)).toMatch(UUID);
  });

  test.each([undefined, "", "x".repeat(65), "a b", "a\nb", '"}{', "é", ["a", "b"]])(
    "is a new one each time where the proxy's is %j, which could break a line of the log",
    (given) => {
      expect(of(given, true)).toMatch(UUID);
      expect(of(given, true)).not.toBe(of(given, true));
    },
  );
});

test.each([
  ["/", "/"],
  ["/a?b=http://x/y", "/a?b=http://x/y"],
  ["//evil.example/a", "//evil.example/a"],
  ["http://x", "/"],
  ["http://x/", "/"],
  ["http://x/a?b#c", "/a?b#c"],
  ["HTTP://user:secret@[::1]:80/%zz", "/%zz"],
  ["http://x?a=/b", "/?a=/b"],
  ["http://x#a", "/#a"],
  ["http:///a", "/a"],
  ["ftp://x//a", "//a"],
  ["*", undefined],
  ["", undefined],
  ["x:443", undefined],
  ["://x/a", undefined],
  ["about", undefined],
])("the target %s is the path %s", (target, path) => {
  expect(pathOfTarget(target)).toBe(path);
});

/** A response as it goes over the wire, in its parts. */
function partsOf(wire: string) {
  const end = wire.indexOf("\r\n\r\n");
  const [status = "", ...lines] = wire.slice(0, end).split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
  return { status, headers, body: wire.slice(end + 4) };
}
const statusFor = (error: ParserError) => partsOf(rawRejection(error, false)).status;
const stoppedAt = (text: string, line: string): ParserError => ({
  code: "HPE_INVALID_METHOD",
  rawPacket: Buffer.from(text, "latin1"),
  bytesParsed: text.indexOf(line),
});

describe("a request that is not understood", () => {
  test.each([
    ["ERR_HTTP_REQUEST_TIMEOUT", "HTTP/1.1 408 Request Timeout"],
    ["HPE_HEADER_OVERFLOW", "HTTP/1.1 431 Request Header Fields Too Large"],
    ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "HTTP/1.1 413 Payload Too Large"],
    ["HPE_INVALID_VERSION", "HTTP/1.1 400 Bad Request"],
    [undefined, "HTTP/1.1 400 Bad Request"],
  ])("by the parser's %s is answered with %j", (code, status) => {
    expect(statusFor(code === undefined ? {} : { code })).toBe(status);
  });

  test.each([
    ["a method of another protocol", "PROPFIND / HTTP/1.1\r\n", "PROPFIND", 405],
    ["a method of odd but legal characters", "M-SEARCH* / HTTP/1.1\r\n", "M-SEARCH*", 405],
    ["the second request on a connection", "GET / HTTP/1.1\r\nhost: a\r\n\r\nBREW / HTTP/1.1\r\n", "BREW", 405],
    ["a method in lower case, as names are case-sensitive", "get / HTTP/1.1\r\n", "get", 405],
    ["rubbish after a request", "GET / HTTP/1.1\r\nhost: a\r\n\r\n\u0016\u0003", "\u0016", 400],
    ["a greeting of TLS", "\u0016\u0003\u0001\u0002\u0000", "\u0016", 400],
    ["an illegal character in a method", "GE(T / HTTP/1.1\r\n", "GE(T", 400],
    ["a method that never ends", "A".repeat(5_000), "A", 400],
  ])("for %s is %s", (_what, text, line, status) => {
    expect(statusFor(stoppedAt(text, line))).toContain(` ${status} `);
  });

  test("without the received bytes is not taken for an unknown method", () => {
    expect(statusFor({ code: "HPE_INVALID_METHOD" })).toContain(" 400 ");
    expect(statusFor({ code: "HPE_INVALID_METHOD", rawPacket: "BREW / HTTP/1.1" })).toContain(" 400 ");
  });
});

describe("the raw response", () => {
  test("is whole: its length, its type, what is allowed, and that the connection ends", () => {
    const { headers, body } = partsOf(rawRejection(stoppedAt("BREW / HTTP/1.1\r\n", "BREW"), false));
    expect(JSON.parse(body)).toMatchObject({ code: "method_not_allowed" });
    expect(Number(headers.get("content-length"))).toBe(Buffer.byteLength(body));
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      connection: "close",
      "x-content-type-options": "nosniff",
      allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    });
    expect(Date.parse(headers.get("date") ?? "")).not.toBeNaN();
  });

  test("to HEAD has the length of the body, but no body", () => {
    const text = "HEAD / HTTP/1.1\r\nbroken header\r\n";
    const packet = { code: "HPE_INVALID_HEADER_TOKEN", rawPacket: Buffer.from(text), bytesParsed: 2 };
    const { headers, body } = partsOf(rawRejection(packet, false));
    expect(body).toBe("");
    expect(Number(headers.get("content-length"))).toBeGreaterThan(0);
  });

  test("asks for HTTPS only where the site has it", () => {
    const policy = (secure: boolean) => partsOf(wireOf(INTERNAL, secure)).headers.get("strict-transport-security");
    expect([policy(false), policy(true)]).toEqual([null, expect.stringContaining("max-age=")]);
  });
});

describe("a request that was read", () => {
  const request = (given: Partial<IncomingMessage>) =>
    rejectionOf({ method: "GET", headers: { host: "news.example" }, httpVersion: "1.1", ...given } as IncomingMessage);

  test.each([
    ["a host", {}, undefined],
    ["no host, in HTTP/1.1", { headers: {} }, 400],
    ["no host, in HTTP/1.0, which has none", { headers: {}, httpVersion: "1.0" }, undefined],
    ["an empty host, which is one", { headers: { host: "" } }, undefined],
    ["a method that Node knows and the site does not", { method: "PURGE" }, 405],
    ["TRACE, which would repeat its headers", { method: "TRACE" }, 405],
    ["an unknown method and no host: the method is named", { method: "LINK", headers: {} }, 405],
  ])("and has %s is rejected with %s", (_what, given, status) => {
    expect(request(given)?.status).toBe(status);
  });
});
