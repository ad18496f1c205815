import { expect, test } from "vitest";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";

const url = (language: string) => `/api/settings/words/${language}/`;
const STATE = /<script type="application\/json" id="page-state">(.*?)<\/script>/s;
const stateOf = (html: string) => JSON.parse(STATE.exec(html)?.[1] ?? "{}");
const FRENCH = {
  "Oops! Page not found": "Oups ! Page introuvable",
  "Page not found": "Page introuvable",
  "{count} articles": { one: "{count} article", other: "{count} articles" },
};

describeOnEngines("words of the interface", (open) => {
  async function start() {
    const desk = await startDesk(open);
    const { call, app } = desk;
    const put = (language: string, words: object, more: object = {}) =>
      call({ method: "PUT", url: url(language), payload: { words, ...more } });
    const get = (path: string) => call({ method: "GET", url: path });
    return { ...desk, put, get, page: async (path: string) => (await app.inject(path)).body };
  }

  test("are on pages and in mails immediately, stored only where they differ, and the defaults again after a reset", async () => {
    const { put, page, app, mail, mailFiles } = await start();
    const before = await page("/no/such/page");
    expect(stateOf(before)).not.toHaveProperty("messages");
    const words = {
      "Oops! Page not found": "Nothing here",
      "Most read now": "Most read now",
      "Welcome to {name}": "Karibu, {name}",
      Advertise: "Partners",
    };
    const saved = await put("en", words);
    expect(saved.status).toBe(200);
    // The default is not stored.
    expect(Object.keys(saved.body.words)).toEqual(["Advertise", "Oops! Page not found", "Welcome to {name}"]);
    const changed = await page("/no/such/page");
    expect(changed).toContain("Nothing here");
    expect(changed).toContain("Partners");
    const { messages, site } = stateOf(changed);
    expect(messages).toEqual({ Advertise: "Partners", "Oops! Page not found": "Nothing here" });
    // What only the server shows stays there.
    const file = await app.inject(site.words);
    expect(file.json()).toEqual({ Advertise: "Partners", "Oops! Page not found": "Nothing here" });
    expect(file.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    await app.inject({ method: "POST", url: "/api/newsletter/subscribe/", payload: { email: "reader@example.com" } });
    await mail.mailer.drain();
    expect((await readMailFiles(mailFiles())).map(({ subject }) => subject)).toContain("Karibu, Jarida");
    expect(
      (await put("en", { "Oops! Page not found": null, "Welcome to {name}": "", Advertise: "Advertise" })).body.words,
    ).toEqual({});
    const reset = await page("/no/such/page");
    expect(reset).toContain("Oops! Page not found");
    expect(stateOf(reset).site).not.toHaveProperty("words");
    expect((await app.inject(site.words)).headers["cache-control"]).toBe("no-cache");
  });

  test("begin a language with a file; what is missing is English, and counted", async () => {
    const { put, get, call, page } = await start();
    expect(await put("fr", FRENCH, { language: "fr", direction: "ltr" })).toMatchObject({ status: 200 });
    const { body: languages } = await get("/api/settings/words/");
    expect(languages.map(({ language }: { language: string }) => language)).toEqual(["en", "sw", "ar", "fr"]);
    expect(languages[3]).toMatchObject({
      name: "français",
      direction: "ltr",
      is_built_in: false,
      is_used: false,
      changed: 3,
    });
    const { messages } = (await get(`${url("fr")}messages/`)).body;
    expect(languages[3].missing).toBe(messages.length - 3);
    expect(await call({ method: "PUT", url: "/api/settings/site/", payload: { language: "de" } })).toMatchObject({
      status: 400,
      body: { errors: { language: expect.any(String) } },
    });
    expect(await call({ method: "PUT", url: "/api/settings/site/", payload: { language: "fr" } })).toMatchObject({
      status: 200,
    });
    const html = await page("/no/such/page");
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain("Oups ! Page introuvable");
    expect(html).toContain("The address may be mistyped, or the page may have moved.");
    expect(await call({ method: "DELETE", url: url("fr") })).toMatchObject({
      status: 409,
      body: { code: "language_in_use" },
    });
    await call({ method: "PUT", url: "/api/settings/site/", payload: { language: "en" } });
    expect(await call({ method: "DELETE", url: url("fr") })).toMatchObject({ status: 204 });
    expect(await get(url("fr"))).toMatchObject({ status: 404, body: { code: "language_not_found" } });
    expect(await page("/no/such/page")).toContain("Oops! Page not found");
  });
});

describeOnSqlite("words that cannot be", (open) => {
  test.each([
    ["an unknown key", "fr", { words: { Hotel: "Hôtel" } }, "Hotel"],
    ["a missing placeholder", "fr", { words: { "{name} by email": "Par courriel" } }, "{name} by email"],
    ["HTML", "en", { words: { Home: "<img src=x>" } }, "Home"],
    ["a sign that reverses text", "ar", { words: { Home: "a\u2066b" } }, "Home"],
    [
      "a form that the language lacks",
      "fr",
      { words: { "{count} articles": { two: "x", other: "{count}" } } },
      "{count} articles (two)",
    ],
    ["another direction", "fr", { words: {}, direction: "rtl" }, "direction"],
    ["another language", "fr", { words: {}, language: "de" }, "language"],
    ["no code of a language", "french", { words: {} }, "language"],
    ["no object", "en", { words: ["Home"] }, "words"],
  ])("are a 400 that names %s, and nothing is stored", async (_what, language, payload, field) => {
    const { call } = await startDesk(open);
    const rejected = await call({ method: "PUT", url: url(language), payload });
    expect(rejected).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
    const { body } = await call({ method: "GET", url: "/api/settings/words/" });
    expect(body.every(({ changed }: { changed: number }) => changed === 0)).toBe(true);
  });

  test("are rejected in another version, and with a restricted word", async () => {
    const { call, callAsColleague } = await startDesk(open);
    const { headers } = await call({ method: "GET", url: url("en") });
    const put = (words: object, ifMatch?: string) => callAsColleague("PUT", url("en"), { words }, ifMatch);
    expect((await put({ Home: "Start" }, String(headers.etag))).status).toBe(200);
    expect(await put({ Home: "Begin" }, String(headers.etag))).toMatchObject({
      status: 409,
      body: { code: "stale_version" },
    });
    const { body: review } = await call({ method: "GET", url: "/api/settings/review/" });
    const ruled = await call({
      method: "PUT",
      url: "/api/settings/review/",
      payload: { ...review, enabled: true, words: ["gratis"] },
    });
    expect(ruled.status).toBe(200);
    expect(await put({ Home: "Gratis" })).toMatchObject({ body: { code: "blocked_by_review_rule" } });
  });

  test("are in the audit log, some by name if there are many", async () => {
    const { call } = await startDesk(open);
    await call({ method: "PUT", url: url("en"), payload: { words: { Home: "Start" } } });
    const { body } = await call({ method: "GET", url: "/api/audit/?action=settings.change" });
    expect(body[0]).toMatchObject({ changes: { Home: { from: "", to: "Start" } } });
  });

  test("of a language without texts are in the audit log when it is added and when it is removed", async () => {
    const { call } = await startDesk(open);
    await call({ method: "PUT", url: url("fr"), payload: { words: {} } });
    await call({ method: "PUT", url: url("fr"), payload: { words: {} } });
    await call({ method: "DELETE", url: url("fr") });
    const { body } = await call({ method: "GET", url: "/api/audit/?action=settings.change" });
    expect(body.map(({ changes }: { changes: object }) => changes)).toEqual([
      { language: { from: "fr", to: "" } },
      { language: { to: "fr" } },
    ]);
  });

  test("are in a preview before they are saved, and nowhere else", async () => {
    const { call, app } = await startDesk(open);
    const words = { language: "sw", words: { "Editor's choice": "Tuliyochagua", Advertise: "Washirika" } };
    const { body } = await call({ method: "POST", url: "/api/settings/appearance/preview/", payload: { words } });
    const html = (await app.inject(`${body.url}&page=home`)).body;
    expect(html).toContain('<html lang="sw"');
    expect(html).toContain("Washirika");
    expect((await app.inject("/")).body).not.toContain("Washirika");
    const noCode = { language: "x!", words: { "{count} articles": { other: "{count}" } } };
    for (const payload of [
      { words: { language: "sw", words: { "{name} by email": "x" } } },
      { words: noCode },
      { site: { language: "x!" } },
      { site: { language: "a\u0000" } },
    ])
      expect(
        await call({ method: "POST", url: "/api/settings/appearance/preview/", payload }),
        JSON.stringify(payload),
      ).toMatchObject({ status: 400 });
    const { statusCode, body: none } = await app.inject("/theme/words/%00/0123456789ab.json");
    expect([statusCode, none]).toEqual([200, "{}"]);
  });
});
