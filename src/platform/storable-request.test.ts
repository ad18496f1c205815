import { describe, expect, test } from "vitest";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { rejectUnstorable } from "./storable-request.ts";

/** What the call throws; undefined for nothing. */
function refusal(params: unknown, query: unknown): unknown {
  try {
    rejectUnstorable({ params, query });
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each([
  [undefined, undefined],
  [{}, {}],
  [{ slug: "цена-😀" }, { query: "😀\tb\u200f\u0001", tag: ["😀"] }],
  [{ id: 12 }, { limit: 5, tags: ["a", "b"], none: null }],
])("what both engines can keep passes: %j, %j", (params, query) => {
  expect(refusal(params, query)).toBeUndefined();
});

describe("text that a store cannot keep", () => {
  test.each(["a\u0000b", "\ud800", "\udc00\ud800"])("%j is nothing in a path, and a mistake in a query", (text) => {
    expect(refusal({ slug: text }, {})).toBeInstanceOf(NotFoundError);
    expect(refusal({}, { query: text })).toEqual(
      new InvalidError("invalid_input", "Query contains characters that cannot be stored.", {
        query: "Query contains characters that cannot be stored.",
      }),
    );
    expect(refusal({}, { query: text })).toBeInstanceOf(InvalidError);
  });

  test("is found among several values of one name", () => {
    expect(refusal({}, { tag: ["fine", "a\u0000"] })).toMatchObject({ errors: { tag: expect.any(String) } });
  });

  test("in the path counts before the query: there is nothing whose query could be wrong", () => {
    expect(refusal({ slug: "\u0000" }, { query: "\u0000" })).toBeInstanceOf(NotFoundError);
  });

  test("in a parameter's name is left alone: no call knows such a name, and it cannot be repeated in an answer", () => {
    expect(refusal({}, { "\u0000": "\u0000" })).toBeUndefined();
  });
});
