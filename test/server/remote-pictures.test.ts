import sharp from "sharp";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { type OtherHosts, pngOf, serves, startOtherHosts } from "#test/support/other-host.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const SECOND = 1000;
const OURS = /\/media\/[a-f0-9]{24}\/40x20\.jpg/;
const FIGURE =
  '<figure><img src="http://pictures.example/a.png" alt="A" /><figcaption>Seen there</figcaption></figure>';

async function start(database: Database, answers: OtherHosts = {}) {
  const clock = testClock();
  const hosts = await startOtherHosts(answers);
  const site = await startTestApp(database, { clock, fetchRemote: hosts.fetchRemote });
  const { headers } = await startEditor(site.app, database);
  const call = async (method: "GET" | "PUT" | "POST" | "DELETE", url: string, payload?: object, ifMatch?: string) => {
    const all = { ...headers, ...(ifMatch && { "if-match": ifMatch }) };
    const answer = await site.app.inject({ method, url, headers: all, ...(payload && { payload }) });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer;
  };
  const create = async (fields: object) => {
    const draft = { title: "Harbour", category: "Travel", status: "published", content: "<p>a</p>", ...fields };
    const answer = await call("POST", apiUrl.articles(), draft);
    return { id: answer.json().id as number, etag: String(answer.headers.etag) };
  };
  const stored = async (id: number) => (await call("GET", apiUrl.article(id))).json();
  const pageOf = async (id: number) => (await site.app.inject(pageUrl.article(id))).body;
  const stateOf = async (address: string, retry = false) => {
    const asked = { items: [{ kind: "picture", address }], retry };
    return (await call("POST", editorApiUrl.remote(), asked)).json()[0];
  };
  return { ...site, clock, hosts, headers, call, create, stored, pageOf, stateOf };
}

