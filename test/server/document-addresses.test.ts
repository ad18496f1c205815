import { describe, expect, test } from "vitest";
import { documentUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { openSqliteForTest } from "#test/support/engines.ts";

async function start() {
  const { app, call, publishOne, clock } = await startDesk(openSqliteForTest);
  const me = (await call({ method: "GET", url: editorApiUrl.me() })).body.id as number;
  const publish = () => publishOne({ authorId: me, publishedAt: clock.now() - 1_000 });
  const get = async (url: string) => {
    const { statusCode: status, headers, body } = await app.inject(url);
    return { status, headers, body, location: headers.location };
  };
  return { app, call, me, publish, get };
}

describe("an author's page as search engines know it", () => {
  const described = (body: string) => body.match(/<meta[^>]*name="description" content="([^"]*)"/)?.[1];

  test("is described by the beginning of what they say of themselves, whole letters only", async () => {
    const { get, call, publish, me } = await start();
    await publish();
    const plain = (await get(documentUrl.author(me))).body;
    expect(described(plain)).toMatch(/^Articles by .+ in Jarida\.$/);
    const bio = `${"a".repeat(159)}😀 and more`;
    expect((await call({ method: "PUT", url: editorApiUrl.profile(), payload: { bio } })).status).toBe(200);
    const { body } = await get(documentUrl.author(me));
    expect(body).not.toContain("\ufffd");
    expect(described(body)).toBe("a".repeat(159));
  });
});
