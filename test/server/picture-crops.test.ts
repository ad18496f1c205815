import sharp from "sharp";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

/** White, with a red half on the right. */
async function half(width: number, height: number): Promise<Buffer> {
  const red = await sharp({ create: { width: width / 2, height, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  const white = { create: { width, height, channels: 3, background: "#fff" } } as const;
  return sharp(white)
    .composite([{ input: red, left: width / 2, top: 0 }])
    .png()
    .toBuffer();
}

async function start(database: Database) {
  const site = await startTestApp(database);
  const { headers } = await startEditor(site.app, database);
  const upload = async (width: number, height: number) => {
    const form = await formRequest({}, { file: await half(width, height) }, "half.png");
    const all = { ...headers, ...form.headers };
    const answer = await site.app.inject({
      method: "POST",
      url: editorApiUrl.upload(),
      payload: form.payload,
      headers: all,
    });
    const { url } = answer.json();
    const [{ id }] = (await site.app.inject({ url: `${editorApiUrl.pictures()}?query=${url}`, headers })).json();
    return { id: id as number, url: url as string };
  };
  const focus = (id: number, focal_x: number, focal_y: number) =>
    site.app.inject({
      method: "PATCH",
      url: editorApiUrl.storedPicture(id),
      headers,
      payload: { focal_x, focal_y },
    });
  const head = async (id: number) => {
    const { body } = await site.app.inject(pageUrl.article(id));
    const meta = (name: string) => new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(body)?.[1];
    const ld = [...body.matchAll(/<script[^>]*ld\+json">(.*?)<\/script>/g)].map(([, json = ""]) => JSON.parse(json));
    return { meta, news: ld.find((data) => data["@type"] === "NewsArticle") };
  };
  const pixels = async (url: string) => {
    const answer = await site.app.inject(url.replace(TEST_SITE, ""));
    expect(answer.statusCode, url).toBe(200);
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const greenAt = (share: number) => data[Math.floor(share * (info.width - 1)) * info.channels + 1] ?? 0;
    return { width: info.width, height: info.height, left: greenAt(0), right: greenAt(1), answer };
  };
  return { ...site, headers, upload, focus, head, pixels };
}

describeOnSqlite("the picture of a social card", (open) => {
  test("is 1200 by 630, cut around the focal point, and a new file when that moves", async () => {
    const { store, upload, focus, head, pixels } = await start(await open());
    const { id, url } = await upload(1600, 600);
    const article = await publish(store, { image_url: url, image_alt: "Two halves" });
    const before = await head(article);
    expect(before.meta("og:image")).toMatch(/^https:\/\/news\.example\/media\/[a-f0-9]{24}\/card-50-50\.jpg$/);
    expect(before.meta("twitter:image")).toBe(before.meta("og:image"));
    expect([before.meta("og:image:width"), before.meta("og:image:height")]).toEqual(["1200", "630"]);
    expect(before.meta("og:image:alt")).toBe("Two halves");
    const middle = await pixels(before.meta("og:image") ?? "");
    expect(middle).toMatchObject({ width: 1200, height: 630 });
    expect(middle.left).toBeGreaterThan(240);
    expect(middle.right).toBeLessThan(20);
    expect(middle.answer.headers).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=31536000, immutable",
    });

    await focus(id, 1, 0.5);
    const after = await head(article);
    expect(after.meta("og:image")).toMatch(/card-100-50\.jpg$/);
    // Of 1143 pixels at the right edge, the first 343 are white.
    expect((await pixels(after.meta("og:image") ?? "")).left).toBeGreaterThan(240);
    const square = await pixels(after.news.image[1].url);
    expect(square).toMatchObject({ width: 1080, height: 1080 });
    expect(square.left, "600 pixels at the right edge are all red").toBeLessThan(20);
    expect((await pixels(before.meta("og:image") ?? "")).width, "the old one is still there").toBe(1200);
  });

  test("stands in the structured data beside the square and the whole one", async () => {
    const { app, store, upload, head } = await start(await open());
    const { url } = await upload(1600, 900);
    const article = await publish(store, { image_url: url });
    const sizes = (await head(article)).news.image.map(({ width, height }: { width: number; height: number }) => [
      width,
      height,
    ]);
    expect(sizes).toEqual([
      [1200, 630],
      [1080, 1080],
      [1600, 900],
    ]);
    expect((await app.inject(apiUrl.article(article))).json().image_url).toBe(url);
  });

  test("is the whole picture where that has too few pixels, and a drawn card where there is none", async () => {
    const { store, upload, head } = await start(await open());
    const { url } = await upload(400, 300);
    const small = await head(await publish(store, { image_url: url }));
    expect(small.meta("og:image")).toBe(`${TEST_SITE}${url}`);
    expect(small.meta("og:image:width")).toBe("400");
    const id = await publish(store);
    const none = await head(id);
    const card = none.meta("og:image") ?? "";
    expect(card).toMatch(new RegExp(`^${TEST_SITE}/social-card/article/${id}\\.png\\?v=c[a-z0-9]+$`));
    expect(none.meta("twitter:image")).toBe(card);
    expect(none.meta("og:image:width")).toBe("1200");
    expect(none.news.image.map(({ url: image }: { url: string }) => image)).toEqual([card]);
  });

  test("cannot be had around any other point: nobody fills the store", async () => {
    const { app, upload, pixels, storedFiles } = await start(await open());
    const { url } = await upload(1600, 900);
    const folder = url.slice(0, url.lastIndexOf("/"));
    const before = storedFiles().length;
    for (const file of ["card-45-50.jpg", "card-51-50.jpg", "square-0-0.jpg", "card-050-50.jpg"]) {
      const { width, answer } = await pixels(`${folder}/${file}`);
      expect(width, "the whole one instead, for the moment").toBe(1600);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    for (const file of ["card-50-50.png", "wide-50-50.jpg", "card-50.jpg", "card-50-5000.jpg"])
      expect((await app.inject(`${folder}/${file}`)).statusCode, file).toBe(404);
    expect(storedFiles()).toHaveLength(before);
    const all = await Promise.all(Array.from({ length: 3 }, () => pixels(`${folder}/card-50-50.jpg`)));
    expect(all.map(({ width }) => width)).toEqual([1200, 1200, 1200]);
    expect(storedFiles()).toHaveLength(before + 1);
  });
});
