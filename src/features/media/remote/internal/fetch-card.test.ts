import { describe, expect, test } from "vitest";
import { RemoteError, type RemoteFetch } from "#platform/remote-fetch.ts";
import { fetchCard } from "./fetch-card.ts";

const VIDEO = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const POST = "https://x.com/jarida/status/123456789";
const PAGE = "https://www.example.com/story";

type Answer = { text?: string; bytes?: Buffer; type?: string; address?: string } | Error;

/** Responses by prefix of the address; all others are 410. */
function answering(answers: Record<string, Answer>): { fetch: RemoteFetch; asked: string[] } {
  const asked: string[] = [];
  const fetch: RemoteFetch = async (address) => {
    asked.push(address);
    const answer = Object.entries(answers).find(([beginning]) => address.startsWith(beginning))?.[1];
    if (!answer) throw new RemoteError("It is gone.");
    if (answer instanceof Error) throw answer;
    const { text = "", bytes = Buffer.from(text), type = "text/html; charset=utf-8" } = answer;
    return { bytes, type, address: answer.address ?? address };
  };
  return { fetch, asked };
}
const cardOf = (address: string, answers: Record<string, Answer>) => fetchCard(answering(answers).fetch, address);
const oembed = (answer: unknown): Record<string, Answer> => ({
  "https://www.youtube.com/oembed": { text: JSON.stringify(answer), type: "application/json" },
});
const page = (text: string, more: object = {}): Record<string, Answer> => ({ [PAGE]: { text, ...more } });

describe("the card of a video or post", () => {
  test("is what its host says of it, and the page itself is not asked", async () => {
    const answer = { title: "A film", author_name: "A maker", thumbnail_url: "https://i.example/1.jpg", width: 200 };
    const { fetch, asked } = answering(oembed(answer));
    expect(await fetchCard(fetch, VIDEO)).toEqual({
      title: "A film",
      source: "YouTube · A maker",
      picture: "https://i.example/1.jpg",
      isVideo: true,
    });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["refuses", new RemoteError("It was refused.")],
    ["sends no JSON", { text: "<!doctype html>", type: "application/json" }],
    ["sends no object", { text: "[1]", type: "application/json" }],
    ["says nothing", { text: '{"title":" ","html":"<p> </p>"}', type: "application/json" }],
  ])("is made of its page where the host %s", async (_what, answer) => {
    const answers = {
      "https://www.youtube.com/oembed": answer,
      "https://www.youtube.com/watch": { text: '<title>By its page</title><meta name="author" content="A maker">' },
    };
    expect(await cardOf(VIDEO, answers)).toMatchObject({
      title: "By its page",
      source: "YouTube · A maker",
      isVideo: true,
    });
  });

  test("waits for a host that is down, rather than being made of less", async () => {
    const { fetch, asked } = answering({
      "https://www.youtube.com/oembed": new RemoteError("It is down.", false),
      "https://www.youtube.com/watch": { text: "<title>By its page</title>" },
    });
    await expect(fetchCard(fetch, VIDEO)).rejects.toThrow("It is down.");
    expect(asked).toHaveLength(1);
  });

  test("does not hide a fault of our own behind the page", async () => {
    const answers = { "https://www.youtube.com/oembed": new TypeError("a bug") };
    await expect(cardOf(VIDEO, answers)).rejects.toThrow("a bug");
  });

  test("takes what is of the right type in an answer, and leaves the rest", async () => {
    const card = await cardOf(VIDEO, oembed({ title: "A film", author_name: 7, thumbnail_url: null }));
    expect(card).toEqual({ title: "A film", source: "YouTube", picture: "", isVideo: true });
  });

  test("has the author and the words of a post whose host has only a page", async () => {
    const text = `<title>Jarida on X</title><meta property="og:description" content="The words of the post">`;
    expect(await cardOf(POST, { "https://x.com/": { text } })).toMatchObject({
      title: "Jarida on X: The words of the post",
      source: "X",
      isVideo: false,
    });
  });
});

describe("the card of a page", () => {
  test("is called after its host where it does not say its site's name", async () => {
    expect(await cardOf(PAGE, page("<title>A story</title>"))).toEqual({
      title: "A story",
      source: "example.com",
      picture: "",
      isVideo: false,
    });
  });

  test("is named after the host that answered in the end, and its picture is found from there", async () => {
    const text = '<title>Moved</title><meta property="og:image" content="../card.png">';
    const card = await cardOf(PAGE, page(text, { address: "https://new.example/a/b/" }));
    expect(card).toMatchObject({ source: "new.example", picture: "https://new.example/a/card.png" });
  });

  test("has no picture where its address is broken", async () => {
    const text = '<title>Broken</title><meta property="og:image" content="http://[">';
    expect((await cardOf(PAGE, page(text))).picture).toBe("");
  });

  test("does not repeat a description after the title, as that of a post does", async () => {
    const text = '<title>A story</title><meta name="description" content="More of it">';
    expect((await cardOf(PAGE, page(text))).title).toBe("A story");
  });

  test.each([
    ["has no title", "<p>Only text</p>"],
    ["has a title of nothing but white space and control characters", "<title>\u0007 \n\t\u0000</title>"],
  ])("is none where the page %s, for good", async (_what, text) => {
    await expect(cardOf(PAGE, page(text))).rejects.toMatchObject({ isFinal: true });
  });

  test("is written in the encoding that its type names", async () => {
    const bytes = Buffer.from("<title>Caf\xe9</title>", "latin1");
    for (const type of ["text/html; charset=iso-8859-1", 'text/html;Charset="Windows-1252"'])
      expect((await cardOf(PAGE, page("", { bytes, type }))).title, type).toBe("Café");
  });

  test("is read as UTF-8 where its encoding is unknown, and what is no text becomes replacement characters", async () => {
    const bytes = Buffer.from("<title>Caf\xe9 — é</title>");
    const type = "text/html; charset=x-klingon";
    expect((await cardOf(PAGE, page("", { bytes, type }))).title).toBe("Café — é");
    const broken = Buffer.concat([Buffer.from("<title>a"), Buffer.from([0xff]), Buffer.from("b</title>")]);
    expect((await cardOf(PAGE, page("", { bytes: broken }))).title).toBe("a\ufffdb");
  });

  test("is on one line, without control characters", async () => {
    expect((await cardOf(PAGE, page("<title>One\r\n two\u0000\u0085three</title>"))).title).toBe("One two three");
  });

  test("has a title of at most 200 characters, cut between characters", async () => {
    const titled = async (title: string) => (await cardOf(PAGE, page(`<title>${title}</title>`))).title;
    expect(await titled("🦒".repeat(200))).toBe("🦒".repeat(200));
    expect(await titled("🦒".repeat(201))).toBe(`${"🦒".repeat(199)}…`);
    // The cut removes the trailing space.
    expect(await titled(`${"a".repeat(198)} ${"b".repeat(50)}`)).toBe(`${"a".repeat(198)}…`);
  });

  test("has names of at most 100 characters each", async () => {
    const long = "n".repeat(101);
    const text = `<title>A</title><meta property="og:site_name" content="${long}"><meta name="author" content="${long}">`;
    const cut = `${"n".repeat(99)}…`;
    expect((await cardOf(PAGE, page(text))).source).toBe(`${cut} · ${cut}`);
  });
});
