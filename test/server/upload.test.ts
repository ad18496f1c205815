import { readFileSync, rmSync } from "node:fs";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/open.ts";
import { pictureJobs } from "#features/media/pictures/jobs.ts";
import { imageWorker } from "#platform/images.ts";
import { MODERN_FORMATS, pictureSrcSet } from "#shared/pictures.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { animatedWebp, blackPng } from "#test/support/hostile-pictures.ts";
import { runJob } from "#test/support/jobs.ts";
import { IMAGE_WORKER, NO_FONTS, startTestApp } from "#test/support/test-app.ts";

const MEBIBYTE = 1024 * 1024;

async function start(database: Database, imageProcess = {}) {
  const site = await startTestApp(database, { imageProcess });
  const { headers } = await startEditor(site.app, database);
  const upload = async (bytes: Uint8Array, fileName?: string) => {
    const form = await formRequest({}, { file: bytes }, fileName);
    const request = { method: "POST" as const, url: editorApiUrl.upload(), payload: form.payload };
    return site.app.inject({ ...request, headers: { ...headers, ...form.headers } });
  };
  const pictures = () => database.db.selectFrom("picture").selectAll().execute();
  return { ...site, headers, upload, pictures };
}

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "teal" } });

describeOnSqlite("upload/", (open) => {
  test("accepts each kind of picture and serves it re-encoded, without metadata", async () => {
    const { app, upload } = await start(await open());
    const noted = blank(40, 30).withExif({ IFD0: { Copyright: "SECRET-NOTE" } });
    for (const format of ["jpeg", "png", "gif", "webp", "avif"] as const) {
      const bytes = await noted.clone().toFormat(format).toBuffer();
      const response = await upload(bytes, "name.exe");
      expect(response.statusCode, format).toBe(201);
      expect(response.json(), format).toEqual({
        url: expect.stringMatching(/^\/media\/[0-9a-f]{24}\/40x30\.(jpg|png)$/),
      });
      const served = await app.inject(response.json().url);
      expect(served.headers, format).toMatchObject({
        "content-type": expect.stringMatching(/^image\/(jpeg|png)$/),
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("sandbox"),
      });
      expect(served.rawPayload.includes("SECRET-NOTE"), format).toBe(false);
      expect((await sharp(served.rawPayload).metadata()).exif, format).toBeUndefined();
    }
  });

  test("the same picture twice, even at once, is stored once", async () => {
    const { upload, pictures, storedFiles } = await start(await open());
    const bytes = await blank(50, 50).png().toBuffer();
    const answers = [...(await Promise.all([upload(bytes), upload(bytes)])), await upload(bytes)];
    expect(new Set(answers.map((answer) => answer.json().url)).size).toBe(1);
    expect(await pictures()).toHaveLength(1);
    expect(storedFiles()).toHaveLength(1);
  });

  test("an address says nothing about its picture: another publication has another for the same one", async () => {
    const bytes = await blank(50, 50).png().toBuffer();
    const addresses = [];
    for (const { upload } of [await start(await open()), await start(await open())])
      addresses.push((await upload(bytes)).json().url);
    expect(new Set(addresses).size).toBe(2);
  });
});

