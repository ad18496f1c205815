import { expect, test } from "vitest";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { publicationFileOf } from "#test/support/publication-file.ts";
import { startTestApp } from "#test/support/test-app.ts";

test("a newsroom that covers something else says so on its home page, in its footer and in its feeds", async () => {
  const home = { title: "Ships and harbours", description: "What comes in and goes out." };
  const publicationFile = publicationFileOf(JSON.stringify({ home }));
  const { app } = await startTestApp(await openSqliteForTest(), { publicationFile });
  const textOf = async (url: string) => (await app.inject(url)).body;

  const page = await textOf(pageUrl.home());
  expect(page).toMatch(/<title[^>]*>Ships and harbours\b/);
  expect(page).toContain('name="description" content="What comes in and goes out."');
  expect(page).toMatch(/<h1[^>]*>Jarida(<!-- -->)?: (<!-- -->)?Ships and harbours<\/h1>/);
  expect(await textOf(pageUrl.about())).toMatch(/<footer.*What comes in and goes out\./s);
  expect(await textOf(feedUrl.rss())).toContain("<description>What comes in and goes out.</description>");
  expect(JSON.parse(await textOf(feedUrl.json()))).toMatchObject({ description: home.description });
  for (const url of [pageUrl.home(), pageUrl.about(), feedUrl.rss()])
    expect(await textOf(url), url).not.toMatch(/cutting-edge/i);
});
