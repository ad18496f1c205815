import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "./endpoint.ts";
import { clientOf } from "./endpoint-client.ts";
import { matchSegments } from "./path-pattern.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const common = { access: "public", summary: "", tags: [] } as const;
const TABLE = endpoints({
  "GET /shelves": {
    ...common,
    query: z.object({ name: z.string().optional(), limit: z.string().optional(), open: z.string().optional() }),
    response: { 200: z.array(z.object({ id: z.int() })) },
  },
  "GET /shelves/:shelf/books/:book": {
    ...common,
    params: z.object({ shelf: z.string(), book: z.string() }),
    response: { 200: z.object({ title: z.string() }) },
  },
});
const shelves = clientOf<typeof TABLE>();

describe("the address of a call", () => {
  test("is below the API, with the trailing slash that the server expects", () => {
    expect(shelves.url("GET /shelves")).toBe("/api/shelves/");
    expect(shelves.url("GET /shelves", { query: { limit: 5 } })).toBe("/api/shelves/?limit=5");
  });

  test("keeps given values, even zero, false or empty, and omits undefined ones", () => {
    expect(shelves.url("GET /shelves", { query: { name: "", limit: 0, open: false } })).toBe(
      "/api/shelves/?name=&limit=0&open=false",
    );
    expect(shelves.url("GET /shelves", { query: { name: undefined } })).toBe("/api/shelves/");
  });

  test("leads nowhere else, whatever a parameter contains", () => {
    const url = shelves.url("GET /shelves/:shelf/books/:book", { params: { shelf: "../users", book: "a?b#c" } });
    expect(url).toBe("/api/shelves/..%2Fusers/books/a%3Fb%23c/");
  });

  test(`is parsed by the server as it was meant (seed ${SEED})`, () => {
    const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((value) => value.isWellFormed());
    fc.assert(
      fc.property(text, text, text, (shelf, book, name) => {
        const path = shelves.url("GET /shelves/:shelf/books/:book", { params: { shelf, book } });
        expect(matchSegments(["api", "shelves", ":shelf", "books", ":book", ""], path.split("/").slice(1))).toEqual({
          shelf,
          book,
        });
        const { searchParams } = new URL(shelves.url("GET /shelves", { query: { name } }), "https://news.example");
        expect(searchParams.get("name")).toBe(name);
      }),
      { seed: SEED },
    );
  });
});

test("a list and its page with the full count are cached separately", () => {
  expect(shelves.query("GET /shelves").queryKey).toEqual(["/api/shelves/", "body"]);
  expect(shelves.paged("GET /shelves").queryKey).toEqual(["/api/shelves/", "paged"]);
});
