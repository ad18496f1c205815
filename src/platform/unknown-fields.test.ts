import { expect, test } from "vitest";
import { z } from "zod";
import { unknownFields } from "./unknown-fields.ts";

const link = z.object({ label: z.string() });
const body = z
  .object({
    name: z.string(),
    links: z.array(link).optional(),
    change: z.union([z.object({ trash: z.literal(true) }), z.object({ status: z.string() })]).nullable(),
    counts: z.record(z.string(), link),
    open: z.looseObject({}),
    any: z.unknown(),
    later: z.string().transform((text) => ({ text })),
    made: z.preprocess((given) => given, link),
  })
  .partial()
  .nullish();

test.each([
  [{ name: "a", nmae: "b" }, ["nmae"]],
  [{ links: [{ label: "a" }, { label: "b", url: "c" }] }, ["links.1.url"]],
  [{ change: { status: "draft", note: "" } }, ["change.note"]],
  [{ counts: { a: { label: "b", c: 1 } } }, ["counts.a.c"]],
  [{ made: { lable: "a" } }, ["made.lable"]],
  [{ open: { a: 1 }, any: { b: 2 }, later: "c", change: null, name: { d: 1 } }, []],
  [JSON.parse('{"__proto__": 1, "toString": 2}'), ["__proto__", "toString"]],
  [null, []],
  ["text", []],
  [[{ a: 1 }], []],
])("finds the fields of %j that the schema does not have", (value, expected) => {
  expect(unknownFields(body, value)).toEqual(expected);
});
