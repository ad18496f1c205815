import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePictureUrl, pictureSrcSet, pictureUrl, pictureWidths } from "./pictures.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test.each([
  ["its own width where it is narrow", 100, [100]],
  ["no width twice", 640, [160, 320, 640]],
  ["nothing wider than itself", 700, [160, 320, 640, 700]],
  ["at most 1600 px, however wide it is", 4000, [160, 320, 640, 960, 1280, 1600]],
])("a picture is stored in %s", (_what, width, widths) => {
  expect(pictureWidths(width)).toEqual(widths);
});

test(`an address tells everything of its picture, and no other address does (seed ${SEED})`, () => {
  const picture = fc.record({
    key: fc.stringMatching(/^[a-z0-9]{8,40}$/),
    width: fc.integer({ min: 1, max: 99_999 }),
    height: fc.integer({ min: 1, max: 99_999 }),
    fallbackFormat: fc.constantFrom("jpg" as const, "png" as const),
  });
  fc.assert(
    fc.property(picture, (stored) => {
      const url = pictureUrl(stored);
      expect(parsePictureUrl(url)).toEqual(stored);
      for (const other of [`https://news.example${url}`, `${url}?v=1`, url.slice(1), `${url}/`, url.toUpperCase()])
        expect(parsePictureUrl(other), other).toBeNull();
    }),
    { seed: SEED },
  );
});

test("a page offers all widths of a picture of ours, and of another's only what it is", () => {
  expect(pictureSrcSet("/media/abcdefgh/320x180.jpg", "webp")).toBe(
    "/media/abcdefgh/160.webp 160w, /media/abcdefgh/320.webp 320w",
  );
  for (const url of ["", "/fallback.jpg", "/media/abcdefgh/320.avif", "/media/short/320x180.jpg"])
    expect(pictureSrcSet(url, "webp"), url).toBeNull();
});
