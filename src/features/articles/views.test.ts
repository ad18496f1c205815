import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { Reading } from "#platform/reader-counter.ts";
import { viewFastPath } from "./views.ts";

type Given = { method?: string; url?: string; headers?: IncomingMessage["headers"]; address?: string };

/** What becomes of one call where article 7 is known to be published. */
function call(
  { method = "POST", url = "/api/articles/7/view/", headers = {}, address = "192.0.2.7" }: Given,
  { isKnown = (id: number): boolean => id === 7, limit = (_address: string) => {} } = {},
) {
  const recorded: Reading[] = [];
  const sent: unknown[] = [];
  const response = {
    writeHead(...head: unknown[]) {
      sent.push(...head);
      return { end: () => void sent.push("end") };
    },
  } as unknown as ServerResponse;
  const request = { method, url, headers, socket: { remoteAddress: address } } as unknown as IncomingMessage;
  const answer = viewFastPath({ isKnown, isPublished: async () => true }, {
    record: (reading) => void recorded.push(reading),
    flush: async () => {},
  } as Parameters<typeof viewFastPath>[1])({
    headers: { "x-one": "1", "x-two": "2" },
    addressOf: ({ socket }) => socket.remoteAddress,
    limit,
  });
  return { isAnswered: answer(request, response), recorded, sent };
}

describe("a view that is answered before the framework", () => {
  test("is counted with whoever made it, and answered with the common headers", () => {
    const { isAnswered, recorded, sent } = call({ headers: { "user-agent": "Firefox" } });
    expect(isAnswered).toBe(true);
    expect(recorded).toEqual([{ id: 7, finished: false, address: "192.0.2.7", userAgent: "Firefox" }]);
    expect(sent).toEqual([204, ["x-one", "1", "x-two", "2"], "end"]);
  });

  test.each([
    ["no slash at its end", { url: "/api/articles/7/view" }],
    ["the host that the reader came from", { url: "/api/articles/7/view/?from=feed.example" }],
    ["the mark of the end", { url: "/api/articles/7/view/?finished=true" }],
    ["an empty body that is announced", { headers: { "content-length": "0" } }],
    ["an empty body of JSON", { headers: { "content-type": "application/json", "content-length": "0" } }],
  ])("may have %s", (_what, given) => {
    expect(call(given).isAnswered).toBe(true);
  });
});

describe("a view is left to the framework, and neither counted nor answered,", () => {
  test.each<[string, Given]>([
    ["by another method", { method: "GET" }],
    ["of an article that is not known", { url: "/api/articles/8/view/" }],
    ["with another query", { url: "/api/articles/7/view/?from=feed&to=7" }],
    ["of an id with a zero before it", { url: "/api/articles/07/view/" }],
    ["of an id that no article can have", { url: `/api/articles/${"7".repeat(11)}/view/` }],
    ["of a whole address", { url: "http://news.example/api/articles/7/view/" }],
    ["of a longer path", { url: "/api/articles/7/view/x" }],
    ["with two slashes", { url: "/api//articles/7/view/" }],
    ["with a body", { headers: { "content-length": "2" } }],
    ["with a body of unknown length", { headers: { "transfer-encoding": "chunked" } }],
    ["with a length that is none", { headers: { "content-length": "00" } }],
    ["that waits to be told to go on", { headers: { expect: "100-continue" } }],
    ["of a type that the framework refuses", { headers: { "content-type": "text/plain" } }],
  ])("%s", (_what, given) => {
    expect(call(given)).toEqual({ isAnswered: false, recorded: [], sent: [] });
  });

  test.each([
    ["beyond the client's limit", { limit: fails }],
    ["where the database is away", { isKnown: fails }],
  ])("%s", (_what, where) => {
    expect(call({}, where)).toEqual({ isAnswered: false, recorded: [], sent: [] });
  });

  test("and is not held against the client's limit before it is known to be counted", () => {
    const counted: string[] = [];
    call({ url: "/api/articles/8/view/" }, { limit: (address) => void counted.push(address) });
    expect(counted).toEqual([]);
  });
});

function fails(): never {
  throw new Error("no");
}
