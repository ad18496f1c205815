import { expect, test } from "vitest";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { startTestApp } from "#test/support/test-app.ts";

const STATE = /<script type="application\/json" id="page-state">(.*?)<\/script>/s;
const stateOf = (html: string) => JSON.parse(STATE.exec(html)?.[1] ?? "{}");
const openingOf = (html: string) => /<html[^>]*>/.exec(html)?.[0];

describeOnSqlite("a publication in another language", (open) => {
  test("has its interface in it, and brings the messages that the page needs", async () => {
    const { app } = await startTestApp(await open(), { siteLanguage: "sw" });
    const { body, statusCode } = await app.inject("/no/such/page");
    expect([statusCode, openingOf(body)]).toEqual([404, '<html lang="sw">']);
    expect(body).toContain("Samahani! Ukurasa haujapatikana");
    expect(body).toContain("<title>Ukurasa haujapatikana | Jarida</title>");
    expect(body).toContain("Ruka hadi kwenye maudhui makuu");
    const { site, messages } = stateOf(body);
    expect(site.language).toBe("sw");
    expect(messages["Open menu"]).toBe("Fungua menyu");
    expect(stateOf((await app.inject("/")).body).messages).not.toHaveProperty(["Most read now"]);
  });

  test("is laid out from right to left where the language is", async () => {
    const { app } = await startTestApp(await open(), { siteLanguage: "ar" });
    for (const path of ["/", "/corrections", "/no/such/page"])
      expect(openingOf((await app.inject(path)).body), path).toBe('<html lang="ar" dir="rtl">');
    const form = await app.inject({
      method: "POST",
      url: "/newsletter/subscribe",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "email=",
    });
    expect(openingOf(form.body)).toBe('<html lang="ar" dir="rtl">');
    expect(form.body).toContain("العودة إلى الرئيسية");
    for (const words of ["تعذّر ذلك", "البريد الإلكتروني مطلوب.", "اشترك"]) expect(form.body).toContain(words);
  });

  test("sends mails and feeds in it", async () => {
    const { app, mail, mailFiles, store } = await startTestApp(await open(), { siteLanguage: "ar" });
    await publish(store, { title: "عنوان", is_breaking: true });
    const feed = (await app.inject("/rss.xml")).body;
    for (const part of ["<language>ar</language>", "<category>عاجل</category>"]) expect(feed).toContain(part);
    const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
    await post("/api/newsletter/subscribe/", { email: "reader@example.com" });
    await post("/api/contact/", {
      firstName: "Amina",
      lastName: "Otieno",
      email: "amina@example.com",
      subject: "Hello",
      message: "Hello there.",
    });
    await mail.mailer.drain();
    const mails = await readMailFiles(mailFiles());
    const welcome = mails.find(({ subject }) => subject === "مرحبًا بك في Jarida");
    expect(welcome?.html).toContain('<html lang="ar" dir="rtl">');
    for (const part of [welcome?.html, welcome?.text]) expect(part).toContain("سياسة الخصوصية");
    const toEditors = mails.find(({ subject }) => subject === "تواصل: Hello");
    expect(toEditors?.html).toContain('<html lang="ar" dir="rtl">');
  });

  test("sets headline, text and feed from right to left, also if they start with a Latin name", async () => {
    const { app, store } = await startTestApp(await open(), { siteLanguage: "ar" });
    const id = await publish(store, { title: "Bitcoin تتجاوز", content: "<p>Bitcoin ترتفع.</p>", excerpt: "ETF جديد" });
    const { body } = await app.inject(`/article/${id}`);
    expect(body).toMatch(/<h1[^>]* dir="rtl"/);
    expect(body).toMatch(/id="article-text"[^>]* dir="rtl"/);
    expect((await app.inject("/rss.xml")).body).toContain('&lt;div dir="rtl"&gt;&lt;p&gt;Bitcoin');
  });

  test("labels the parts of an article's text in the language of the text, else in the site's", async () => {
    const { app, store } = await startTestApp(await open(), { siteLanguage: "ar" });
    const note =
      '<section class="footnotes"><ol><li id="fn-1"><p>Why. <a href="#fnref-1">↩</a></p></li></ol></section>';
    const content = `<p>One<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><aside class="key-points"><p>Two</p></aside>${note}`;
    const site = await publish(store, { title: "عنوان", content });
    const own = await publish(store, { title: "Habari", content, language: "sw" });
    const bodyOf = async (url: string) => (await app.inject(url)).body;
    const [arabic, swahili] = [await bodyOf(`/article/${site}`), await bodyOf(`/article/${own}`)];
    for (const label of ["الحواشي", "الحاشية 1", "العودة إلى النص"]) expect(arabic).toContain(`aria-label="${label}"`);
    for (const label of ["Tanbihi", "Tanbihi 1", "Rudi kwenye maandishi"])
      expect(swahili).toContain(`aria-label="${label}"`);
    expect(await bodyOf(`/article/${own}.md`)).toContain("**Hoja kuu:**");
    expect(await bodyOf("/rss.xml")).toContain("&lt;strong&gt;النقاط الرئيسية&lt;/strong&gt;");
  });

  test("follows the setting at the next view of a page", async () => {
    const { app, call } = await startDesk(open);
    await call({ method: "PUT", url: "/api/settings/site/", payload: { language: "sw" } });
    expect(openingOf((await app.inject("/")).body)).toBe('<html lang="sw">');
    const corrections = (await app.inject("/corrections")).body;
    expect(corrections).toContain("<title>Masahihisho");
  });

  test("has an admin area in English", async () => {
    const { app } = await startTestApp(await open(), { siteLanguage: "ar" });
    const { body } = await app.inject("/admin");
    expect(openingOf(body)).toContain('lang="en"');
    expect(body).not.toContain('"language"');
  });

  test("costs an English page nothing", async () => {
    const { app, store } = await startTestApp(await open());
    await publish(store, { title: "A story" });
    const { body } = await app.inject("/");
    expect(openingOf(body)).toBe('<html lang="en">');
    expect(stateOf(body)).not.toHaveProperty("messages");
    expect(stateOf(body).site).not.toHaveProperty("language");
  });
});
