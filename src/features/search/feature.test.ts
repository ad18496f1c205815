import { expect, it } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

describeOnSqlite("GET articles/search/", (open) => {
  it("returns list articles with the full count", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store, { title: "Passkeys, the first part" });
    await publish(store, { title: "Passkeys, the second part", tags: ["Security"] });
    const answer = await app.inject(`${apiUrl.search("passkeys")}&limit=1`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["x-total-count"]).toBe("2");
    expect(answer.json()).toHaveLength(1);
    expect(answer.json()[0]).toMatchObject({ title: expect.stringContaining("Passkeys"), image_url: "/fallback.jpg" });
    expect(answer.json()[0]).not.toHaveProperty("content");
  });

  it("rejects a missing, blank or overlong text and a page out of bounds", async () => {
    const { app } = await startTestApp(await open());
    const paths = [
      "/api/articles/search",
      apiUrl.search(""),
      apiUrl.search("  \t "),
      apiUrl.search("x".repeat(1001)),
      "/api/articles/search/?query=%00",
      `${apiUrl.search("x")}&limit=0`,
      `${apiUrl.search("x")}&limit=101`,
      `${apiUrl.search("x")}&offset=-1`,
    ];
    for (const path of paths) {
      const answer = await app.inject(path);
      expect(answer.statusCode, path).toBe(400);
      expect(answer.json().detail, path).toEqual(expect.any(String));
    }
  });

  it("finds nothing if the text contains no word", async () => {
    const { app } = await startTestApp(await open());
    const answer = await app.inject(apiUrl.search("🚀 ?! *"));
    expect([answer.statusCode, answer.json(), answer.headers["x-total-count"]]).toEqual([200, [], "0"]);
  });

  it("never fails for an address that is badly encoded", async () => {
    const { app } = await startTestApp(await open());
    for (const query of ["%", "%ED%A0%80", "%C3", "a&query=b", "%F0%9F%9A"]) {
      const answer = await app.inject(`/api/articles/search/?query=${query}`);
      expect(answer.statusCode, query).toBeLessThan(500);
    }
  });
});