test("a file that is not a picture, too large or a bomb is rejected, and nothing of it is stored", async () => {
  const { upload, pictures, storedFiles } = await start(await openSqliteForTest());
  // One that the library could draw, if it were asked to.
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const frames = await sharp(
    Buffer.alloc(4 * 3 * 4 * 201, 120).map((_, index) => (index * 7) % 256),
    {
      raw: { width: 4, height: 4 * 201, channels: 3, pageHeight: 4 },
    },
  )
    .gif({ delay: 20 })
    .toBuffer();
  const wrong: [string, Uint8Array, number][] = [
    ["SVG", Buffer.from(svg), 400],
    ["SVG after a byte order mark", Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`), 400],
    ["SVG that says it is PNG", Buffer.from(`\u0089PNG\r\n${svg}`), 400],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>"), 400],
    ["PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj"), 400],
    ["TIFF", await blank(10, 10).tiff().toBuffer(), 400],
    ["a picture cut short", (await blank(400, 400).jpeg().toBuffer()).subarray(0, 700), 400],
    ["more than 50 megapixels", await blank(8000, 6400).png().toBuffer(), 400],
    ["more than 200 frames", frames, 400],
    ["more than 10 MiB", Buffer.alloc(10 * MEBIBYTE + 1), 413],
    ["nothing", Buffer.alloc(0), 400],
  ];
  for (const [name, bytes, status] of wrong) {
    const response = await upload(bytes, "picture.png");
    expect(response.statusCode, name).toBe(status);
    expect(response.json().detail, name).toMatch(/^[A-Z].+\.$/);
    expect(response.body, name).not.toMatch(/sharp|libvips|Vips|Input|buffer/);
  }
  expect(await pictures()).toEqual([]);
  expect(storedFiles()).toEqual([]);
});

test("a picture that would take too much memory, or takes too long, is rejected with a message of its own", async () => {
  const shape = { width: 7071, height: 7071, colourType: 6, isInterlaced: true } as const;
  const { upload, pictures, storedFiles } = await start(await openSqliteForTest());
  const refused = await upload(await blackPng({ ...shape, depth: 16 }));
  expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringContaining("too much memory")]);
  const hasty = await start(await openSqliteForTest(), { taskTimeoutMs: 50 });
  const late = await hasty.upload(await blackPng({ ...shape, depth: 8 }));
  expect([late.statusCode, late.json().detail]).toEqual([400, expect.stringContaining("took too long")]);
  expect([...(await pictures()), ...(await hasty.pictures()), ...storedFiles(), ...hasty.storedFiles()]).toEqual([]);
});

test("if the image worker cannot be started, an upload is 503 with Retry-After, and all else works", async () => {
  const { app, upload, pictures, storedFiles } = await start(await openSqliteForTest(), { execPath: "/never/there" });
  const bytes = await blank(50, 50).png().toBuffer();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = await upload(bytes);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual({
      code: "pictures_unavailable",
      detail: expect.any(String),
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect((await app.inject("/")).statusCode).toBe(200);
  }
  expect([...(await pictures()), ...storedFiles()]).toEqual([]);
});

/** The addresses of a picture's variants, with their widths as in a `srcset`. */
const variantsOf = (url: string) =>
  MODERN_FORMATS.flatMap((format) =>
    (pictureSrcSet(url, format) ?? "").split(", ").map((entry) => entry.split(" ") as [string, string]),
  );

test("every width and format is made on first request, and by a job for uploads", async () => {
  const database = await openSqliteForTest();
  const { app, upload, storage, clock, storedFiles } = await start(database);
  const noted = blank(700, 400).withExif({ IFD0: { Copyright: "SECRET-NOTE" } });
  const url: string = (await upload(await noted.jpeg().toBuffer())).json().url;
  const addresses = variantsOf(url);
  expect(addresses.map(([, width]) => width)).toEqual(["160w", "320w", "640w", "700w", "160w", "320w", "640w", "700w"]);
  for (const [address, width] of addresses) {
    const served = await app.inject(address);
    expect(served.headers, address).toMatchObject({
      "content-type": address.endsWith("avif") ? "image/avif" : "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    const { width: pixels, exif } = await sharp(served.rawPayload).metadata();
    expect([`${pixels}w`, exif], address).toEqual([width, undefined]);
  }
  const contents = () => new Map(storedFiles().map((path) => [path, readFileSync(path)]));
  const made = contents();
  expect(made.size).toBe(9);
  for (const path of made.keys()) if (!path.endsWith(".jpg")) rmSync(path);
  const images = imageWorker({ workerPath: IMAGE_WORKER, fonts: NO_FONTS });
  onTestFinished(images.close);
  const log = { warn: (_details: object, message: string) => expect.unreachable(message) };
  await runJob(pictureJobs({ database, storage, images, clock }, log), "picture variants");
  expect(contents()).toEqual(made);
});

test("a variant that cannot be made for now is the master, which nothing caches; a width of no variant is 404", async () => {
  const database = await openSqliteForTest();
  const working = await start(database);
  const url: string = (await working.upload(await blank(700, 400).jpeg().toBuffer())).json().url;
  const { app } = await startTestApp(database, {
    guardStorage: () => working.storage,
    imageProcess: { execPath: "/never/there" },
  });
  for (const [address] of variantsOf(url)) {
    const { statusCode, headers } = await app.inject(address);
    expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([200, "image/jpeg", "no-store"]);
  }
  const folder = url.slice(0, url.lastIndexOf("/"));
  for (const file of ["641.avif", "960.avif", "1600.webp", "0640.avif", "640.jpg", "700x399.jpg"])
    expect((await working.app.inject(`${folder}/${file}`)).statusCode, file).toBe(404);
  expect(working.storedFiles()).toHaveLength(1);
});

test("50 megapixels are accepted", async () => {
  const { upload } = await start(await openSqliteForTest());
  expect((await upload(await blank(8000, 6250).png().toBuffer())).statusCode).toBe(201);
});

test("an animated picture is refused with the reason, however it is sent, and nothing of it is stored", async () => {
  const { app, headers, upload, pictures, storedFiles } = await start(await openSqliteForTest());
  const moving = await animatedWebp(2);
  const article = { title: "Moving", category: "Tech", content: "<p>Text</p>" };
  const form = await formRequest(article, { image_url: moving });
  const json = { ...article, content: `<img src="data:image/webp;base64,${moving.toString("base64")}">` };
  const post = { method: "POST" as const, url: apiUrl.articles() };
  const responses = [
    await upload(moving),
    await app.inject({ ...post, payload: form.payload, headers: { ...headers, ...form.headers } }),
    await app.inject({ ...post, payload: json, headers }),
  ];
  for (const response of responses) {
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: "picture_animated",
      detail: expect.stringContaining("still picture"),
    });
  }
  expect([await pictures(), storedFiles()]).toEqual([[], []]);
});

test.each([
  ["JSON", { payload: { file: "x" } }, 415],
  ["plain text", { payload: "x", headers: { "content-type": "text/plain" } }, 415],
  ["no body", {}, 415],
  ["a form without a boundary", { payload: "x", headers: { "content-type": "multipart/form-data" } }, 400],
  [
    "a form cut short",
    {
      payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      headers: { "content-type": "multipart/form-data; boundary=x" },
    },
    400,
  ],
  ["an empty form", { payload: "--x--\r\n", headers: { "content-type": "multipart/form-data; boundary=x" } }, 400],
])("rejects %s", async (_case, request: { payload?: object | string; headers?: Record<string, string> }, status) => {
  const { app, headers } = await start(await openSqliteForTest());
  const response = await app.inject({
    method: "POST",
    url: editorApiUrl.upload(),
    ...request,
    headers: { ...headers, ...request.headers },
  });
  expect(response.statusCode).toBe(status);
  expect(response.json().detail).toMatch(/^[A-Z].+\.$/);
});

test("rejects a text in the file's place, two files, and a flood of fields", async () => {
  const { app, headers } = await start(await openSqliteForTest());
  const send = async (form: FormData) => {
    const encoded = new Response(form);
    return app.inject({
      method: "POST",
      url: editorApiUrl.upload(),
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: { ...headers, "content-type": encoded.headers.get("content-type") ?? "" },
    });
  };
  const text = new FormData();
  text.append("file", "not a file");
  expect((await send(text)).statusCode).toBe(400);
  const picture = new Blob([new Uint8Array(await blank(5, 5).png().toBuffer())]);
  const two = new FormData();
  two.append("file", picture, "a.png");
  two.append("file", picture, "b.png");
  expect((await send(two)).statusCode).toBe(413);
  const flood = new FormData();
  for (let number = 0; number < 100; number += 1) flood.append(`field${number}`, "x");
  expect((await send(flood)).statusCode).toBe(413);
});

test("a form without a login is never read", async () => {
  const { app } = await start(await openSqliteForTest());
  const form = await formRequest({}, { file: Buffer.alloc(11 * MEBIBYTE) });
  const response = await app.inject({ method: "POST", url: editorApiUrl.upload(), ...form });
  expect(response.statusCode).toBe(401);
  const view = await formRequest({ x: "y" });
  expect((await app.inject({ method: "POST", url: "/api/articles/1/view/", ...view })).statusCode).toBe(415);
});
