import sharp from "sharp";
import { expect, test } from "vitest";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startTestApp } from "#test/support/test-app.ts";

const LINES = { caption: "Boats & nets at dawn", credit: "Jane Otieno / Lakeside Agency" };
const PRINTED = ["Boats &amp; nets at dawn", "Jane Otieno / Lakeside Agency"];

async function start(open: OpenTestDatabase) {
  const database = await open();
  const site = await startTestApp(database);
  const { headers } = await startEditor(site.app, database);
  const create = { width: 1200, height: 800, channels: 3, background: "#357" } as const;
  const form = await formRequest({}, { file: await sharp({ create }).png().toBuffer() }, "boats.png");
  const uploaded = await site.app.inject({
    method: "POST",
    url: editorApiUrl.upload(),
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
  const { url } = uploaded.json<{ url: string }>();
  const [picture] = (await site.app.inject({ url: `${editorApiUrl.pictures()}?query=${url}`, headers })).json();
  const call = (method: "PATCH" | "POST" | "PUT", address: string, payload: object) =>
    site.app.inject({ method, url: address, headers, payload });
  const label = async (change: object) => {
    const response = await call("PATCH", editorApiUrl.storedPicture(picture.id), change);
    return { status: response.statusCode, body: response.json() };
  };
  /** The response as readers get it, without the data for the browser. */
  const read = async (address: string) => {
    const { body, statusCode } = await site.app.inject(address);
    expect([address, statusCode]).toEqual([address, 200]);
    return body.replace(/<script type="application\/json".*?<\/script>/gs, "");
  };
  return { ...site, url, call, label, read };
}

describeOnSqlite("the caption and credit of a picture", (open) => {
  test("are below the lead picture of an article from the next view on, until they are removed", async () => {
    const { store, url, label, read } = await start(open);
    const page = pageUrl.article(await publish(store, { image_url: url, image_alt: "Boats" }));
    expect(await read(page)).not.toContain("<figcaption");
    await label(LINES);
    const figcaption = /<figcaption.*?<\/figcaption>/s;
    expect(figcaption.exec(await read(page))?.[0]).toMatch(new RegExp(PRINTED.join(".*")));
    await label({ caption: "" });
    const alone = figcaption.exec(await read(page))?.[0];
    expect(alone).toContain(LINES.credit);
    expect(alone).not.toContain("Boats");
    await label({ credit: "" });
    expect(await read(page)).not.toContain("<figcaption");
  });

  test("accompany the picture in feeds, Markdown and structured data", async () => {
    const { store, url, label, read } = await start(open);
    const id = await publish(store, { image_url: url, image_alt: "Boats" });
    await read(feedUrl.rss());
    await label(LINES);
    expect(await read(feedUrl.rss())).toMatch(
      /<media:content [^>]*><media:description>Boats &amp; nets at dawn<\/media:description><media:credit>Jane Otieno \/ Lakeside Agency<\/media:credit><\/media:content>/,
    );
    expect(JSON.parse(await read(feedUrl.json())).items[0]._image).toEqual(LINES);
    expect(await read(`${pageUrl.article(id)}.md`)).toContain(
      `![Boats](<https://news.example${url}>)\n\n*Boats & nets at dawn*\n\n*Jane Otieno / Lakeside Agency*\n`,
    );
    const scripts = [...(await read(pageUrl.article(id))).matchAll(/<script[^>]*ld\+json">(.*?)<\/script>/gs)];
    const news = scripts.map(([, json = ""]) => JSON.parse(json)).find((data) => data["@type"] === "NewsArticle");
    expect(news.image.length).toBeGreaterThan(1);
    for (const image of news.image) expect(image).toMatchObject({ caption: LINES.caption, creditText: LINES.credit });
  });

  test("are below the picture of a series", async () => {
    const { store, url, call, label, read } = await start(open);
    const id = await publish(store, {});
    const made = await call("POST", "/api/series/", { name: "The lake", image_url: url });
    expect(made.statusCode, made.body).toBe(201);
    const { slug } = made.json<{ slug: string }>();
    await call("PUT", `/api/series/${slug}/order/`, { articles: [id] });
    expect(await read(documentUrl.series(slug))).not.toContain("<figcaption");
    await label(LINES);
    for (const line of PRINTED) expect(await read(documentUrl.series(slug))).toContain(line);
  });

  test("are judged by the two-person rule while the picture is shown", async () => {
    const { store, url, call, label } = await start(open);
    const rule = { enabled: true, words: ["hack"], categories: [] };
    await call("PUT", editorApiUrl.reviewSettings(), rule);
    const restricted = { caption: "The exchange that was hacked" };
    expect((await label(restricted)).status).toBe(200);
    const payload = { title: "Calm", content: "<p>Calm.</p>", category: "Tech", status: "published", image_url: url };
    const refused = await call("POST", apiUrl.articles(), payload);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "approval_required"]);
    await label({ caption: "" });
    await publish(store, { image_url: url });
    expect(await label(restricted)).toMatchObject({ status: 403, body: { errors: { caption: expect.any(String) } } });
    expect((await label(LINES)).status).toBe(200);
  });

  test("and its alternative text as a social picture, which pages name in their head", async () => {
    const { store, url, call, label, read } = await start(open);
    const rule = { enabled: true, words: ["hack"], categories: [] };
    await call("PUT", editorApiUrl.reviewSettings(), rule);
    await label({ alt: "Exchange X hacked" });
    const payload = {
      title: "Calm",
      content: "<p>Calm.</p>",
      category: "Tech",
      status: "published",
      social_image: url,
    };
    expect((await call("POST", apiUrl.articles(), payload)).statusCode).toBe(403);
    await label({ alt: "Boats" });
    const page = pageUrl.article(await publish(store, { social_image: url }));
    expect(await read(page)).toContain('property="og:image:alt" content="Boats"');
    expect(await label({ alt: "Exchange X hacked" })).toMatchObject({
      status: 403,
      body: { errors: { alt: expect.any(String) } },
    });
    await label({ alt: "Nets" });
    expect(await read(page)).toContain('property="og:image:alt" content="Nets"');
  });
});
