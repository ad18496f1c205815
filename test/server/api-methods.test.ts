import { describe, expect, test } from "vitest";
import { publish } from "#test/support/articles.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

describe("an API address", () => {
  test("rejects other methods with 405 and lists those it takes", async () => {
    const { app, store } = await startTestApp(await openSqliteForTest());
    const id = await publish(store);
    const refused = await app.inject({ method: "PATCH", url: `/api/articles/${id}/` });
    expect(refused.statusCode).toBe(405);
    expect(String(refused.headers.allow)).toContain("GET");
    expect(refused.json()).toEqual({ code: "method_not_allowed", detail: expect.any(String) });
    expect((await app.inject({ method: "DELETE", url: "/api/market/ticker/" })).statusCode).toBe(405);
    expect((await app.inject({ method: "GET", url: "/api/newsletter/subscribe/" })).headers.allow).toBe("POST");
    expect((await app.inject("/api/newsletter/subscribers/nobody/at/all/")).json()).toMatchObject({
      code: "unknown_address",
    });
  });

  test("allows the methods of an address however it is written, and none of an address that leads nowhere", async () => {
    const { app } = await startTestApp(await openSqliteForTest());
    const allowed = async (url: string) => (await app.inject({ method: "OPTIONS", url })).headers.allow;
    for (const id of ["1", "a%20b", "x".repeat(300)])
      for (const end of ["", "/", "/?page=2"])
        expect(await allowed(`/api/articles/${id}${end}`), `${id}${end}`).toBe("DELETE, GET, HEAD, PUT");
    expect(await allowed("/api/docs/index.html")).toBe("GET, HEAD");
    for (const nowhere of ["", "/", "/articles/1/none/", "/articles/%zz/", `/articles/${"x".repeat(301)}/`])
      expect(await allowed(`/api${nowhere}`), nowhere).toBeUndefined();
  });
});
