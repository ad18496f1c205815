import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { ImageError } from "#platform/images.ts";
import { operator } from "#shared/actor.ts";
import { publish } from "#test/support/articles.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startImages } from "#test/support/image-process.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";
import { cutCardFonts } from "../../scripts/card-fonts.mjs";
import { textsOfPage } from "./card-routes.ts";
import { type CardTexts, drawPageCard, drawSocialCard } from "./social-card.ts";

let fonts = "";
beforeAll(async () => {
  fonts = mkdtempSync(join(tmpdir(), "jarida-card-fonts-"));
  await cutCardFonts(fonts);
});
afterAll(() => rmSync(fonts, { recursive: true, force: true }));

const ACCENT = "#c8371f";
const SITE = { name: "The Lisbon Ledger" };

const pixelsOf = async (card: Uint8Array) =>
  sharp(card).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });

type Drawing = Pick<ReturnType<typeof startImages>, "images">;

/** The edges of what differs from a card without texts, and whether there is ink between two heights. */
async function inkOf({ images }: Drawing, texts: Partial<CardTexts>, name = SITE.name) {
  const draw = async (all: CardTexts, shown: string) =>
    pixelsOf(await drawPageCard(images, { name: shown }, ACCENT, all));
  const usual = { title: "", kicker: "", isRightToLeft: false };
  const ground = await draw(usual, "");
  const { data, info } = await draw({ ...usual, ...texts }, name);
  expect([info.width, info.height]).toEqual([1200, 630]);
  const edges = { left: 1200, right: 0, top: 630, bottom: 0 };
  const rows = new Set<number>();
  for (let at = 0; at < data.length; at += 1) {
    if (Math.abs((data[at] ?? 0) - (ground.data[at] ?? 0)) <= 60) continue;
    const [column, row] = [at % 1200, Math.floor(at / 1200)];
    edges.left = Math.min(edges.left, column);
    edges.right = Math.max(edges.right, column);
    edges.top = Math.min(edges.top, row);
    edges.bottom = Math.max(edges.bottom, row);
    rows.add(row);
  }
  return { ...edges, hasInk: (from: number, to: number) => [...rows].some((row) => row >= from && row < to) };
}

describe("the card of a page", () => {
  test.each([
    ["English", "Miners in Kisumu turn methane “waste” into heat: Łódź’s Việt Nam plan", false],
    [
      "Arabic with a Latin name first",
      "Bitcoin ترتفع إلى 61,240.10 دولار في نيروبي، والمنظمون يطلبون قواعد أوضح",
      true,
    ],
    ["Chinese", "比特币价格创下历史新高，监管机构发布声明：交易所必须披露储备。".repeat(4), false],
    ["Japanese", "東京の仮想通貨取引所、ビットコイン価格が急騰し「過去最高」を更新", false],
    ["Korean", "비트코인 가격이 사상 최고치를 기록했다", false],
    ["Russian", "Биткойн вырос до рекордной цены", false],
    ["two hundred words", "Markets rise ".repeat(100), false],
    ["one word of 500 letters", "x".repeat(500), false],
    ["one Arabic word of 500 letters", "س".repeat(500), true],
    ["marks of markup", "Profit & <b>loss</b> in “A > B”", false],
    ["pictographs, control characters and half a letter", "Up 🚀🇰🇪👩‍💻 \u0000\u0007 and \ud83d away ❤️", false],
  ])("fits: %s", async (_name, title, isRightToLeft) => {
    const ink = await inkOf(startImages({ fonts }), { title, kicker: "Markets", isRightToLeft });
    expect(ink.left).toBeGreaterThanOrEqual(60);
    expect(ink.right).toBeLessThanOrEqual(1140);
    expect(ink.top).toBeGreaterThanOrEqual(60);
    expect(ink.bottom).toBeLessThanOrEqual(575);
    // The headline ends above the name, and reading starts at its own side.
    expect(ink.hasInk(504, 512)).toBe(false);
    expect(isRightToLeft ? 1200 - ink.right : ink.left).toBeLessThan(90);
  });

  test("joins Arabic letters", async () => {
    const drawing = startImages({ fonts });
    const widthOf = async (title: string) => {
      const { left, right } = await inkOf(drawing, { title, isRightToLeft: true }, "");
      return right - left;
    };
    expect(await widthOf("بببببب")).toBeLessThan((await widthOf("ب\u200cب\u200cب\u200cب\u200cب\u200cب")) * 0.8);
  });

  test("is rejected if no font has a letter of its title, or of its name", async () => {
    const { images } = startImages({ fonts });
    const draw = (title: string, name: string) =>
      drawPageCard(images, { name }, ACCENT, { title, kicker: "", isRightToLeft: false });
    await expect(draw("የኢትዮጵያ ዜና", "Ledger")).rejects.toThrow(ImageError);
    await expect(draw("News", "ᚠᚢᚦ")).rejects.toThrow(ImageError);
  });

  test("has the title, section and direction that the page itself gives to other sites", () => {
    const page = (head: string) =>
      `<!doctype html><html lang="ar" dir="rtl"><head>${head}</head><body><meta property="og:title" content="B"></body>`;
    const section = '<meta property="article:section" content="Tech &amp; law">';
    expect(textsOfPage(page(`<meta property="og:title" content="Bitcoin ترتفع">${section}`))).toEqual({
      title: "Bitcoin ترتفع",
      kicker: "Tech & law",
      isRightToLeft: true,
    });
    expect(textsOfPage(page(""))).toBeUndefined();
  });
});

