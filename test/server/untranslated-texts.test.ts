import { parseDocument } from "htmlparser2";
import { expect, onTestFinished, test } from "vitest";
import { readPublication } from "#features/settings/publication/endpoints.ts";
import { keyOf, TRANSLATIONS } from "#shared/messages/all.ts";
import { ENGLISH } from "#shared/messages/english.ts";
import { SERVER_ENGLISH } from "#shared/messages/english-server.ts";
import { addMessages, type Messages } from "#shared/translate.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite } from "#test/support/engines.ts";

type Entry = string | { one: string; other: string };
type Node = ReturnType<typeof parseDocument>["children"][number];

const ENTRIES = Object.values<readonly Entry[]>({ ...ENGLISH, ...SERVER_ENGLISH }).flat();
/** Each message in brackets, so that whatever has none is no message. */
const PSEUDO: Messages = Object.fromEntries(ENTRIES.map((entry) => [keyOf(entry), `⟦${keyOf(entry)}⟧`]));
const MESSAGE = /⟦[^⟦⟧]*⟧/g;
/** The start or the end of a message that has an element in it, such as a link. */
const PART = /⟦[^⟦⟧]*$|^[^⟦⟧]*⟧/g;

/** Attributes that readers see or hear. */
const SPOKEN = ["aria-label", "aria-roledescription", "placeholder", "title", "alt"];
/** Scripts and styles are no text, and dates are words of the platform. */
const SILENT = new Set(["script", "style", "time", "svg"]);
/** Names that are the same in all languages, and what editors write. */
const NAMES =
  /\b(Jarida|Novemba|Twitter|Facebook|LinkedIn|Instagram|WhatsApp|Telegram|RSS|Blockchain|Crypto|NFTs|AI|Tech|Markets|GMT|UTC|USD|\S+@news\.example|https:\/\/\S+)\b/g;

/** What readers see or hear of a page, text by text. */
function textsOf(nodes: Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === "text") return [node.data];
    if (!("children" in node)) return [];
    if (!("name" in node)) return textsOf(node.children);
    if (SILENT.has(node.name)) return [];
    return [...SPOKEN.flatMap((name) => node.attribs[name] ?? []), ...textsOf(node.children)];
  });
}

/** Texts of the first pages, which editors change, and of which some are in the pages' blocks. */
const FIRST_PAGES = JSON.stringify([readPublication(), "Contact Us", "Advertise With Us"]);

/** Properties of structured data that people may read. */
const NAMED = new Set(["name", "description", "headline", "text"]);

function namesIn(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    typeof value === "string" && NAMED.has(key) ? [value] : namesIn(value),
  );
}

/** What browsers, search engines and other sites show of a page: its title, descriptions and structured data. */
function headTextsOf(html: string): string[] {
  const shown = /<title>([^<]*)|<meta (?:name|property)="[\w:]*(?:title|description|alt)" content="([^"]*)/g;
  return [
    ...[...html.matchAll(shown)].map(([, title, content]) => title ?? content ?? ""),
    ...[...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].flatMap(([, json = ""]) =>
      namesIn(JSON.parse(json)),
    ),
  ];
}

/** Words of a page that are in no message. Content of the test has no Latin letters. */
function untranslated(html: string): string[] {
  const body = parseDocument(html.slice(html.indexOf("<body")));
  // One message may contain others, such as the count of a list.
  const bare = (text: string): string => (MESSAGE.test(text) ? bare(text.replaceAll(MESSAGE, " ")) : text);
  return [...headTextsOf(html), ...textsOf(body.children)]
    .map((text) =>
      bare(text)
        .replaceAll(PART, " ")
        .replaceAll(NAMES, " ")
        .replace(/\|\s*$/, "")
        .trim(),
    )
    .filter((text) => /[a-z]{2}/i.test(text) && !FIRST_PAGES.includes(text));
}

describeOnSqlite("pages in another language", (open) => {
  test("show no text of the program that is not a message", async () => {
    addMessages("sw", PSEUDO);
    onTestFinished(() => addMessages("sw", TRANSLATIONS.sw));
    const { app, store, call } = await startDesk(open, { siteLanguage: "sw" });
    const edit = async (method: "POST" | "PUT" | "DELETE", url: string, payload?: object) => {
      const { status, body } = await call({ method, url, ...(payload && { payload }) });
      expect(status, url).toBeLessThan(300);
      return body as { id: number; slug: string; url: string };
    };
    const article = { title: "Ж", excerpt: "Ж ж", content: "<p>Ж ж.</p><pre>ж</pre>", authors: ["Ж"], tags: ["Ж"] };
    const id = await publish(store, { ...article, is_featured: true, is_editors_pick: true, is_breaking: true });
    for (const _more of Array(25)) await publish(store, { ...article, is_featured: true });
    const removed = await publish(store, article);
    await edit("DELETE", `/api/articles/${removed}/`);
    const series = await edit("POST", "/api/series/", { name: "Жж" });
    for (const part of [id, id + 1]) await edit("PUT", `/api/articles/${part}/series/`, { series: series.id });
    await edit("POST", "/api/redirects/", { from: "/withheld", code: 451, reason: "Ж" });
    await edit("POST", "/api/redirects/", { from: "/removed", code: 410 });
    const preview = await edit("POST", editorApiUrl.preview(id));
    const paths = [
      "/",
      `/article/${id}`,
      `/article/${removed}`,
      "/article/999999",
      "/category/blockchain",
      "/category/blockchain?page=2",
      "/category/none",
      "/search",
      "/search?query=%D0%96",
      "/search?query=%D0%98",
      "/unsubscribe",
      "/contact",
      "/corrections",
      "/newsletter",
      "/newsletter/confirm",
      "/newsletter/confirm?token=x",
      "/authors",
      "/topics/%D0%B6",
      `/series/${series.slug}`,
      "/archive/2026/11",
      "/offline",
      "/removed",
      "/withheld",
      "/preview/none",
      new URL(preview.url, "https://news.example").pathname,
      `/article/${id}/changes`,
      "/no/such/page",
    ];
    const found: Record<string, string[]> = {};
    const check = (path: string, { body, statusCode }: { body: string; statusCode: number }) => {
      expect(statusCode, path).toBeLessThan(500);
      const texts = untranslated(body);
      if (texts.length > 0) found[path] = texts;
    };
    for (const path of paths) check(path, await app.inject(path));
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const url of ["/contact", "/newsletter/subscribe", "/newsletter/confirm", "/unsubscribe"])
      check(`form ${url}`, await app.inject({ method: "POST", url, headers, payload: "email=x" }));
    expect(found).toEqual({});
  });
});
