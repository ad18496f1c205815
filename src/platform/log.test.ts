import { expect, test } from "vitest";
import { loggerOptions } from "./log.ts";

type Serializers = Record<"req" | "res" | "err", (given: object) => Record<string, unknown>>;
const serializers = async () => (await loggerOptions("info")).serializers as unknown as Serializers;

test("a request is logged by its method and path: tokens in queries and headers are not", async () => {
  const { req } = await serializers();
  const request = {
    method: "GET",
    url: "/unsubscribe?token=secret?x",
    headers: { authorization: "secret" },
    ip: "::1",
  };
  expect(req(request)).toEqual({ method: "GET", path: "/unsubscribe" });
  expect(req({}), "one that was never read").toEqual({ method: undefined, path: undefined });
});

test("a response is logged by its status", async () => {
  const { res } = await serializers();
  expect(res({ statusCode: 404, body: "secret" })).toEqual({ status: 404 });
});

test("an error is logged with its cause, but not with the row that PostgreSQL quotes", async () => {
  const { err } = await serializers();
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(a@b.example) exists",
  });
  const logged = err(Object.assign(new TypeError("not stored", { cause }), { parameters: ["a@b.example"] }));
  expect(logged).toMatchObject({
    type: "TypeError",
    message: "not stored",
    cause: { type: "Error", message: "duplicate key", code: "23505" },
  });
  expect(JSON.stringify(logged)).not.toContain("a@b.example");
  expect(String(logged.stack)).toContain("not stored");
  expect(err(new Error("x", { cause: "a@b.example" }))).not.toHaveProperty("cause");
});

test("an API key in an address or a message is logged by its first characters", async () => {
  const { req, err } = await serializers();
  const key = "jarida_AbCdEfGh0123456789abcdefghijklmnopqrstuvwxyz";
  expect(req({ method: "GET", url: `/api/${key}/` })).toEqual({ method: "GET", path: "/api/jarida_AbCdEfGh…/" });
  expect(JSON.stringify(err(new Error(`failed with ${key}`)))).not.toContain("0123");
});
