import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { MANIFEST_URL, pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { parseHtml } from "#test/support/parse-html.ts";

const SETTING = "/api/settings/appearance/";
const PREVIEW = "/api/settings/appearance/preview/";
const DEFAULT = {
  accent: "#bd3216",
  paper: "#faf7f2",
  ink: "#14171f",
  headline_size: "medium",
  corners: "square",
  fonts: "classic",
  base_fonts: "classic",
  home_layout: "featured",
  logo: "",
  logo_dark: "",
  icon: "",
  social_card: "",
};
const THEME = /<link rel="stylesheet" href="(\/theme\/[^"]+)">/;

describeOnSqlite("the appearance", (open) => {
  async function start() {
    const desk = await startDesk(open);
    const { app, call } = desk;
    const save = (payload: object) => call({ method: "PUT", url: SETTING, payload });
    const themeOf = async (url: string) => THEME.exec((await app.inject(url)).body)?.[1];
    return { ...desk, save, themeOf };
  }

  test("requests nothing more while it is the default", async () => {
    const { app, save, themeOf, call } = await start();
    expect((await app.inject(SETTING)).json()).toEqual(DEFAULT);
    expect(await themeOf(pageUrl.home())).toBeUndefined();
    expect(await save(DEFAULT)).toMatchObject({ status: 200, body: DEFAULT });
    expect(await themeOf(pageUrl.home())).toBeUndefined();
    const { headers } = await call({ method: "GET", url: SETTING });
    expect(headers.etag).toBeDefined();
  });

  test("is on the next view of every page and of the admin area, by a stylesheet that never changes", async () => {
    const { app, save, themeOf, publishOne } = await start();
    const id = await publishOne();
    const pages = [pageUrl.home(), pageUrl.article(id), "/corrections", pageUrl.admin()];
    for (const page of pages) await app.inject(page);
    expect(await save({ accent: " #1D4ED8 ", corners: "soft" })).toMatchObject({
      status: 200,
      body: { accent: "#1d4ed8", corners: "soft" },
    });
    const addresses = await Promise.all(pages.map(themeOf));
    expect(new Set(addresses).size).toBe(1);
    // A page outside the site's React tree.
    expect(await themeOf("/preview/unknown")).toBe(addresses[0]);
    const sheet = await app.inject(addresses[0] ?? "");
    expect(sheet.headers).toMatchObject({
      "content-type": "text/css; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(sheet.body).toContain("--color-accent:light-dark(#1d4ed8,");
    expect(sheet.body).toContain("border-radius");
    const { headers } = await app.inject(pageUrl.home());
    expect(headers["content-security-policy"]).toContain("style-src 'self';");
  });

  test("answers at former addresses with the current stylesheet, which is not cached there", async () => {
    const { app, save, themeOf } = await start();
    await save({ accent: "#1d4ed8" });
    const former = (await themeOf(pageUrl.home())) ?? "";
    await save({ accent: "#6d28d9" });
    const response = await app.inject(former);
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(response.body).toContain("#6d28d9");
    await save(DEFAULT);
    expect(await app.inject(former)).toMatchObject({ statusCode: 200, body: "" });
  });

  test("has a background and a text colour in both themes, and headlines of another size, not in the admin area", async () => {
    const { app, save, themeOf } = await start();
    expect(await save({ paper: "#FFF1E5", ink: "#33302e", headline_size: "large" })).toMatchObject({
      status: 200,
      body: { paper: "#fff1e5", ink: "#33302e" },
    });
    const { body } = await app.inject((await themeOf(pageUrl.home())) ?? "");
    expect(body).toContain("@media screen{:root:not([data-admin]){--color-paper:#fff1e5;");
    expect(body).toMatch(/--color-ink:light-dark\(#33302e,#f2e5da\)/);
    expect(body).toContain("--headline:1.14");
    expect((await app.inject(pageUrl.home())).body).toContain('<meta name="theme-color" content="#fff1e5"');
    expect((await app.inject(MANIFEST_URL)).json()).toMatchObject({ background_color: "#fff1e5" });
  });

  test.each([
    ["paper", { paper: "#14171f" }, /too dark for the light theme.*#[0-9a-f]{6}/],
    ["ink", { ink: "#8a8a8a" }, /contrast of 3\.\d:1 on the background; text needs 7:1.*#[0-9a-f]{6}/],
    ["accent", { paper: "#9fc5ff", accent: "#bd3216" }, /Accent has a contrast of [0-4]\.\d:1/],
  ])(
    "rejects a look whose %s cannot be read, also in a preview, and names the nearest colour",
    async (field, look, message) => {
      const { save, call } = await start();
      const preview = await call({ method: "POST", url: PREVIEW, payload: look });
      for (const { status, body } of [await save(look), preview]) {
        expect(status).toBe(400);
        expect(body.errors[field]).toMatch(message);
      }
    },
  );

  test("rejects an accent that is not readable and names the nearest one that is", async () => {
    const { app, save } = await start();
    for (const accent of ["#ffd400", "#ffffff", "#ff7d5e"]) {
      const { status, body } = await save({ accent });
      expect(status).toBe(400);
      const nearest = /#[0-9a-f]{6}/.exec(body.errors.accent)?.[0];
      expect(await save({ accent: nearest })).toMatchObject({ status: 200, body: { accent: nearest } });
    }
    await save(DEFAULT);
    for (const payload of [
      { accent: "red" },
      { accent: 7 },
      { corners: "oval" },
      { more: 1 },
      [],
      { accent: "#bd3216}" },
    ])
      expect((await save(payload)).status, JSON.stringify(payload)).toBe(400);
    expect((await app.inject(SETTING)).json()).toEqual(DEFAULT);
  });

  test("rejects a change of a version that another user has changed", async () => {
    const { call, callAsColleague } = await start();
    const ifMatch = String((await call({ method: "GET", url: SETTING })).headers.etag);
    await callAsColleague("PUT", SETTING, { corners: "round" });
    const stale = await call({ method: "PUT", url: SETTING, ifMatch, payload: { corners: "soft" } });
    expect(stale.status).toBe(409);
  });

  test("is previewed on real pages without being saved, by a link that expires", async () => {
    const { app, call, clock, publishOne, themeOf } = await start();
    await publishOne({ title: "The newest story" });
    const { status, body } = await call({ method: "POST", url: PREVIEW, payload: { accent: "#1d4ed8" } });
    expect(status).toBe(200);
    for (const [page, words] of [
      ["home", "The newest story"],
      ["article", "<h1"],
    ]) {
      const response = await app.inject(`${body.url}&page=${page}&theme=dark`);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain(words);
      expect(response.body).toContain('data-theme="dark"');
      expect(response.body).not.toContain("<script async");
      expect(response.headers["cache-control"]).toBe("private, no-store");
      const policy = String(response.headers["content-security-policy"]);
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).toContain("script-src 'none'");
      expect(policy).toContain("style-src 'self';");
      const [, sheet = ""] = /href="(\/preview\/appearance\.css[^"]+)"/.exec(response.body) ?? [];
      expect((await app.inject(sheet)).body).toContain("#1d4ed8");
    }
    expect(await themeOf(pageUrl.home())).toBeUndefined();
    clock.advance(31 * 60_000);
    expect((await app.inject(body.url)).statusCode).toBe(404);
    expect((await app.inject("/preview/appearance?token=x")).statusCode).toBe(404);
  });

  test("is previewed with typed names, texts and menus too, whose faults are named, as long as a link can hold them", async () => {
    const { app, call } = await start();
    await call({ method: "PUT", url: "/api/settings/menus/", payload: { footer: [{ label: "Ours", url: "/about" }] } });
    const preview = (payload: object) => call({ method: "POST", url: PREVIEW, payload });
    const site = { name: "The <Ledger>", language: "sw", footer_text: "Made in Mombasa.", ticker: { is_on: false } };
    const header = [{ label: "Harbours", url: "/category/blockchain" }];
    const { body } = await preview({ site, menus: { header, footer: null } });
    const html = (await app.inject(body.url)).body;
    const page = parseHtml(html);
    const [nav = "", footer = ""] = [page.texts("header").join(), page.texts("footer").join()];
    expect(html).toContain('<html lang="sw"');
    expect(footer).toContain("The <Ledger>. Made in Mombasa.");
    expect(nav).toContain("Harbours");
    expect(footer).not.toContain("Ours");
    const saved = (await app.inject("/")).body;
    expect([saved.includes("Ledger"), saved.includes("Ours")]).toEqual([false, true]);
    const faults = await preview({ site: { name: "" }, menus: { header: [{ label: "" }] } });
    expect([faults.status, Object.keys(faults.body.errors)]).toEqual([
      400,
      ["site.name", "menus.header.0.label", "menus.header.0.url"],
    ]);
    const links = () => Array.from({ length: 20 }, () => ({ label: "A link", url: `/${randomUUID()}` }));
    const long = Array.from({ length: 20 }, () => ({ label: "An entry", items: links() }));
    expect((await preview({ menus: { header: long } })).status).toBe(400);
  });

  test("puts the newest or the featured stories first on the home page", async () => {
    const { app, save, publishOne } = await start();
    await publishOne({ title: "The newest story" });
    const order = async () => {
      const { body } = await app.inject(pageUrl.home());
      return [body.indexOf('id="latest"'), body.indexOf("No featured articles available.")];
    };
    const [latest = 0, featured = 0] = await order();
    expect(latest).toBeGreaterThan(featured);
    await save({ home_layout: "latest" });
    const [first = 0, second = 0] = await order();
    expect([first > 0, second > first]).toEqual([true, true]);
    expect((await save({ home_layout: "grid" })).status).toBe(400);
  });

  test("changes typefaces by the stylesheet alone, in files that every page may load", async () => {
    const { app, save, themeOf } = await start();
    await save({ fonts: "modern" });
    const sheet = (await app.inject((await themeOf(pageUrl.home())) ?? "")).body;
    expect(sheet).toContain('--font-display:"Space Grotesk","Space Grotesk Fallback"');
    expect(sheet).not.toMatch(/url\((?!\/assets\/space-grotesk-)/);
    for (const [fonts, family, file] of [
      ["warm", "Fraunces", "fraunces"],
      ["slab", "Roboto Slab", "roboto-slab"],
      ["narrow", "Oswald", "oswald"],
      ["bookish", "EB Garamond", "eb-garamond"],
    ]) {
      expect((await save({ fonts })).status).toBe(200);
      const rules = (await app.inject((await themeOf(pageUrl.home())) ?? "")).body;
      expect(rules).toContain(
        `--font-display:"${family}","${family} Fallback","${family} Fallback Android","Noto Naskh"`,
      );
      expect(rules).not.toMatch(new RegExp(`url\\((?!/assets/${file}-)`));
    }
    await save({ fonts: "plain" });
    expect((await app.inject((await themeOf(pageUrl.home())) ?? "")).body).not.toMatch(/@font-face|url\(/);
    expect((await save({ fonts: "comic" })).status).toBe(400);
  });

  test("is in mails from then on", async () => {
    const { app, save, mail, mailFiles } = await start();
    const welcomeOf = async (email: string) => {
      await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email } });
      await mail.mailer.drain();
      const mails = await readMailFiles(mailFiles());
      return mails.find(({ to }) => to?.[0]?.address === email)?.html ?? "";
    };
    expect(await welcomeOf("first@example.com")).toContain("background:#bd3216");
    await save({ accent: "#1d4ed8", corners: "soft" });
    const html = await welcomeOf("second@example.com");
    expect(html).toContain("background:#1d4ed8");
    expect(html).toContain("border-radius:5px");
    expect(html).not.toMatch(/#bd3216|#ff7d5e/);
    await save({ fonts: "modern" });
    expect(await welcomeOf("modern@example.com")).toContain("Space Grotesk");
    await save({ fonts: "plain" });
    const plain = await welcomeOf("third@example.com");
    expect(plain).toContain("Libre Franklin");
    expect(plain).not.toContain("Newsreader");
  });

  test("asks for an article where none is published", async () => {
    const { app, call } = await start();
    const { body } = await call({ method: "POST", url: PREVIEW, payload: {} });
    const response = await app.inject(`${body.url}&page=article`);
    expect([response.statusCode, response.body.includes("Publish an article")]).toEqual([404, true]);
  });
});
