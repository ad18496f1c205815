import { describe, expect, test } from "vitest";
import { z } from "zod";
import { NetworkError } from "./api-client.ts";
import { callsUnder, PAGE_SIZE } from "./api-query.ts";
import type { EditorApi } from "./editor-api.tsx";
import { editorClientOf } from "./editor-client.ts";
import { endpoints } from "./endpoint.ts";

const common = { access: "desk.use", summary: "", tags: [] } as const;
const row = z.object({ id: z.int() });
const TABLE = endpoints({
  "GET /books": {
    ...common,
    query: z.object({ query: z.string(), lent: z.string(), limit: z.string(), offset: z.string() }).partial(),
    response: { 200: z.array(row) },
  },
  "PUT /books/:id": {
    ...common,
    params: z.object({ id: z.string() }),
    query: z.object({ notify: z.string() }).partial(),
    body: z.object({ title: z.string() }),
    response: { 200: row },
  },
});
const books = editorClientOf<typeof TABLE>();

describe("a page of a list", () => {
  const address = (filter: Parameters<typeof books.url<"GET /books">>[1], page: number, size?: number) =>
    books.list("GET /books", filter)(page, size).queryKey;

  test("starts where the previous one ended", () => {
    expect(address({}, 1)).toEqual([`/api/books/?limit=${PAGE_SIZE}&offset=0`, "paged"]);
    expect(address({}, 3)[0]).toBe(`/api/books/?limit=${PAGE_SIZE}&offset=${2 * PAGE_SIZE}`);
    expect(address({}, 3, 20)[0]).toBe("/api/books/?limit=20&offset=40");
  });

  test("is filtered by what is chosen: an empty text is no filter, and neither is a switch that is off", () => {
    expect(address({ query: { query: "", lent: false } }, 1)[0]).toBe(
      `/api/books/?lent=false&limit=${PAGE_SIZE}&offset=0`,
    );
    // Two addresses for one list would be fetched and kept twice.
    expect(address({ query: { query: "" } }, 1)).toEqual(address({}, 1));
  });

  test("is cached under its own list's address only", () => {
    const { predicate } = callsUnder(books.url("GET /books"), "/api/shelves/");
    const is = (url: string) => predicate({ queryKey: [url, "paged"] });
    expect(["/api/books/?limit=1", "/api/books/", "/api/shelves/3/", "/api/bookshops/"].map(is)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

test("a call uses its address and method, and everything else given is an option", async () => {
  const calls: unknown[][] = [];
  const api: Pick<EditorApi, "send"> = {
    async send(...call) {
      calls.push(call);
      return { body: { id: 3 }, etag: null, hasOthers: false };
    },
  };
  const options = { ifMatch: '"3"', idempotencyKey: "k" };
  const given = { params: { id: 3 }, query: { notify: true }, body: { title: "T" }, ...options };
  const answer = await books.send(api as EditorApi, "PUT /books/:id", given);
  expect(calls).toEqual([["PUT", "/api/books/3/?notify=true", { title: "T" }, options]]);
  expect(answer.body.id).toBe(3);
});

test("a response that breaks off while it is read is a lost connection", async () => {
  await expect(books.parse("PUT /books/:id", new Response('{"id":'))).rejects.toBeInstanceOf(NetworkError);
});
