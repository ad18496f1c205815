import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import openapiTypes, { astToString } from "openapi-typescript";
import ts from "typescript";
import { expect, test } from "vitest";
import { openApiDocument } from "#app/openapi/document.ts";
import { LIST_FORMS, type ListForm } from "#app/openapi/lists.ts";
import type { OpenApiDocument } from "#app/openapi/schemas.ts";
import { REQUEST_HEADERS, RESPONSE_HEADERS } from "#shared/endpoint-facts.ts";
import { ERROR_CODE_NAMES } from "#shared/error-codes.ts";
import { createChecker } from "#test/support/documented-responses.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { turnsDuring } from "#test/support/turns.ts";

/** Errors from before an endpoint is known, and of pages. */
const OF_NO_ENDPOINT = [
  "unknown_address",
  "method_not_allowed",
  "request_timeout",
  "crawler_denied",
  "expectation_failed",
  "headers_too_large",
  "picture_removed",
];

async function readDocument(): Promise<OpenApiDocument> {
  const { app } = await startTestApp(await openSqliteForTest());
  return (await app.inject("/api/openapi.json")).json();
}

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  );

test("the OpenAPI document passes two validators without warnings", async () => {
  const document = await readDocument();
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const { styleguide } = await createConfig({
    extends: ["recommended"],
    rules: {
      // Ids are numbers, so that no path of words is one of an id. Redirects have no response of 2XX.
      "no-ambiguous-paths": "off",
      "operation-2xx-response": "off",
    },
  });
  const problems = await lintDocument({
    document: makeDocumentFromString(JSON.stringify(document), "/openapi.json"),
    externalRefResolver: new BaseResolver(),
    config: styleguide,
  });
  expect(problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`)).toEqual([]);
});

test("every operation has a name of its own, a summary, a described group, a success and its errors", async () => {
  const document = await readDocument();
  const operations = operationsOf(document);
  const groups = new Set((document.tags as { name: string; description: string }[]).map(({ name }) => name));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { name, operationId, summary, tags, responses } of operations) {
    expect(operationId, name).toMatch(/^[a-z][A-Za-z]+$/);
    expect(summary, name).toMatch(/\S/);
    for (const tag of tags) expect(groups, name).toContain(tag);
    expect(
      Object.keys(responses).some((status) => /^[23]/.test(status)),
      name,
    ).toBe(true);
    expect(responses, name).toHaveProperty("400");
  }
  expect(operations.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(["listArticles", "getArticle", "createArticle", "publishArticle", "listLatestArticles"]),
  );
});

test("every error code belongs to an operation", async () => {
  const text =
    JSON.stringify((await readDocument()).components.responses) + JSON.stringify((await readDocument()).paths);
  const unused = ERROR_CODE_NAMES.filter((code) => !text.includes(`\`${code}\``));
  expect(unused.toSorted()).toEqual(OF_NO_ENDPOINT.toSorted());
  const { description } = (await readDocument()).info;
  for (const code of ERROR_CODE_NAMES) expect(description).toContain(`| \`${code}\` |`);
});

test("every request and response has an example, which its schema permits", async () => {
  const document = await readDocument();
  const { schemaAt } = createChecker(document);
  const problems: string[] = [];
  type Media = { example?: unknown; examples?: Record<string, { value: unknown }> };
  const check = (pointer: string, content: unknown) => {
    for (const [type, { example, examples }] of Object.entries(Object(content) as Record<string, Media>)) {
      const validate = schemaAt(`${pointer}/content/${type.replace("/", "~1")}/schema`);
      const given = examples ? Object.values(examples).map(({ value }) => value) : [example];
      if (given.length === 0 || given.includes(undefined)) problems.push(`${pointer} ${type}: no example`);
      for (const value of given) {
        if (!validate(value)) problems.push(`${pointer} ${type}: ${JSON.stringify(validate.errors?.[0])}`);
        for (const [, name] of JSON.stringify(value ?? null).matchAll(/"(\w+)":\[?"…"/g))
          problems.push(`${pointer} ${type}: ${name} has no text in EXAMPLE_TEXTS`);
      }
    }
  };
  for (const [name, { content }] of Object.entries(document.components.responses ?? {}))
    check(`#/components/responses/${name}`, content);
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries(methods)) {
      const pointer = `#/paths/${path.replaceAll("/", "~1")}/${method}`;
      check(`${pointer}/requestBody`, requestBody?.content);
      for (const [status, { content }] of Object.entries(responses)) check(`${pointer}/responses/${status}`, content);
    }
  expect(problems).toEqual([]);
});

test("other requests are served while it is built", async () => {
  const { app } = await startTestApp(await openSqliteForTest());
  const { turns } = await turnsDuring(openApiDocument(app.endpoints, { name: "News", url: "https://news.example" }));
  expect(turns).toBeGreaterThan(4);
});

test("numbers and switches of paths and queries are not text, and have their limits", async () => {
  const { paths } = await readDocument();
  const schemaOf = (name: string, path = "/api/articles") =>
    ((paths[path]?.get?.parameters ?? []) as { name: string; schema: object }[]).find((one) => one.name === name)
      ?.schema;
  expect(schemaOf("limit")).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 50 });
  expect(schemaOf("featured")).toEqual({ type: "boolean" });
  expect(schemaOf("fields")).toMatchObject({ type: "string" });
  expect(schemaOf("cursor", "/api/categories")).toMatchObject({ type: "string", maxLength: 500 });
  expect(schemaOf("updated_since")).toMatchObject({ type: "string", format: "date-time" });
  expect(schemaOf("updated_since", "/api/categories")).toBeUndefined();
  expect(schemaOf("id", "/api/articles/{id}")).toMatchObject({ type: "integer", minimum: 1 });
});

