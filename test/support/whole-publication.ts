import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import type { Database } from "#db/open.ts";
import { openFiles, readText, type SourceFiles } from "#features/transfer/sources/files.ts";
import { DAY } from "#shared/time.ts";
import { testClock } from "./clock.ts";
import { startEditor } from "./editor.ts";
import { formRequest } from "./form.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

/** A text with every block that editors have. `picture`: an address of the library. */
export const everyBlock = (picture: string, other: string): string =>
  [
    "<h2>A heading</h2>",
    '<p>Words that are <strong>bold</strong>, <em>fine</em>, <u>lined</u>, <s>gone</s> and <code>code</code>, a <a href="https://example.com/?a=1&amp;b=2">link</a>, H<sub>2</sub>O and x<sup>2</sup>.<br />A second line: 1 &lt; 2 * 3 * 4 at https://example.com/_a_.</p>',
    `<p>A link to <a href="${other}">another article</a>, and a note<sup><a href="#fn-1" id="fnref-1">1</a></sup>.</p>`,
    '<p class="align-center">In the middle.</p>',
    '<p class="button"><a href="https://example.com/buy">Buy</a></p>',
    "<h3>Lists</h3>",
    "<ul><li><p>One</p></li><li><p>Two</p><ul><li><p>Inside</p></li></ul></li></ul>",
    '<ol start="3"><li><p>Three</p></li><li><p>Four</p></li></ol>',
    "<blockquote><p>Quoted.</p></blockquote>",
    '<pre><code class="language-solidity">contract A {\n\n  uint a; // {{ x }}\n}</code></pre>',
    "<hr />",
    `<figure><img src="${picture}" alt="A square" /><figcaption>Its caption</figcaption></figure>`,
    `<figure><img src="${picture}" alt="A square" class="wide" /><small>A. Person</small><figcaption>With a credit</figcaption></figure>`,
    `<div class="gallery"><figure><img src="${picture}" alt="1" /></figure><figure><img src="${picture}" alt="2" /></figure></div>`,
    "<table><tbody><tr><th><p>Coin</p></th><th><p>Price</p></th></tr><tr><td><p>BTC | ETH</p></td><td><p>1</p></td></tr></tbody></table>",
    '<table><tbody><tr><td colspan="2"><p>Wide</p></td></tr><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
    '<aside class="pull-quote"><p>Pulled.</p></aside>',
    '<aside class="callout-note"><p>A note.</p></aside>',
    '<aside class="key-points"><ul><li><p>Key</p></li></ul></aside>',
    '<aside class="file"><p><a href="https://example.com/d.pdf">A file</a></p><p>PDF</p></aside>',
    '<aside class="card"><p><a href="https://example.com/page">https://example.com/page</a></p></aside>',
    "<details><summary>More</summary><p>Inside.</p></details>",
    '<section class="footnotes"><ol><li id="fn-1"><p>A note. <a href="#fnref-1">↩</a></p></li></ol></section>',
  ].join("");

/**
 * A publication with one of everything that an export holds: texts of all types and states, authors, topics with an alias, a
 * series, redirects, pictures and subscribers. `begin` adds more before.
 */
export async function startWholePublication(database: Database, begin?: (parts: TestApp) => Promise<void>) {
  const clock = testClock();
  const dataDir = mkdtempSync(join(tmpdir(), "jarida-whole-"));
  const parts = await startTestApp(database, { clock, dataDir });
  await begin?.(parts);
  const { headers } = await startEditor(parts.app, database);
  const call = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object) => {
    const response = await parts.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    return response.body === "" ? null : response.json();
  };
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();
  const form = await formRequest({}, { file: bytes });
  const uploaded = await parts.app.inject({
    method: "POST",
    url: "/api/upload/",
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
  const { url: picture } = uploaded.json<{ url: string }>();
  const [{ id: pictureId }] = await call("GET", "/media/");
  await call("PATCH", `/media/${pictureId}/`, {
    alt: "A red square",
    caption: "Red",
    credit: "A. Person",
    licence: "CC0",
  });
  const article = (fields: object) =>
    call("POST", "/articles/", { category: "Bitcoin", tags: ["mining"], content: "<p>Text.</p>", ...fields });
  const other = await article({ title: "The other one", status: "published", authors: ["Amina Otieno", "Jo Smith"] });
  const whole = await article({
    title: "Every block: a “test”, & more",
    excerpt: "What it says, in <short>.",
    content: everyBlock(picture, `/article/${other.id}`),
    ...{
      image_url: picture,
      image_alt: "A red square",
      tags: ["mining", "Layer 2"],
      genre: "analysis",
      layout: "long_read",
      picture_place: "wide",
      language: "fr",
    },
    ...{
      status: "published",
      is_featured: true,
      is_breaking: true,
      authors: ["Jo Smith"],
      sources: ["A secret source"],
    },
    ...{ seo_title: "For search", seo_description: "Found", social_title: "For others", social_text: "Shared" },
    ...{ social_image: picture, canonical_url: "https://first.example/a" },
  });
  await call("PUT", `/articles/${whole.id}/draft/`, { excerpt: "An unpublished change" });
  const category = (await call("GET", "/categories/")).find(({ name }: { name: string }) => name === "Bitcoin");
  const about = { description: "What it is about", editor: "Jo Smith", image_url: picture, accent: "#0b6e4f" };
  await call("PUT", `/categories/${category.id}/`, { name: "Bitcoin", ...about });
  const draft = await article({ title: "A draft", status: "draft" });
  await call("PUT", `/articles/${draft.id}/`, { title: "A newer draft", category: "Bitcoin" });
  const soon = new Date(clock.now() + DAY).toISOString();
  await article({ title: "A scheduled one", status: "published", published_date: soon });
  const page = await call("POST", "/pages/", { title: "House rules", slug: "rules", content: "<p>Be kind.</p>" });
  await call("PUT", `/pages/${page.id}/`, { status: "published", in_menu: true });
  await call("POST", "/newsletter/issues/", {
    ...{ subject: "An issue", preview: "Soon", introduction: "Hello", article_ids: [whole.id] },
    body: `<p>Read</p><article class="with-picture" data-article="${other.id}"></article><p><img src="${picture}" alt="Red" /></p>`,
  });
  await call("PUT", "/topics/layer-2/", { name: "Layer 2", description: "Rollups", aliases: ["L2"] });
  await call("POST", "/series/", { name: "A series" });
  await call("PUT", "/series/a-series/order/", { articles: [other.id, whole.id] });
  await call("POST", "/redirects/", { from: "/old", to: `/article/${other.id}`, code: 301 });
  await call("POST", "/newsletter/subscribers/", { email: "reader@example.com" });
  return { ...parts, dataDir, database, clock, headers, call, picture, whole, other, draft };
}

/** Opens a zip as an import does. */
export async function openZip(bytes: Uint8Array): Promise<SourceFiles & { text: (path: string) => Promise<string> }> {
  const folder = mkdtempSync(join(tmpdir(), "jarida-zip-"));
  const path = join(folder, "export.zip");
  writeFileSync(path, bytes);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = await openFiles([path], "export.zip");
  return Object.assign(files, {
    async text(name: string) {
      const entry = files.find(name);
      if (!entry) throw new Error(`There is no ${name}, but ${files.entries.map((one) => one.path).join(", ")}.`);
      return readText(entry, 10_000_000);
    },
  });
}