describeOnSqlite("pictures on other hosts", (open) => {
  test("are copied after the save, and readers only ever get the copy", async () => {
    const { app, create, stored, pageOf, fetchRemoteItems, hosts } = await start(await open(), {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const content = `<p>Before</p>${FIGURE}<p>After</p>`;
    const { id } = await create({ content, image_url: "http://pictures.example/a.png", image_alt: "Lead" });
    expect(hosts.asked, "a save waits for no other host").toEqual([]);
    expect(await stored(id)).toMatchObject({ content, image_url: "http://pictures.example/a.png" });
    const readers = [pageUrl.article(id), pageUrl.home(), "/rss.xml", "/feed.json"];
    const asReader = async () => (await app.inject(apiUrl.article(id))).json();
    const listed = async () => (await app.inject(apiUrl.latest())).json()[0];
    for (const url of readers) expect((await app.inject(url)).body, url).not.toContain("pictures.example");
    expect(await pageOf(id), "no caption without its picture").not.toContain("<figcaption");
    expect(await listed(), "the API's clients get what was given").toMatchObject({
      image_url: "http://pictures.example/a.png",
      image_alt: "Lead",
    });
    const { image_url, ...shown } = await asReader();
    expect(image_url).toBe("http://pictures.example/a.png");
    expect(shown, "what the page shows of it is ours").toMatchObject({ hero_url: "/fallback.jpg" });
    expect(shown.content).toContain('<img src="http://pictures.example/a.png" alt="A"');
    expect(JSON.stringify({ ...shown, content: "" })).not.toContain("pictures.example");

    await fetchRemoteItems();
    expect(hosts.asked, "fetched once").toEqual(["pictures.example/a.png"]);
    const after = await stored(id);
    expect(after.image_url).toMatch(OURS);
    expect(after.content).toBe(content.replace("http://pictures.example/a.png", after.image_url));
    expect(await pageOf(id)).toContain("<figcaption");
    for (const url of readers) {
      const { body } = await app.inject(url);
      expect(body, url).toMatch(/\/media\/[a-f0-9]{24}\//);
      expect(body, url).not.toContain("pictures.example");
    }
    expect((await app.inject(after.image_url)).statusCode).toBe(200);
    expect(await listed()).toMatchObject({ image_url: after.image_url, image_alt: "Lead" });
    expect(JSON.stringify(await asReader())).not.toContain("pictures.example");
  });

  test("are the article's picture for the API's clients where it has none of its own; pages wait for the copy", async () => {
    const { app, create, pageOf, fetchRemoteItems } = await start(await open(), {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const own = `<img src="/media/${"b".repeat(24)}/40x20.jpg" alt="" />`;
    const { id } = await create({ content: `<p>Before</p>${FIGURE}${own}` });
    const listed = async () => (await app.inject(apiUrl.latest())).json()[0].image_url;
    const detail = async () => (await app.inject(apiUrl.article(id))).json();
    expect(await listed()).toBe("http://pictures.example/a.png");
    expect(await detail()).toMatchObject({ image_url: "http://pictures.example/a.png", hero_url: "/fallback.jpg" });
    for (const url of [pageUrl.home(), pageUrl.article(id), "/rss.xml"])
      expect((await app.inject(url)).body, url).not.toContain("pictures.example");
    await fetchRemoteItems();
    expect(await listed()).toMatch(OURS);
    expect(await detail()).toMatchObject({ image_url: await listed(), hero_url: "" });
    expect(await pageOf(id)).not.toContain("/fallback.jpg");
  });

  test("stay in the text for the API's clients if they cannot be copied, with any length of the preview", async () => {
    const { app, call, create, pageOf, fetchRemoteItems } = await start(await open());
    await call("PUT", editorApiUrl.siteSettings(), { preview_length: 0 });
    const { id } = await create({ content: `${FIGURE}<p>${"After ".repeat(9_000)}</p>` });
    await fetchRemoteItems();
    expect((await app.inject(apiUrl.article(id))).json().content).toContain('src="http://pictures.example/a.png"');
    expect(await pageOf(id)).not.toContain("pictures.example");
  });

  test("are on the page at once if their address is one of the site itself, known to the library or not", async () => {
    const { app, create, pageOf, fetchRemoteItems } = await start(await open());
    const own = `<img src="${TEST_SITE}/charts/a.png" alt="A chart" />`;
    const { id } = await create({ content: `<p>Before</p>${own}<p>After</p>` });
    await fetchRemoteItems();
    for (const body of [await pageOf(id), (await app.inject(apiUrl.article(id))).json().content])
      expect(body).toContain('<img src="/charts/a.png" alt="A chart"');
    const other = await create({ content: `<img src="${TEST_SITE}.example/a.png" alt="" /><p>After</p>` });
    expect(await pageOf(other.id)).not.toContain(`${TEST_SITE}.example`);
  });

  test("copying is no edit: a save that began before is not stale, and brings nothing back", async () => {
    const { call, create, stored, fetchRemoteItems } = await start(await open(), {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const { id, etag } = await create({ content: FIGURE });
    const { last_updated } = await stored(id);
    await fetchRemoteItems();
    expect(await stored(id)).toMatchObject({ last_updated });
    expect((await call("GET", editorApiUrl.revisions(id))).json()).toHaveLength(1);
    const put = await call("PUT", apiUrl.article(id), { content: `${FIGURE}<p>More</p>` }, etag);
    expect(put.json().content).toMatch(OURS);
    expect(put.json().content).not.toContain("pictures.example");
  });

  test("are stored once: two addresses of one picture, and a picture that was uploaded before", async () => {
    const bytes = await pngOf(1);
    const { call, create, stored, fetchRemoteItems } = await start(await open(), {
      "pictures.example/a.png": serves(bytes, "image/png"),
      "other.example/b": serves(bytes, "application/octet-stream"),
    });
    const { id } = await create({ content: `${FIGURE}<p><img src="https://other.example/b" alt="" /></p>` });
    await fetchRemoteItems();
    const { content } = await stored(id);
    expect(new Set(content.match(/\/media\/[a-f0-9]{24}/g)).size).toBe(1);
    const [picture, ...others] = (await call("GET", editorApiUrl.pictures())).json();
    expect(others).toEqual([]);
    expect(picture.name).toMatch(/^(a\.png|b)$/);
    const uses = (await call("GET", editorApiUrl.storedPicture(picture.id))).json().used_in;
    expect(uses).toEqual([{ type: "article", id, title: "Harbour" }]);
  });

  test("of a host that is down are asked for again, and the editor is told until they come", async () => {
    let isUp = false;
    const picture = serves(await pngOf(1), "image/png");
    const { clock, create, stored, stateOf, fetchRemoteItems, hosts } = await start(await open(), {
      "pictures.example/a.png": (request, response) =>
        isUp ? picture(request, response) : void response.writeHead(503).end(),
    });
    const { id } = await create({ content: FIGURE });
    const address = "http://pictures.example/a.png";
    expect(await stateOf(address)).toMatchObject({ state: "waiting", detail: "" });
    await fetchRemoteItems();
    expect(await stateOf(address)).toMatchObject({ state: "failed", detail: "Its host responded with 503." });
    await fetchRemoteItems();
    expect(hosts.asked, "not at once").toHaveLength(1);
    isUp = true;
    clock.advance(5 * SECOND);
    await fetchRemoteItems();
    expect((await stored(id)).content).toMatch(OURS);
    expect(await stateOf(address)).toMatchObject({ state: "done", url: expect.stringMatching(OURS), detail: "" });
  });

  test("that are none stay out of sight, until an editor asks for them again", async () => {
    const hosts: OtherHosts = {
      "pictures.example/a.svg": serves(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        "image/svg+xml",
      ),
      "pictures.example/page": serves("<p>No picture</p>", "text/html"),
      "pictures.example/lies.png": serves("<p>No picture</p>", "image/png"),
    };
    const { create, stored, pageOf, stateOf, fetchRemoteItems, hosts: others } = await start(await open(), hosts);
    const names = ["a.svg", "page", "lies.png", "missing.png"];
    const content = names.map((name) => `<p><img src="http://pictures.example/${name}" alt="" /></p>`).join("");
    const { id } = await create({ content });
    await fetchRemoteItems();
    expect((await stored(id)).content, "what was written stays").toBe(content);
    expect(await pageOf(id)).not.toContain("pictures.example");
    for (const name of names) expect((await stateOf(`http://pictures.example/${name}`)).state, name).toBe("failed");
    const before = others.asked.length;
    await fetchRemoteItems();
    expect(others.asked).toHaveLength(before);
    others.answers["pictures.example/missing.png"] = serves(await pngOf(1), "image/png");
    expect(await stateOf("http://pictures.example/missing.png", true)).toMatchObject({ state: "waiting" });
    await fetchRemoteItems();
    expect((await stored(id)).content).toMatch(OURS);
  });

  test("that are animations say that their copy is still", async () => {
    const gif = await sharp([await pngOf(1), await pngOf(200)], { join: { animated: true } })
      .gif()
      .toBuffer();
    const { stateOf, fetchRemoteItems } = await start(await open(), {
      "pictures.example/a.gif": serves(gif, "image/gif"),
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const addresses = ["http://pictures.example/a.gif", "http://pictures.example/a.png"];
    for (const address of addresses) await stateOf(address);
    await fetchRemoteItems();
    const [animation, still] = [await stateOf(addresses[0] ?? ""), await stateOf(addresses[1] ?? "")];
    expect(animation).toMatchObject({ state: "done", detail: expect.stringContaining("first frame") });
    expect(still).toMatchObject({ state: "done", detail: "" });
  });

  test("in a working copy are fetched when it is saved, and public with it", async () => {
    const { call, create, pageOf, stored, fetchRemoteItems } = await start(await open(), {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const { id } = await create({});
    await call("PUT", editorApiUrl.draft(id), { content: FIGURE });
    await fetchRemoteItems();
    const again = await call("PUT", editorApiUrl.draft(id), { content: FIGURE });
    expect(again.json().content).toMatch(OURS);
    await call("POST", editorApiUrl.publish(id));
    expect((await stored(id)).content).toMatch(OURS);
    expect(await pageOf(id)).toMatch(OURS);
  });

  test("in ad spaces and portraits are copied, too", async () => {
    const { app, call, fetchRemoteItems } = await start(await open(), {
      "pictures.example/ad.png": serves(await pngOf(2), "image/png"),
      "pictures.example/me.png": serves(await pngOf(3), "image/png"),
    });
    const space = { name: "Top", location: "homepage", image_url: "http://pictures.example/ad.png" };
    await call("POST", apiUrl.ads(), space);
    await call("PUT", editorApiUrl.profile(), { imageUrl: "http://pictures.example/me.png" });
    const listed = async () => (await app.inject(apiUrl.ads("homepage"))).json().at(-1).image_url;
    const home = async () => (await app.inject(pageUrl.home())).body;
    expect(await listed()).toBe("http://pictures.example/ad.png");
    expect(await home()).not.toContain("pictures.example");
    await fetchRemoteItems();
    expect(await listed()).toMatch(OURS);
    expect(await home()).toContain(await listed());
    expect((await call("GET", editorApiUrl.me())).json().image_url).toMatch(OURS);
  });

  test("that are this site's own by a whole address are not fetched", async () => {
    const { call, create, stored, fetchRemoteItems, hosts } = await start(await open(), {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const first = await create({ content: FIGURE });
    await fetchRemoteItems();
    const [{ url }] = (await call("GET", editorApiUrl.pictures())).json();
    const second = await create({ content: `<p><img src="${TEST_SITE}${url}" alt="" /></p>` });
    await fetchRemoteItems();
    expect((await stored(second.id)).content).toBe(`<p><img src="${url}" alt="" /></p>`);
    expect(hosts.asked).toHaveLength(1);
    expect(first.id).not.toBe(second.id);
  });

  test("that are missing at an address of this site are asked for once, not in every round", async () => {
    const { call, store, stateOf, fetchRemoteItems } = await start(await open());
    const address = `${TEST_SITE}/media/${"a".repeat(24)}/40x20.jpg`;
    await call("POST", apiUrl.ads(), { name: "Top", location: "homepage", image_url: address });
    const tasks = async () => (await store.database.db.selectFrom("task").select("id").orderBy("id").execute()).at(-1);
    await fetchRemoteItems();
    const before = await tasks();
    await fetchRemoteItems();
    expect(await tasks()).toEqual(before);
    expect(JSON.stringify(await stateOf(address))).toContain("Picture not found on this site.");
  });

  test("that an older program left are hidden at once, and copied after the start", async () => {
    const database = await open();
    const { create, pageOf, stored, fetchRemoteItems, deriveAgain } = await start(database, {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const { id } = await create({ content: "<p>a</p>" });
    const lead = "http://pictures.example/a.png";
    await database.db
      .updateTable("article")
      .set({ content: FIGURE as never, image_url: lead })
      .execute();
    await database.db
      .updateTable("derived_content")
      .set({ derivation: 2, page_html: FIGURE as never, pictures: `["${lead}"]` })
      .execute();
    await database.db.deleteFrom("article_picture").execute();
    expect(await pageOf(id)).not.toContain("pictures.example");
    await deriveAgain();
    const { content_image_url } = await database.db.selectFrom("article").selectAll().executeTakeFirstOrThrow();
    expect(content_image_url).toBe(lead);
    await fetchRemoteItems();
    expect(await stored(id)).toMatchObject({
      content: expect.stringMatching(OURS),
      image_url: expect.stringMatching(OURS),
    });
    expect(await pageOf(id)).toMatch(OURS);
  });

  test("whose copy was deleted are fetched again where they are named again", async () => {
    const { call, create, stored, fetchRemoteItems, hosts } = await start(await open(), {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const { id } = await create({ content: FIGURE });
    await fetchRemoteItems();
    await call("PUT", apiUrl.article(id), { content: "<p>None</p>" });
    const [{ id: picture }] = (await call("GET", editorApiUrl.pictures())).json();
    await call("DELETE", editorApiUrl.storedPicture(picture));
    await call("PUT", apiUrl.article(id), { content: FIGURE });
    await fetchRemoteItems();
    expect((await stored(id)).content).toMatch(OURS);
    expect(hosts.asked).toHaveLength(2);
  });

  test("that came while they were in an issue's working copy are in its preview, and in it as soon as it is taken over", async () => {
    const { call, clock, fetchRemoteItems } = await start(await open(), {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const at = new Date(clock.now() + 60 * 60 * SECOND).toISOString();
    const issue = { subject: "The week", introduction: "Hello.", preview: "", body: "", article_ids: [] };
    const { id } = (await call("POST", editorApiUrl.issues(), issue)).json();
    const send = () => call("POST", editorApiUrl.issueAction(id, "send"), { at });
    await send();
    await call("PUT", editorApiUrl.issueDraft(id), { body: FIGURE });
    await fetchRemoteItems();
    expect((await call("GET", editorApiUrl.issuePreview(id))).json().html).toMatch(OURS);
    await call("POST", editorApiUrl.issueAction(id, "pause"));
    await send();
    expect((await call("GET", editorApiUrl.issue(id))).json().body).toMatch(OURS);
  });

  test("in a newsletter issue are copied, and never in its mail before", async () => {
    const { call, fetchRemoteItems } = await start(await open(), {
      "pictures.example/a.png": serves(await pngOf(1), "image/png"),
    });
    const issue = { subject: "The week", introduction: "", preview: "", article_ids: [], body: `<p>Text</p>${FIGURE}` };
    const { id } = (await call("POST", editorApiUrl.issues(), issue)).json();
    const read = async () => (await call("GET", editorApiUrl.issue(id))).json().body;
    expect(await read()).toContain("pictures.example");
    await fetchRemoteItems();
    expect(await read()).toMatch(OURS);
    expect(await read()).not.toContain("pictures.example");
  });
});
