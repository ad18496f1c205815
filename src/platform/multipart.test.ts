import Fastify, { type FastifyError } from "fastify";
import { expect, test } from "vitest";
import { DomainError } from "#shared/errors.ts";
import { acceptForms, MAX_FORM_BYTES, requireForm } from "./multipart.ts";

const TYPE = "multipart/form-data; boundary=x";
const MIB = 1024 * 1024;

type Part = { name: string; value: string | Buffer; file?: string };

function formOf(parts: Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, value, file }) => [
      Buffer.from(
        `--x\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"`}\r\n${
          file === undefined ? "" : "content-type: image/png\r\n"
        }\r\n`,
      ),
      Buffer.from(value),
      Buffer.from("\r\n"),
    ]),
    Buffer.from("--x--\r\n"),
  ]);
}

/** Sends a form to a call that says what it got. */
async function send(payload: Buffer | string, type = TYPE) {
  const app = Fastify({ bodyLimit: MAX_FORM_BYTES });
  await app.register(async (scope) => {
    await acceptForms(scope);
    scope.setErrorHandler((error: FastifyError, _request, reply) =>
      reply
        .status(error instanceof DomainError ? 400 : (error.statusCode ?? 500))
        .send({ refused: error.name, detail: error.message }),
    );
    scope.post("/", { preValidation: requireForm }, async ({ body }) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(body as object).map(async ([name, value]) => [
            name,
            value instanceof File
              ? { file: value.name, size: value.size, begins: await value.slice(0, 4).text() }
              : value,
          ]),
        ),
      ),
    );
  });
  return (await app.inject({ method: "POST", url: "/", headers: { "content-type": type }, payload })).json();
}

test("a form becomes what JSON would be: texts, lists where a name comes again, the file", async () => {
  const form = formOf([
    { name: "title", value: "Zürich – 😀\r\nsecond line" },
    { name: "tags", value: "a" },
    { name: "picture", value: "\u0089PNG", file: "a b.png" },
    { name: "tags", value: "" },
    { name: "tags", value: "c" },
  ]);
  expect(await send(form)).toEqual({
    title: "Zürich – 😀\r\nsecond line",
    tags: ["a", "", "c"],
    picture: { file: "a b.png", size: 5, begins: expect.any(String) },
  });
});

test("a file field in which nothing was chosen is as if it were not there", async () => {
  expect(
    await send(
      formOf([
        { name: "title", value: "x" },
        { name: "picture", value: "", file: "" },
      ]),
    ),
  ).toEqual({
    title: "x",
  });
});

test("a file may have ten mebibytes, and not a byte more", async () => {
  const of = (length: number) => send(formOf([{ name: "picture", value: Buffer.alloc(length, "a"), file: "a.png" }]));
  expect(await of(10 * MIB)).toEqual({ picture: { file: "a.png", size: 10 * MIB, begins: "aaaa" } });
  expect(await of(10 * MIB + 1)).toEqual({
    refused: "TooLargeError",
    detail: "The file is too large: at most 10 MiB.",
  });
});

test("all texts together have one limit, however they are divided", async () => {
  const half = Buffer.alloc(8 * MIB, "a");
  const form = (rest: string) =>
    send(
      formOf([
        { name: "a", value: half },
        { name: "b", value: half },
        { name: "c", value: rest },
      ]),
    );
  expect(Object.keys(await form(""))).toEqual(["a", "b", "c"]);
  expect(await form("a")).toEqual({ refused: "TooLargeError", detail: "The form is too large." });
});

test.each([
  [
    "too many fields",
    Array.from({ length: 61 }, (_, at) => ({ name: `f${at}`, value: "" })),
    "The form has too many parts.",
  ],
  ["two files", ["a", "b"].map((name) => ({ name, value: "x", file: "x.png" })), "The form has too many parts."],
])("a form with %s is too large", async (_what, parts, detail) => {
  expect(await send(formOf(parts))).toEqual({ refused: "TooLargeError", detail });
});

test.each([
  ["breaks off", formOf([{ name: "title", value: "a long title" }]).subarray(0, 60)],
  ["has a field that names what all objects have", formOf([{ name: "__proto__", value: "x" }])],
])("a form that %s could not be read, and nothing of it is taken", async (_what, payload) => {
  expect(await send(payload)).toEqual({ refused: "InvalidError", detail: "The form could not be read." });
});

test("a type without a boundary is a form that cannot be read; another type is no form", async () => {
  expect((await send("x", "multipart/form-data")).refused).toBe("InvalidError");
  expect(await send('{"title":"x"}', "application/json")).toMatchObject({ refused: "UnsupportedMediaError" });
});
