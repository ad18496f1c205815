import { appendFileSync } from "node:fs";
import { Ajv2020 as Ajv, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { FastifyInstance, InjectOptions } from "fastify";
import { openApiDocument } from "#app/openapi/document.ts";
import { formOf, LIST_FORMS } from "#app/openapi/lists.ts";
import type { OpenApiDocument } from "#app/openapi/schemas.ts";
import { RESPONSE_HEADERS } from "#shared/endpoint-facts.ts";

const SITE = "https://news.example";

type Described = { description: string; headers?: object; content?: Record<string, object> };
type Answer = { statusCode: number; headers: Record<string, unknown>; body: string };
type Checker = {
  find: (method: string, url: string) => Operation | undefined;
  schemaAt: (pointer: string) => ValidateFunction;
};
type Operation = {
  name: string;
  pointer: string;
  isList: boolean;
  responses: Record<string, Described | { $ref: string }>;
};

/** The same for all servers of a process. */
let checker: Promise<Checker & { document: OpenApiDocument }> | undefined;

/** Errors from before an endpoint is known, which belong to none. */
const OF_NO_ENDPOINT = new Set([405, 408, 414, 417, 431]);

/** Compares each response of an app with the OpenAPI document: a request fails if they differ. */
export function checkResponses(app: FastifyInstance): void {
  const { inject } = app;
  const checked = async (...given: [string | InjectOptions]) => {
    const [options] = given;
    const response = await (inject as (...given: unknown[]) => Promise<Answer>).apply(app, given);
    const { method = "GET", url = "" } = typeof options === "string" ? { url: options } : options;
    const problems =
      typeof url === "string" ? await differencesFromDocument(app, method.toUpperCase(), url, response) : [];
    if (problems.length > 0 && process.env.COLLECT) appendFileSync(process.env.COLLECT, `${problems.join("\n")}\n`);
    else if (problems.length > 0) throw new Error(problems.join("\n"));
    return response;
  };
  Object.assign(app, { inject: checked });
}

/**
 * The ways in which a response differs from the OpenAPI document: its status, its headers, its body. Nothing for an address
 * that is not an endpoint's.
 */
async function differencesFromDocument(
  app: FastifyInstance,
  method: string,
  url: string,
  answer: Answer,
): Promise<string[]> {
  checker ??= openApiDocument(app.endpoints, { name: "Jarida", url: SITE }).then(createChecker);
  const { document, find, schemaAt } = await checker;
  const { statusCode: status, headers, body } = answer;
  const operation = find(method, url);
  if (!operation || status === 304 || OF_NO_ENDPOINT.has(status) || codeIn(body) === "unknown_address") return [];
  const named = operation.responses[status];
  if (!named) return [`${operation.name}: ${status} ${codeIn(body)} is not described`];
  const reference = "$ref" in named ? named.$ref : `${operation.pointer}/responses/${status}`;
  const described = at(document, reference) as Described;
  const names = new Set(Object.keys(described.headers ?? {}).map((name) => name.toLowerCase()));
  const problems = Object.keys(RESPONSE_HEADERS)
    .filter((name) => headers[name] !== undefined && !names.has(name) && !(name === "etag" && status > 201))
    .map((name) => `${operation.name}: ${status} has the header ${name}, which is not described`);
  const [type = ""] = String(headers["content-type"] ?? "").split(";");
  if (!described.content) return problems;
  if (!described.content[type]) return [...problems, `${operation.name}: ${status} has the media type ${type}`];
  if (type !== "application/json" || headers["content-encoding"]) return problems;
  const pointer = `${reference}/content/application~1json/schema`;
  const validate = schemaAt(operation.isList && status === 200 ? pointer + formAsked(url) : pointer);
  if (validate(JSON.parse(body))) return problems;
  const [error] = validate.errors ?? [];
  return [...problems, `${operation.name}: ${status} ${codeIn(body)} ${error?.instancePath} ${error?.message}`];
}

/** The part of a list's schema for the form that a request asks for. */
const formAsked = (url: string) => `/anyOf/${LIST_FORMS.indexOf(formOf(new URL(url, SITE).searchParams))}`;

const codeIn = (body: string) => (body.startsWith("{") ? String(JSON.parse(body).code ?? "") : "");

const at = (document: object, pointer: string): unknown =>
  pointer
    .slice(2)
    .split("/")
    .reduce((part: unknown, name) => Object(part)[name.replaceAll("~1", "/")], document);

export function createChecker(document: OpenApiDocument): Checker & { document: OpenApiDocument } {
  const ajv = new Ajv({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
  const schemas = new Map<string, ValidateFunction>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, parameters = [] }]) => ({
      method: method.toUpperCase(),
      segments: path.split("/"),
      name: `${method.toUpperCase()} ${path}`,
      pointer: `#/paths/${path.replaceAll("/", "~1")}/${method}`,
      responses: responses as Operation["responses"],
      isList: (parameters as { name?: string }[]).some((one) => one.name === "fields"),
    })),
  );
  // A literal part takes precedence over a parameter.
  const literal = (segments: string[]) => segments.map((one) => (one.startsWith("{") ? "1" : "0")).join("");
  operations.sort((left, right) => (literal(left.segments) < literal(right.segments) ? -1 : 1));
  return {
    document,
    find(method, url) {
      const [path = ""] = url.split("?");
      const given = path.replace(/\/$/, "").split("/");
      return operations.find(
        ({ segments, ...operation }) =>
          operation.method === method &&
          segments.length === given.length &&
          segments.every((part, at) => part === given[at] || (part.startsWith("{") && given[at] !== "")),
      );
    },
    schemaAt(pointer) {
      const known = schemas.get(pointer) ?? ajv.getSchema(`document${pointer}`);
      if (!known) throw new Error(`${pointer} is not in the OpenAPI document.`);
      schemas.set(pointer, known);
      return known;
    },
  };
}
