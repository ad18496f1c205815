import sharp from "sharp";
import { expect, test } from "vitest";
import { takeDownPicture } from "#features/media/pictures/commands.ts";
import { operator } from "#shared/actor.ts";
import { parsePictureUrl } from "#shared/pictures.ts";
import { feedUrl, MANIFEST_URL, pageUrl, SOCIAL_CARD } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { logIn } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const SETTING = "/api/settings/appearance/";

/** A transparent picture with a red square in its middle. */
async function drawing(width: number, height: number): Promise<Buffer> {
  const side = Math.round(Math.min(width, height) / 2);
  const square = await sharp({ create: { width: side, height: side, channels: 4, background: "#f00" } })
    .png()
    .toBuffer();
  const empty = { create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;
  return sharp(empty)
    .composite([{ input: square }])
    .png()
    .toBuffer();
}

describeOnSqlite("the pictures of the appearance", (open) => {
  async function start() {
    const desk = await startDesk(open);
    const { app, call } = desk;
    const { access } = (await logIn(app, desk.colleague)).json<{ access: string }>();
    const upload = async (width: number, height: number): Promise<string> => {
      const form = await formRequest({}, { file: await drawing(width, height) }, "drawing.png");
      const headers = { ...form.headers, authorization: `Bearer ${access}` };
      const response = await app.inject({ method: "POST", url: editorApiUrl.upload(), payload: form.payload, headers });
      return response.json().url;
    };
    const save = (payload: object) => call({ method: "PUT", url: SETTING, payload });
    const page = async (url = pageUrl.home()) => (await app.inject(url)).body;
    return { ...desk, upload, save, page };
  }

  test("are a logo on every page, in mails and for search engines, with one for the dark theme", async () => {
    const { app, upload, save, page, mail, mailFiles } = await start();
    const [logo, dark] = [await upload(800, 200), await upload(800, 202)];
    expect(await save({ logo, logo_dark: dark })).toMatchObject({ status: 200, body: { logo, logo_dark: dark } });
    const body = await page();
    expect(body).toContain('aria-label="Jarida, home page"');
    expect(body).toMatch(new RegExp(`<img[^>]*src="${logo}"[^>]*alt="Jarida"`));
    expect(body).toContain(`src="${dark}"`);
    expect(body).toContain(`"logo":"${TEST_SITE}${logo}"`);
    const [, theme = ""] = /<link rel="stylesheet" href="(\/theme\/[^"]+)">/.exec(body) ?? [];
    expect((await app.inject(theme)).body).toContain(".logo-dark");
    await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: "reader@example.com" } });
    await mail.mailer.drain();
    const [{ html } = { html: "" }] = await readMailFiles(mailFiles());
    expect(html).toContain(`src="${TEST_SITE}${logo}" alt="Jarida" width="160"`);
    expect(html).toContain(`src="${TEST_SITE}${dark}"`);
    await save({ logo: "" });
    expect(await page()).not.toContain(logo);
  });

  test("are icons of every size, made of one picture, for tabs, phones, feeds and the manifest", async () => {
    const { app, upload, save, page, publishOne } = await start();
    await publishOne();
    const icon = await upload(400, 300);
    const folder = icon.slice(0, icon.lastIndexOf("/"));
    await save({ icon });
    const body = await page();
    expect(body).toContain(`<link rel="icon" href="${folder}/icon-32.png" sizes="32x32" type="image/png">`);
    expect(body).toContain(`<link rel="apple-touch-icon" href="${folder}/icon-180.png">`);
    for (const [name, side, corner] of [
      ["icon-32", 32, 0],
      ["icon-180", 180, 255],
      ["icon-192", 192, 0],
      ["icon-512", 512, 0],
      ["icon-maskable", 512, 255],
    ] as const) {
      const response = await app.inject(`${folder}/${name}.png`);
      expect(response.headers).toMatchObject({
        "content-type": "image/png",
        "cache-control": "public, max-age=31536000, immutable",
      });
      const { data, info } = await sharp(response.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, data[3]], name).toEqual([side, side, corner]);
    }
    const manifest = (await app.inject(MANIFEST_URL)).json();
    expect(manifest.icons.map(({ src, purpose }: Record<string, string>) => [src, purpose])).toEqual([
      [`${folder}/icon-192.png`, "any"],
      [`${folder}/icon-512.png`, "any"],
      [`${folder}/icon-maskable.png`, "maskable"],
    ]);
    expect((await app.inject(feedUrl.rss())).body).toContain(`<url>${TEST_SITE}${folder}/icon-180.png</url>`);
    expect((await app.inject(feedUrl.json())).json()).toMatchObject({ icon: `${TEST_SITE}${folder}/icon-512.png` });
  });

  test("make no icons of other pictures", async () => {
    const { app, upload, storedFiles } = await start();
    const other = await upload(400, 400);
    await app.inject(other.replace(/[^/]+$/, "icon-512.png"));
    expect(storedFiles().filter((name) => name.includes("icon-"))).toEqual([]);
  });

  test("are the card that other sites show for pages without a picture", async () => {
    const { app, upload, save, page } = await start();
    const card = await upload(1400, 800);
    await save({ social_card: card });
    const crop = card.replace(/[^/]+$/, "card-50-50.jpg");
    expect(await page()).toContain(`<meta data-head="" property="og:image" content="${TEST_SITE}${crop}">`);
    const former = await app.inject(SOCIAL_CARD.url);
    expect([former.statusCode, former.headers.location]).toEqual([302, crop]);
    expect((await app.inject(crop)).headers["content-type"]).toBe("image/jpeg");
  });

  test("are rejected if they are not uploaded pictures, or too small", async () => {
    const { upload, save } = await start();
    const tiny = await upload(100, 100);
    const key = parsePictureUrl(tiny)?.key ?? "";
    for (const payload of [
      { logo: "https://elsewhere.example/logo.png" },
      { logo: "/media/none" },
      { logo: `/media/${"a".repeat(24)}/800x200.png` },
      { icon: tiny },
      { social_card: tiny },
      { logo_dark: 7 },
    ]) {
      const { status, body } = await save(payload);
      expect([status, Object.keys(body.errors)], JSON.stringify(payload)).toEqual([400, Object.keys(payload)]);
    }
    expect(key).not.toBe("");
    expect((await save({ logo: tiny })).status).toBe(200);
  });

  test("cannot be deleted while they are shown, and leave the name when they are taken down", async () => {
    const { app, call, upload, save, page, store } = await start();
    const logo = await upload(800, 200);
    await save({ logo });
    const { body: found } = await call({ method: "GET", url: `${editorApiUrl.pictures()}?query=${logo}` });
    const deleted = await call({ method: "DELETE", url: editorApiUrl.storedPicture(found[0].id) });
    expect(deleted).toMatchObject({ status: 409, body: { used_in: [{ type: "appearance" }] } });
    await takeDownPicture({ ...store, pictureUses: [] }, operator, parsePictureUrl(logo)?.key ?? "");
    expect(await page()).not.toContain(logo);
    expect((await app.inject(SETTING)).json().logo).toBe("");
  });
});