test("a list is rows or a page, of full rows or of those with fields, and nothing else", async () => {
  const document = await readDocument();
  const { schemaAt } = createChecker(document);
  const pointer = "#/paths/~1api~1categories/get/responses/200/content/application~1json/schema";
  const validate = schemaAt(pointer);
  const row = { id: 1, name: "Markets", slug: "markets", description: "", article_count: 2 };
  const valid = [
    [],
    [row],
    { results: [row], next_cursor: null },
    [{ id: 1 }],
    { results: [{ id: 1 }], next_cursor: "x" },
  ];
  for (const body of valid) expect(validate(body), JSON.stringify(body)).toBe(true);
  for (const body of [row, null, { results: [row] }, [{ id: "1" }], { results: [{ name: 1 }], next_cursor: null }])
    expect(validate(body), JSON.stringify(body)).toBe(false);
  const formAt = (form: ListForm) => schemaAt(`${pointer}/anyOf/${LIST_FORMS.indexOf(form)}`);
  expect(formAt("rows")([{ id: 1 }])).toBe(false);
  expect(formAt("page")({ results: [{ id: 1 }], next_cursor: null })).toBe(false);
});

test("operations say how many requests a client may send", async () => {
  const operations = operationsOf(await readDocument()) as { operationId: string; description?: string }[];
  const textOf = (id: string) => operations.find(({ operationId }) => operationId === id)?.description ?? "";
  expect(textOf("searchArticles")).toContain("Counts towards 1,200 reads and 240 searches a minute");
  expect(textOf("createContact")).toContain("At most 20 requests in 10 minutes for each client address.");
  expect(textOf("createArticle")).not.toContain("client address");
});

/** What a client writes, checked by its generated types. */
const EXAMPLE = `
import type { components, operations } from "./api";
type Given<Id extends keyof operations> = operations[Id]["parameters"];
type HeadersOf<Id extends keyof operations, Status extends keyof operations[Id]["responses"]> =
  operations[Id]["responses"][Status] extends { headers: infer Headers } ? Headers : never;

type Categories = operations["listCategories"]["responses"][200]["content"]["application/json"];
export function readForms(listed: Categories): string[] {
  const rows: (components["schemas"]["Category"] | components["schemas"]["CategoryFields"])[] =
    "results" in listed ? listed.results : listed;
  const next: string | null = "results" in listed ? listed.next_cursor : null;
  return [...rows.map((row) => row.name ?? ""), next ?? ""];
}

export const list: Given<"listArticles"> = { query: { limit: 5, offset: 0, featured: true } };
export const one: Given<"getArticle"> = { path: { id: 46 } };
export const change: Given<"updateArticle"> = {
  path: { id: 46 },
  header: { "If-Match": '"7-abc"', "Idempotency-Key": "6f1c0e6a-5b1f" },
};
export const login: Given<"createToken"> = { header: { "X-Device-Token": "token" } };

export function read(
  listed: HeadersOf<"listArticles", 200>,
  created: HeadersOf<"createArticle", 201>,
  saved: HeadersOf<"updateArticleDraft", 200>,
  moved: HeadersOf<"getTopic", 200>,
  loggedIn: HeadersOf<"createToken", 200>,
  file: HeadersOf<"listAudit", 200>,
  redirect: HeadersOf<"getAccountOidcStart", 302>,
  rejected: HeadersOf<"createToken", 429>,
  unknown: HeadersOf<"getAccountUserMe", 401>,
) {
  const numbers: (number | undefined)[] = [
    listed["X-Total-Count"],
    rejected["Retry-After"],
    rejected["X-RateLimit-Limit"],
    rejected["X-RateLimit-Remaining"],
    rejected["X-RateLimit-Reset"],
  ];
  const texts: (string | undefined)[] = [
    listed.ETag,
    listed.Link,
    created["Idempotency-Replayed"],
    created["X-Request-Id"],
    saved["Save-Merged"],
    moved["Content-Location"],
    loggedIn["X-Device-Token"],
    file["Content-Disposition"],
    redirect.Location,
    unknown["WWW-Authenticate"],
    unknown.RateLimit,
    unknown["RateLimit-Policy"],
  ];
  return [numbers, texts];
}
`;

test("a client generated from it compiles an example that uses each header", async () => {
  const types = astToString(await openapiTypes(JSON.stringify(await readDocument())));
  for (const { name } of [...Object.values(REQUEST_HEADERS), ...Object.values(RESPONSE_HEADERS)])
    expect(EXAMPLE).toMatch(new RegExp(`["".]${name}\\b`));
  const files: Record<string, string> = { "/api.ts": types, "/example.ts": EXAMPLE };
  const options = { strict: true, noEmit: true, lib: ["lib.es2022.d.ts"], types: [], skipLibCheck: true };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path in files || fileExists(path);
  host.getSourceFile = (path, version, ...others) =>
    files[path] === undefined
      ? getSourceFile(path, version, ...others)
      : ts.createSourceFile(path, files[path], ts.ScriptTarget.ES2022);
  const program = ts.createProgram(["/example.ts"], options, host);
  const problems = ts.getPreEmitDiagnostics(program);
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))).toEqual([]);
});
