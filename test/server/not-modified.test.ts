import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

test.each(["/about", "/", "/api/categories/", "/rss.xml"])(
  "a 304 of %s says nothing that would replace the policy of what the client has",
  async (url) => {
    const { app } = await startTestApp(await openSqliteForTest());
    const { etag } = (await app.inject(url)).headers;
    const again = await app.inject({ url, headers: { "if-none-match": String(etag) } });
    expect([again.statusCode, again.headers.etag]).toEqual([304, etag]);
    for (const name of ["content-security-policy", "x-frame-options", "cross-origin-resource-policy"])
      expect(again.headers, name).not.toHaveProperty(name);
  },
);
