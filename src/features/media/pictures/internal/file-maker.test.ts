import { afterEach, describe, expect, test, vi } from "vitest";
import { ImageError, ImagesUnavailableError } from "#platform/images.ts";
import { cropFile } from "#shared/pictures.ts";
import { keyOf, startPictureStore } from "#test/support/picture-store.ts";
import { findPicture } from "../queries.ts";
import { createFileMaker } from "./file-maker.ts";

const CARD = cropFile("card", 0.5, 0.5);
const VARIANT = "640.avif";
const PAUSE_MS = 10_000;

afterEach(() => vi.useRealTimers());

async function start(images: Parameters<typeof startPictureStore>[0] = {}) {
  const site = await startPictureStore(images);
  /** A process of its own: makes a file of the picture with this letter. */
  const open = (store = site.store) => {
    const makeFile = createFileMaker(store, site.log);
    return async (letter: string, file: string) => {
      const row = await findPicture(store.database.db, keyOf(letter));
      return row && makeFile(row, file);
    };
  };
  return { ...site, open };
}

/** An encoder that counts its work, and does it when the test says so. */
function slowEncoder() {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const asked: string[] = [];
  const encode = (name: string) => {
    asked.push(name);
    return promise;
  };
  return {
    asked,
    finish: () => resolve(Buffer.from("made")),
    images: {
      variant: (_master: Uint8Array, width: number, format: string) => encode(`${width}.${format}`),
      crop: () => encode("crop"),
    },
  };
}

describe("a requested file", () => {
  test.each([CARD, VARIANT])("is made once for parallel requests for %s", async (file) => {
    const encoder = slowEncoder();
    const { open, add, names } = await start(encoder.images);
    await add("a");
    const make = open();
    const all = [make("a", file), make("a", file), make("a", file)];
    await vi.waitFor(() => expect(encoder.asked).toHaveLength(1));
    encoder.finish();
    expect(await Promise.all(all)).toEqual(["made", "made", "made"]);
    expect([encoder.asked.length, names(keyOf("a"))]).toEqual([1, ["1200x800.jpg", file]]);
  });

  test("is made by two processes at the same time with one result", async () => {
    const { open, add, names } = await start();
    await add("a");
    expect(await Promise.all([open()("a", VARIANT), open()("a", VARIANT)])).toEqual(["made", "made"]);
    expect(names(keyOf("a"))).toEqual(["1200x800.jpg", VARIANT]);
  });

  test.each([
    ["of no step", "641.avif", {}],
    ["wider than the picture", "1280.avif", {}],
    ["written in another way", "0640.avif", {}],
    ["of another format", "640.jpg", {}],
    ["around another point", cropFile("card", 0.1, 0.5), {}],
    ["of no known shape", "banner-50-50.jpg", {}],
    ["of a picture that is too small", CARD, { width: 500, height: 300 }],
  ])("%s is unknown, and nothing is made", async (_what, file, picture) => {
    const { open, add, files } = await start();
    await add("a", picture);
    expect([await open()("a", file), files.size]).toEqual(["unknown", 1]);
  });

  test("of a picture whose master is gone is not made", async () => {
    const { open, add, files } = await start();
    await add("a");
    files.clear();
    expect([await open()("a", CARD), await open()("a", VARIANT), files.size]).toEqual(["later", "later", 0]);
  });

  test("of a picture that was deleted in the meantime does not stay behind", async () => {
    const encoder = slowEncoder();
    const { open, store, add, files } = await start(encoder.images);
    await add("a");
    const made = open()("a", VARIANT);
    await vi.waitFor(() => expect(encoder.asked).toHaveLength(1));
    await store.database.db.deleteFrom("picture").execute();
    encoder.finish();
    expect([await made, files.size]).toEqual(["later", 0]);
  });
});

