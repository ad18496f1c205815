import { expect, test } from "vitest";
import { DAY } from "#shared/time.ts";
import { pageUrl } from "#shared/urls.ts";
import { startDesk } from "#test/support/desk.ts";
import { logIn } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { ARABIC, cutFont, ITALIC, packagedFont, SLAB, withPermissions } from "#test/support/fonts.ts";
import { formRequest } from "#test/support/form.ts";

const URL = "/api/settings/typefaces/";
const LOOK = "/api/settings/appearance/";
const LICENCE = "Apache License 2.0";
const THEME = /<link rel="stylesheet" href="(\/theme\/[^"]+)">/;

describeOnEngines("own typefaces", (open) => {
  async function start() {
    const desk = await startDesk(open);
    const { app, call, colleague } = desk;
    const { access } = (await logIn(app, colleague)).json<{ access: string }>();
    const upload = async (file: Uint8Array, fields: Record<string, string> = {}) => {
      const form = await formRequest({ role: "headlines", licence: LICENCE, is_licensed: "true", ...fields }, { file });
      const headers = { authorization: `Bearer ${access}`, ...form.headers };
      const response = await app.inject({ method: "POST", url: URL, payload: form.payload, headers });
      return { status: response.statusCode, body: response.json() };
    };
    const save = (payload: object) => call({ method: "PUT", url: LOOK, payload });
    const home = async () => (await app.inject(pageUrl.home())).body;
    const sheet = async () => {
      const address = THEME.exec(await home())?.[1];
      return address === undefined ? "" : (await app.inject(address)).body;
    };
    const list = async () => (await call({ method: "GET", url: URL })).body;
    const remove = (key: string) => call({ method: "DELETE", url: `${URL}${key}/` });
    return { ...desk, upload, save, home, sheet, list, remove };
  }

  test("are on pages once they are chosen, with a fallback of their widths, and gone with their files", async () => {
    const { app, upload, save, home, sheet, list, remove, store, call } = await start();
    await save({ fonts: "slab" });
    expect((await save({ fonts: "own" })).body.errors.fonts).toContain("Upload a typeface");
    const { status, body: face } = await upload(packagedFont(SLAB));
    expect([status, face]).toMatchObject([
      201,
      { role: "headlines", name: "Roboto Slab Regular", licence: LICENCE, is_used: true, is_italic: false },
    ]);
    expect(await list()).toEqual([face]);
    expect(await home()).not.toContain(face.url);

    expect((await save({ fonts: "own" })).body).toMatchObject({ fonts: "own", base_fonts: "slab" });
    expect(await home()).toContain(face.url);
    const rules = await sheet();
    expect(rules).toContain('--font-display:"Own Headlines","Own Headlines Fallback"');
    expect(rules).toContain('--font-serif:"Newsreader"');
    expect(rules).toMatch(/font-family:"Own Headlines Fallback";[^}]*size-adjust:10\d(\.\d)?%;ascent-override/);
    const file = await app.inject(face.url);
    expect(file.headers).toMatchObject({
      "content-type": "font/woff2",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(file.rawPayload.toString("latin1", 0, 4)).toBe("wOF2");

    expect((await remove(face.key)).status).toBe(204);
    expect((await call({ method: "GET", url: LOOK })).body).toMatchObject({ fonts: "slab", base_fonts: "slab" });
    expect(await sheet()).toContain('--font-display:"Roboto Slab"');
    expect((await app.inject(face.url)).statusCode).toBe(404);
    for await (const { name } of store.storage.list()) expect(name).not.toContain(face.key);
    expect((await remove(face.key)).status).toBe(404);
    const actions = await store.database.db
      .selectFrom("audit_entry")
      .select("changes")
      .where("subject_id", "=", "typefaces")
      .execute();
    expect(JSON.stringify(actions)).toContain(`Headlines: Roboto Slab Regular (${LICENCE})`);
  });

  test("text is used with an upright regular one, and takes bold and italic ones to it", async () => {
    const { upload, save, sheet, list, remove } = await start();
    const { body: bold } = await upload(await cutFont(SLAB, { wght: 700 }), { role: "text" });
    expect(bold).toMatchObject({ is_bold: true, is_used: false });
    expect((await save({ fonts: "own" })).status).toBe(400);
    const { body: regular } = await upload(await cutFont(SLAB, { wght: 400 }), { role: "text" });
    await upload(packagedFont(ITALIC), { role: "text" });
    expect((await list()).map(({ is_used }: { is_used: boolean }) => is_used)).toEqual([true, true, true]);
    const second = await upload(packagedFont(SLAB), { role: "text" });
    expect([second.status, second.body.code]).toEqual([409, "typeface_taken"]);
    await save({ fonts: "own" });
    const rules = await sheet();
    expect(rules).toContain('--font-serif:"Own Text","Own Text Fallback"');
    expect(rules).toMatch(/"Own Text";font-style:normal;font-weight:200 550;/);
    expect(rules).toMatch(/"Own Text";font-style:normal;font-weight:551 900;/);
    expect(rules).toMatch(/"Own Text";font-style:italic;font-weight:400 700;/);
    await remove(regular.key);
    expect(await sheet()).toBe("");
  });

  test("Arabic letters come from the newsroom's typeface where it has some", async () => {
    const { upload, save, sheet, home, call } = await start();
    const { body: face } = await upload(packagedFont(ARABIC));
    await save({ fonts: "own" });
    await call({ method: "PUT", url: "/api/settings/site/", payload: { language: "ar" } });
    expect(face.url).toMatch(/arabic\.woff2$/);
    expect(await home()).toContain(face.url);
    expect(await sheet()).toContain('--font-display:"Own Headlines","Newsreader Display"');
  });

  test("are rejected with a reason, and leave no files", async () => {
    const { upload, store, list } = await start();
    const slab = await cutFont(SLAB, { wght: 400 });
    const cases = [
      [await upload(withPermissions(slab, 2)), 400, "typeface_restricted"],
      [await upload(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")), 400, "typeface_unreadable"],
      [await upload(slab.subarray(0, 5_000)), 400, "typeface_unreadable"],
      [await upload(await cutFont(SLAB, { text: "abc" })), 400, "typeface_incomplete"],
      [await upload(Buffer.alloc(5_000_001)), 413, "file_too_large"],
      [await upload(slab, { is_licensed: "false" }), 400, "invalid_input"],
      [await upload(slab, { licence: " " }), 400, "invalid_input"],
      [await upload(slab, { role: "details" }), 400, "invalid_input"],
    ] as const;
    for (const [{ status, body }, expected, code] of cases) expect([status, body.code]).toEqual([expected, code]);
    expect(await list()).toEqual([]);
    for await (const { name } of store.storage.list()) expect(name).not.toMatch(/woff2$/);
  });

  test("a second typeface for headlines at the same time is rejected, and its files are removed", async () => {
    const { upload, store, list } = await start();
    const both = await Promise.all([upload(packagedFont(SLAB)), upload(packagedFont(SLAB))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const [face] = await list();
    for await (const { name } of store.storage.list()) expect(name.startsWith(`${face.key}/`)).toBe(true);
  });

  test("the sweep of the storage keeps their files, and removes those of none", async () => {
    const { upload, store, publishOne, clock, runJob } = await start();
    const { body: face } = await upload(packagedFont(SLAB));
    await publishOne();
    const orphan = "0".repeat(24);
    await store.storage.put(`${orphan}/basic.woff2`, Buffer.from("x"));
    await store.database.db
      .insertInto("picture")
      .values({
        key: "1".repeat(24),
        sha256: "x",
        width: 1,
        height: 1,
        fallback_format: "png",
        has_variants: 1,
        created_at: 1,
      })
      .execute();
    clock.advance(Date.now() - clock.now() + 2 * DAY);
    await runJob("orphaned picture files");
    const names = [];
    for await (const { name } of store.storage.list()) names.push(name);
    expect(names.some((name) => name.startsWith(face.key))).toBe(true);
    expect(names.some((name) => name.startsWith(orphan))).toBe(false);
  });
});
