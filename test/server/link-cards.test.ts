import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { type OtherHosts, pngOf, serves, startOtherHosts } from "#test/support/other-host.ts";
import { startTestApp } from "#test/support/test-app.ts";

const VIDEO = "https://www.youtube.com/watch?v=abcdefghijk";
const VIDEO_ANSWER = `www.youtube.com/oembed?format=json&url=${encodeURIComponent(VIDEO)}`;
const PICTURE = /<img src="\/media\/[a-f0-9]{24}\/40x20\.jpg" alt="" \/>/;
const json = (body: unknown) => serves(JSON.stringify(body), "application/json; charset=utf-8");
const page = (head: string) => serves(`<!doctype html><html><head>${head}</head><body>x</body></html>`, "text/html");
const unmade = (address: string) => `<aside class="card"><p><a href="${address}">${address}</a></p></aside>`;

async function start(database: Database, answers: OtherHosts = {}) {
  const clock = testClock();
  const hosts = await startOtherHosts(answers);
  const site = await startTestApp(database, { clock, fetchRemote: hosts.fetchRemote });
  const { headers } = await startEditor(site.app, database);
  const call = async (method: "GET" | "PUT" | "POST", url: string, payload?: object) => {
    const answer = await site.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const create = async (content: string): Promise<{ id: number; content: string }> =>
    call("POST", apiUrl.articles(), { title: "Harbour", category: "Travel", status: "published", content });
  const contentOf = async (id: number): Promise<string> => (await call("GET", apiUrl.article(id))).content;
  const made = async (content: string) => {
    const { id } = await create(content);
    await site.fetchRemoteItems();
    return contentOf(id);
  };
  const stateOf = async (address: string) =>
    (await call("POST", editorApiUrl.remote(), { items: [{ kind: "card", address }] }))[0];
  return { ...site, clock, hosts, call, create, contentOf, made, stateOf };
}

describeOnSqlite("a link card", (open) => {
  test("is made of a paragraph that holds only a video's address, by the server, after the save", async () => {
    const { app, create, contentOf, fetchRemoteItems, hosts } = await start(await open(), {
      [VIDEO_ANSWER]: json({
        title: "A harbour & its <boats>",
        author_name: "Amina",
        thumbnail_url: "https://i.ytimg.com/a.png",
        html: "<iframe src=https://www.youtube.com/embed/abc></iframe>",
      }),
      "i.ytimg.com/a.png": serves(await pngOf(1), "image/png"),
    });
    const { id, content } = await create(`<p>Look:</p><p>${VIDEO}</p>`);
    expect(hosts.asked).toEqual([]);
    expect(content).toBe(`<p>Look:</p>${unmade(VIDEO)}`);
    await fetchRemoteItems();
    const after = await contentOf(id);
    expect(after).toContain(`<aside class="card-video"><p><a href="${VIDEO}"><img src="/media/`);
    expect(after).toMatch(PICTURE);
    expect(after).toContain("A harbour &amp; its &lt;boats&gt;</a></p><p>YouTube · Amina</p></aside>");
    const { body, headers } = await app.inject(pageUrl.article(id));
    expect(body).toContain(`<a href="${VIDEO}" target="_blank" rel="noopener noreferrer">`);
    expect(body).not.toMatch(/<iframe|ytimg/);
    expect(headers["content-security-policy"]).not.toContain("youtube");
    for (const feed of ["/rss.xml", "/feed.json"]) expect((await app.inject(feed)).body).toContain("A harbour");
    expect((await app.inject(apiUrl.search("boats"))).json()).toHaveLength(1);
    expect(hosts.asked).toEqual([VIDEO_ANSWER, "i.ytimg.com/a.png"]);
  });

  test("says what a post says, whose host has no title for it", async () => {
    const post = "https://x.com/amina/status/12345";
    const { made } = await start(await open(), {
      [`publish.x.com/oembed?omit_script=1&url=${encodeURIComponent(post)}`]: json({
        author_name: "Amina Otieno",
        html: '<blockquote><p lang="en">Ships are late.<br>Again. <a href="https://t.co/x">t.co</a></p>&mdash; Amina <a href="x">May 1</a></blockquote><script src="https://platform.x.com/w.js"></script>',
      }),
    });
    expect(await made(`<p><a href="${post}">${post}</a></p>`)).toBe(
      `<aside class="card"><p><a href="${post}">Ships are late. Again. t.co</a></p><p>X · Amina Otieno</p></aside>`,
    );
  });

  test("of any page is made of its Open Graph data, by the parser alone", async () => {
    const { made } = await start(await open(), {
      "pages.example/story": page(`<title>Plain</title><meta property="og:title" content="The &quot;story&quot;">
        <meta property="og:site_name" content="Pages"><meta name="author" content="Wanjiru">
        <meta property="og:image" content="/lead.png"><script>var a = '<meta property="og:title" content="No">'</script>`),
      "pages.example/lead.png": serves(await pngOf(1), "image/png"),
    });
    const content = await made(unmade("https://pages.example/story"));
    expect(content).toMatch(PICTURE);
    expect(content).toContain('The "story"</a></p><p>Pages · Wanjiru</p></aside>');
  });

  test("is a plain link where its page cannot be had, and is made once that can", async () => {
    let isUp = false;
    const answer = page("<title>Up again</title>");
    const { clock, create, contentOf, app, stateOf, fetchRemoteItems } = await start(await open(), {
      "pages.example/1": (request, response) => (isUp ? answer(request, response) : void response.writeHead(502).end()),
      "pages.example/untitled": page(""),
      "pages.example/picture": serves(await pngOf(1), "image/png"),
    });
    const address = "https://pages.example/1";
    const { id } = await create(unmade(address));
    await fetchRemoteItems();
    expect(await contentOf(id)).toBe(unmade(address));
    expect((await app.inject(pageUrl.article(id))).body).toContain(`>${address}</a></p></aside>`);
    expect(await stateOf(address)).toMatchObject({ state: "failed", detail: "Its host responded with 502." });
    isUp = true;
    clock.advance(5_000);
    await fetchRemoteItems();
    expect(await contentOf(id)).toContain(">Up again</a></p><p>pages.example</p>");
    expect(await stateOf(address)).toMatchObject({ state: "done", card: { title: "Up again", picture: "" } });
    const others = ["untitled", "picture"].map((name) => `https://pages.example/${name}`);
    await create(others.map(unmade).join(""));
    await fetchRemoteItems();
    for (const other of others) expect((await stateOf(other)).state, other).toBe("failed");
  });

  test("without its picture is better than none", async () => {
    const { made } = await start(await open(), {
      "pages.example/1": page('<title>Title</title><meta property="og:image" content="http://127.0.0.1/x.png">'),
      "pages.example/2": page('<title>Two</title><meta property="og:image" content="https://pages.example/no.png">'),
    });
    const content = await made(unmade("https://pages.example/1") + unmade("https://pages.example/2"));
    expect(content).toBe(
      ["1", "2"]
        .map(
          (n) =>
            `<aside class="card"><p><a href="https://pages.example/${n}">${n === "1" ? "Title" : "Two"}</a></p><p>pages.example</p></aside>`,
        )
        .join(""),
    );
  });

  test("of a page that is huge, or all of elements, or all one title, takes its beginning", async () => {
    const { made } = await start(await open(), {
      "pages.example/huge": page(`<title>Huge</title>${"<meta name=x content=y>".repeat(200_000)}`),
      "pages.example/late": page(`${"<meta name=x content=y>".repeat(5_000)}<title>Late</title>`),
      "pages.example/long": page(`<title>${"long ".repeat(500_000)}`),
    });
    const content = await made(
      ["huge", "late", "long"].map((name) => unmade(`https://pages.example/${name}`)).join(""),
    );
    expect(content).toContain(">Huge</a>");
    expect(content).not.toContain("Late");
    expect(content.length).toBeLessThan(2_000);
  });

  test("is not made of an address in a sentence, of another page's, or of one that is a link's text", async () => {
    const { create } = await start(await open());
    for (const content of [
      `<p>See ${VIDEO}</p>`,
      `<ul><li><p>${VIDEO}</p></li></ul>`,
      "<p>https://pages.example/story</p>",
      `<p><a href="${VIDEO}">The video</a></p>`,
      `<p><a href="https://pages.example/">${VIDEO}</a></p>`,
      "<p>https://youtube.com/</p>",
    ])
      expect((await create(content)).content).toBe(content);
  });

  test("is given to the next article at once", async () => {
    const { made, create, hosts } = await start(await open(), {
      "pages.example/1": page("<title>Title</title>"),
    });
    const content = await made(unmade("https://pages.example/1"));
    expect((await create(unmade("https://pages.example/1"))).content).toBe(content);
    expect(hosts.asked).toHaveLength(1);
  });
});