describe("the card of the publication", () => {
  test("is its name, in a picture of the promised size", async () => {
    const { app } = await startTestApp(await openSqliteForTest());
    const response = await app.inject("/social-card.png");
    expect(response.headers).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=0, s-maxage=10",
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: "png" });
    const other = await drawSocialCard(startImages({ fonts }).images, { name: "Another Publication" }, ACCENT);
    expect(response.rawPayload.equals(other)).toBe(false);
  });

  test.each(["العربية", "x".repeat(500), " ", "The Lisbon Climate & Carbon Ledger", "ᚠᚢᚦ"])(
    "any name has one: %s",
    async (name) => {
      const { info } = await pixelsOf(await drawSocialCard(startImages({ fonts }).images, { name }, ACCENT));
      expect([info.width, info.height]).toEqual([1200, 630]);
    },
  );
});

describe("the address of a page's card", () => {
  const start = async () => {
    const site = await startTestApp(await openSqliteForTest(), { imageProcess: { fonts } });
    const cardOf = async (path: string) => {
      const { body } = await site.app.inject(path);
      return (/property="og:image" content="([^"]*)"/.exec(body)?.[1] ?? "").replace(TEST_SITE, "");
    };
    return { ...site, cardOf };
  };

  test("serves a picture as the page is now: another title is another address and another picture", async () => {
    const { app, store, cardOf } = await start();
    const id = await publish(store, { title: "Ceasefire holds" });
    const address = await cardOf(`/article/${id}`);
    const first = await app.inject(address);
    expect(first.statusCode).toBe(200);
    expect(first.headers["content-type"]).toBe("image/png");
    const again = await app.inject({ url: address, headers: { "if-none-match": String(first.headers.etag) } });
    expect(again.statusCode).toBe(304);
    await updateArticle(store, operator, id, { title: "Ceasefire ends" });
    const next = await cardOf(`/article/${id}`);
    expect(next).not.toBe(address);
    expect((await app.inject(next)).rawPayload.equals(first.rawPayload)).toBe(false);
  });

  test.each(["/category/blockchain", "/about", "/archive", "/search", "/newsletter"])("exists for %s", async (path) => {
    const { app, store, cardOf } = await start();
    await publish(store);
    expect((await app.inject(await cardOf(path))).headers["content-type"]).toBe("image/png");
  });

  test("shows nothing that readers don't get", async () => {
    const { app, store, clock } = await start();
    const draft = await publish(store, { status: "draft", publishedAt: null });
    const future = await publish(store, { publishedAt: clock.now() + 3_600_000 });
    const removed = await publish(store);
    await trashArticle(store, operator, removed);
    const others = ["/admin", "/admin/articles/1", "/api/articles", "/go/1", "/preview/x", "/social-card/about.png"];
    for (const path of [...[draft, future, removed].map((id) => `/article/${id}`), ...others])
      expect((await app.inject(`/social-card${path}.png`)).statusCode, path).toBe(404);
  });

  test("redirects to the publication's card where no font has a letter of the title", async () => {
    const { app, store } = await start();
    const id = await publish(store, { title: "የኢትዮጵያ ዜና" });
    const response = await app.inject(`/social-card/article/${id}.png`);
    expect([response.statusCode, response.headers.location]).toEqual([302, "/social-card.png"]);
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  test("draws few cards at a time, and sends the publication's to further clients", async () => {
    const { app, store } = await start();
    const ids = await Promise.all(Array.from({ length: 7 }, (_, at) => publish(store, { title: `Number ${at}` })));
    const addresses = ids.map((id) => `/social-card/article/${id}.png`);
    const all = await Promise.all([...addresses, ...addresses].map((url) => app.inject(url)));
    const statuses = all.map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 302]));
    expect((await app.inject(addresses[6] ?? "")).statusCode).toBe(200);
  });
});
