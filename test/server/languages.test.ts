import { expect, test } from "vitest";
import { publish } from "#test/support/articles.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
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
    expect(body).toContain("Ruka hadi maudhui makuu");
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
    for (const words of ["لم ينجح ذلك", "البريد الإلكتروني مطلوب.", "اشترك"]) expect(form.body).toContain(words);
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
