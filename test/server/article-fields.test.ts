import fc from "fast-check";
import { expect, test } from "vitest";
import {
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  type FieldValues,
  fromColumns,
  mapFields,
  NEW_FIELDS,
  TEXT_NAMES,
  toColumns,
} from "#features/articles/fields.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { SEED } from "#test/support/seed.ts";
import { startTestApp } from "#test/support/test-app.ts";

function valuesOf(name: FieldName): fc.Arbitrary<string | boolean> {
  const field = FIELDS[name];
  if (field.kind === "flag") return fc.boolean();
  if (field.kind === "choice") return fc.constantFrom(...field.values);
  if (field.kind === "picture") return fc.webPath().map((path) => `https://pictures.example${path}`);
  if (field.kind === "library") return fc.constantFrom("", "/media/abcdefgh/1600x900.jpg");
  if (field.kind === "original") return fc.webPath().map((path) => `https://first.example${path || "/"}`);
  if (field.kind === "slug") return fc.constantFrom("a-slug", "б", "x2");
  if (field.kind === "language") return fc.constantFrom("", "ar", "pt-BR", "zh-Hant-TW");
  // Without white space at its ends, which is trimmed.
  const min = "min" in field ? field.min : 0;
  return fc.string({ minLength: min, maxLength: field.max, unit: fc.constantFrom(..."Az09'\"<&é語") });
}
const anyFields = fc.record(mapFields<{ [Name in FieldName]: fc.Arbitrary<FieldValues[Name]> }>(valuesOf));

test(`plain fields survive a round trip through their columns (seed ${SEED})`, () => {
  fc.assert(
    fc.property(anyFields, (values) => {
      expect(fromColumns(toColumns(values))).toEqual(values);
    }),
    { seed: SEED },
  );
  expect(fromColumns(toColumns(NEW_FIELDS))).toEqual(NEW_FIELDS);
});

describeOnSqlite("every plain field", (open) => {
  test(`can be changed alone, and is returned to editors as it was given (seed ${SEED})`, async () => {
    const database = await open();
    const { app } = await startTestApp(database);
    const { headers } = await startEditor(app, database);
    const payload = { title: "Begun", category: "Tech" };
    const made = await app.inject({ method: "POST", url: apiUrl.articles(), headers, payload });
    const url = apiUrl.article(made.json().id);
    const plain = async () => {
      const article = (await app.inject({ url, headers })).json();
      return mapFields<FieldValues>((name) => (name === "slug" ? "" : article[name]));
    };
    expect(await plain()).toEqual({ ...NEW_FIELDS, title: "Begun" });
    // A slug follows the title: test/server/article-addresses.test.ts.
    for (const name of FIELD_NAMES.filter((one) => one !== "slug"))
      await fc.assert(
        fc.asyncProperty(valuesOf(name), async (value) => {
          const before = await plain();
          const change = await app.inject({ method: "PUT", url, headers, payload: { [name]: value } });
          expect(change.statusCode).toBe(200);
          expect(await plain()).toEqual({ ...before, [name]: value });
        }),
        { seed: SEED, numRuns: 4 },
      );
  });
});

test.each(TEXT_NAMES.filter((name) => "search" in FIELDS[name]))("search finds an article by its %s", async (name) => {
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  const payload = { title: "Plain", category: "Tech", status: "published", [name]: "Zanzibar" };
  const made = await app.inject({ method: "POST", url: apiUrl.articles(), headers, payload });
  const found = async (word: string) =>
    (await app.inject(apiUrl.search(word))).json().map(({ id }: { id: number }) => id);
  expect(await found("zanzibar")).toEqual([made.json().id]);
  const change = { method: "PUT", url: apiUrl.article(made.json().id), headers } as const;
  await app.inject({ ...change, payload: { [name]: "Pemba" } });
  expect([await found("zanzibar"), await found("pemba")]).toEqual([[], [made.json().id]]);
});