describe("a file that cannot be made", () => {
  test("because the master is broken is not tried again for ten seconds, and others are made", async () => {
    let [isBroken, tries] = [true, 0];
    const { open, add, store, warnings } = await start({
      variant: async () => {
        tries += 1;
        if (isBroken) throw new ImageError("unreadable", "It cannot be read.");
        return Buffer.from("made");
      },
    });
    await add("a");
    const make = open();
    expect([await make("a", VARIANT), await make("a", VARIANT), tries]).toEqual(["later", "later", 1]);
    isBroken = false;
    expect(await make("a", CARD)).toBe("made");
    store.clock.advance(PAUSE_MS);
    expect(await make("a", VARIANT)).toBe("made");
    expect(warnings).toEqual(["a size of a picture could not be made"]);
  });

  test("because the disk is full is not tried again for ten seconds, nor is any other", async () => {
    const { open, store, add, warnings } = await start();
    await add("a");
    let isFull = true;
    let puts = 0;
    const put = async (name: string, bytes: Uint8Array) => {
      puts += 1;
      if (isFull) throw new Error("no space");
      await store.storage.put(name, bytes);
    };
    const make = open({ ...store, storage: { ...store.storage, put } });
    const all = ["160.avif", "160.webp", "320.avif", VARIANT, CARD].map((file) => make("a", file));
    expect(new Set(await Promise.all(all))).toEqual(new Set(["later"]));
    expect(puts, "only those that had started").toBeLessThanOrEqual(2);
    isFull = false;
    expect(await make("a", VARIANT)).toBe("later");
    store.clock.advance(PAUSE_MS);
    expect(await make("a", VARIANT)).toBe("made");
    expect(warnings.length).toBeLessThanOrEqual(2);
  });

  test("because the worker is too busy is made later", async () => {
    let isBusy = true;
    const { open, add, store } = await start({
      variant: async () => {
        if (isBusy) throw new ImagesUnavailableError("Too many pictures are waiting.", 5);
        return Buffer.from("made");
      },
    });
    await add("a");
    const make = open();
    expect(await make("a", VARIANT)).toBe("later");
    isBusy = false;
    store.clock.advance(PAUSE_MS);
    expect(await make("a", VARIANT)).toBe("made");
  });
});

describe("many files requested together", () => {
  test("are made two at a time, and a reader waits a second at most for a variant", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const encoder = slowEncoder();
    const { open, add, names } = await start(encoder.images);
    await add("a");
    const make = open();
    const files = ["160.avif", "320.avif", VARIANT, "960.avif"];
    const all = files.map((file) => make("a", file));
    await vi.waitFor(() => expect(encoder.asked).toHaveLength(2));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(all)).toEqual(["later", "later", "later", "later"]);
    expect(encoder.asked).toHaveLength(2);
    encoder.finish();
    // They are made although no request waits for them now.
    await vi.waitFor(() => expect(names(keyOf("a"))).toEqual(["1200x800.jpg", ...files]));
  });

  test("are bounded: of a thousand a hundred wait, and the others get the master", async () => {
    const encoder = slowEncoder();
    const { open, add, store } = await start(encoder.images);
    for (let number = 0; number < 26; number += 1) await add(String.fromCharCode(97 + number));
    const make = open();
    const crop = make("z", CARD);
    await vi.waitFor(() => expect(encoder.asked).toEqual(["crop"]));
    const widths = [160, 320, 640, 960, 1_200];
    const wanted = [...Array(25).keys()].flatMap((number) =>
      widths.flatMap((width) => ["avif", "webp"].map((format) => [number, `${width}.${format}`] as const)),
    );
    let rejected = 0;
    const all = wanted.map(async ([number, file]) => {
      const outcome = await make(String.fromCharCode(97 + number), file);
      if (outcome === "later") rejected += 1;
      return outcome;
    });
    await vi.waitFor(() => expect(rejected).toBe(wanted.length - 99));
    encoder.finish();
    expect(await crop).toBe("made");
    await Promise.all(all);
    expect(encoder.asked).toHaveLength(100);
    expect(await findPicture(store.database.db, keyOf("a"))).toMatchObject({ has_variants: 0 });
  });
});
