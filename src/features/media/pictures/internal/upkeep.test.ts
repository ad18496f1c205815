import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { ImageError, type Images, ImagesUnavailableError } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import { cropFile } from "#shared/pictures.ts";
import { testClock } from "#test/support/clock.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { cropMaker } from "../routes.ts";
import { createOrphanSweep, makeMissingVariants } from "./upkeep.ts";

const DAY = 24 * 60 * 60_000;
const keyOf = (letter: string) => letter.repeat(24);
const CARD = cropFile("card", 0.5, 0.5);

/** A store in memory. Encoding succeeds immediately unless a test overrides it. */
async function start(images: Partial<Images> = {}) {
  const database = await openSqliteForTest();
  const clock = testClock();
  const files = new Map<string, Uint8Array>();
  const warnings: string[] = [];
  const storage: Storage = {
    put: async (name, bytes) => void files.set(name, bytes),
    read: async (name) => {
      const bytes = files.get(name);
      return bytes ? { size: bytes.length, stream: Readable.from([Buffer.from(bytes)]) } : null;
    },
    removeFolder: async (folder) => {
      for (const name of files.keys()) if (name.startsWith(`${folder}/`)) files.delete(name);
    },
    remove: async (name) => void files.delete(name),
    list: async function* () {
      for (const name of files.keys()) yield { name, changedAt: clock.now() - 2 * DAY };
    },
  };
  const unused = () => Promise.reject(new Error("not asked for"));
  const made: Images = {
    master: unused,
    variant: async (_master, width, format) => Buffer.from(`${width}.${format}`),
    crop: async () => Buffer.from("crop"),
    icon: unused,
    close: () => {},
    ...images,
  };
  return {
    store: { database, storage, images: made, clock },
    files,
    warnings,
    log: { warn: (_details: object, message: string) => void warnings.push(message) },
    names: (key: string) => [...files.keys()].filter((name) => name.startsWith(key)).map((name) => name.slice(25)),
    add: (letter: string, change: object = {}) => add(database, files, keyOf(letter), change),
    state: async () => {
      const rows = await database.db.selectFrom("picture").select(["key", "has_variants"]).orderBy("id").execute();
      return rows.map(({ key, has_variants }) => [key.slice(0, 1), has_variants]);
    },
  };
}

async function add(database: Database, files: Map<string, Uint8Array>, key: string, change: object): Promise<void> {
  const about = { name: "", alt: "", caption: "", credit: "", licence: "", words: "", uploaded_by: null };
  const size = { width: 1_200, height: 800, fallback_format: "jpg" as const, has_variants: 0 as const, size: 6 };
  const row = { key, sha256: key, created_at: 0, focal_x: 0.5, focal_y: 0.5, ...about, ...size, ...change };
  await database.db.insertInto("picture").values(row).execute();
  files.set(`${key}/${row.width}x${row.height}.jpg`, Buffer.from(`master of ${key}`));
}

describe("missing variants", () => {
  test("are made of every picture, newest first, and none of them twice", async () => {
    const masters: string[] = [];
    const { store, log, add, names, state } = await start({
      variant: async (master) => {
        masters.push(Buffer.from(master).toString().slice(-1));
        return Buffer.from("");
      },
    });
    await add("a", { width: 160, height: 90 });
    await add("b", { width: 160, height: 90 });
    await makeMissingVariants(store, log, () => false);
    expect(masters).toEqual(["b", "b", "a", "a"]);
    expect(names(keyOf("a"))).toEqual(["160x90.jpg", "160.avif", "160.webp"]);
    expect(await state()).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
    await makeMissingVariants(store, log, () => false);
    expect(masters).toHaveLength(4);
  });

  test("of a picture that cannot be encoded are told of, keep no other picture waiting, and are tried again", async () => {
    let isBroken = true;
    const { store, log, add, state, warnings } = await start({
      variant: async (master) => {
        const isOurs = Buffer.from(master).toString().endsWith("b");
        if (isBroken && isOurs) throw new ImageError("unreadable", "It cannot be encoded.");
        return Buffer.from("");
      },
    });
    for (const letter of ["a", "b", "c"]) await add(letter);
    await makeMissingVariants(store, log, () => false);
    expect(warnings).toEqual(["variants of a picture could not be made"]);
    expect(await state()).toEqual([
      ["a", 1],
      ["b", 0],
      ["c", 1],
    ]);
    isBroken = false;
    await makeMissingVariants(store, log, () => false);
    expect(await state()).toContainEqual(["b", 1]);
  });

  test("wait where the store is at fault, which is no picture's", async () => {
    const { store, log, add, state, warnings } = await start();
    await add("a");
    const full = { ...store, storage: { ...store.storage, put: () => Promise.reject(new Error("no space")) } };
    await expect(makeMissingVariants(full, log, () => false)).rejects.toThrow("no space");
    expect([await state(), warnings]).toEqual([[["a", 0]], []]);
  });

  test("end with the server, and what that interrupts is not told of as a failure", async () => {
    let isStopping = false;
    const { store, log, add, state, warnings } = await start({
      variant: () => {
        isStopping = true;
        return Promise.reject(new ImageError("unreadable", "The worker was stopped."));
      },
    });
    await add("a");
    await add("b");
    await makeMissingVariants(store, log, () => isStopping);
    expect([await state(), warnings]).toEqual([
      [
        ["a", 0],
        ["b", 0],
      ],
      [],
    ]);
  });

  test("of a picture whose file is gone are not tried for ever", async () => {
    const { store, log, add, files, state } = await start();
    await add("a");
    files.clear();
    await makeMissingVariants(store, log, () => false);
    expect([await state(), files.size]).toEqual([[["a", 1]], 0]);
  });

  test("of a picture that was deleted meanwhile do not stay behind", async () => {
    const { store, log, add, files } = await start({
      variant: async () => {
        await store.database.db.deleteFrom("picture").execute();
        return Buffer.from("");
      },
    });
    await add("a");
    await makeMissingVariants(store, log, () => false);
    expect([...files.keys()]).toEqual([]);
  });
});

test("a sweep that the store interrupts begins again", async () => {
  const { store, log, add, files } = await start();
  await add("a");
  files.set(`${keyOf("f")}/9x9.jpg`, Buffer.from(""));
  let isAway = true;
  const list: Storage["list"] = async function* () {
    yield { name: `${keyOf("a")}/1200x800.jpg`, changedAt: 0 };
    if (isAway) throw new Error("the store is away");
    yield* store.storage.list();
  };
  const sweep = createOrphanSweep({ ...store, storage: { ...store.storage, list } }, log);
  await expect(sweep()).rejects.toThrow("the store is away");
  isAway = false;
  await sweep();
  expect([...files.keys()]).toEqual([`${keyOf("a")}/1200x800.jpg`]);
});

describe("a crop that is asked for", () => {
  test("is made once, however many ask for it at the same time", async () => {
    let crops = 0;
    const { store, add, names } = await start({
      crop: async () => {
        crops += 1;
        return Buffer.from("crop");
      },
    });
    await add("a");
    const make = cropMaker(store);
    expect(await Promise.all([make(keyOf("a"), CARD), make(keyOf("a"), CARD)])).toEqual([true, true]);
    expect([crops, names(keyOf("a"))]).toEqual([1, ["1200x800.jpg", CARD]]);
  });

  test.each([
    ["around another point", cropFile("card", 0.1, 0.5), {}],
    ["of no known shape", "banner-50-50.jpg", {}],
    ["of a picture that is too small", CARD, { width: 500, height: 300 }],
  ])("%s is not made", async (_what, file, picture) => {
    const { store, add, files } = await start();
    await add("a", picture);
    expect([await cropMaker(store)(keyOf("a"), file), files.size]).toEqual([false, 1]);
  });

  test("of no picture, or of one whose file is gone, is not made", async () => {
    const { store, add, files } = await start();
    await add("a");
    files.clear();
    const make = cropMaker(store);
    expect([await make(keyOf("a"), CARD), await make(keyOf("b"), CARD)]).toEqual([false, false]);
  });

  test.each([
    ["the picture cannot be cropped", new ImageError("unreadable", "It cannot be cropped.")],
    ["the worker is too busy", new ImagesUnavailableError("Too many wait.", 5)],
  ])("is not made for now where %s, and may be asked for again", async (_why, error) => {
    let isBroken = true;
    const { store, add } = await start({
      crop: () => (isBroken ? Promise.reject(error) : Promise.resolve(Buffer.from("crop"))),
    });
    await add("a");
    const make = cropMaker(store);
    expect(await make(keyOf("a"), CARD)).toBe(false);
    isBroken = false;
    expect(await make(keyOf("a"), CARD)).toBe(true);
  });

  test("fails with the store, once", async () => {
    const { store, add } = await start();
    await add("a");
    let puts = 0;
    const put = () => {
      puts += 1;
      return puts === 1 ? Promise.reject(new Error("no space")) : Promise.resolve();
    };
    const make = cropMaker({ ...store, storage: { ...store.storage, put } });
    await expect(make(keyOf("a"), CARD)).rejects.toThrow("no space");
    expect(await make(keyOf("a"), CARD)).toBe(true);
  });

  test("is left to later where four others are being made: nobody occupies the worker by asking", async () => {
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    const { store, add } = await start({ crop: () => promise });
    for (const letter of ["a", "b", "c", "d", "e"]) await add(letter);
    const make = cropMaker(store);
    const running = ["a", "b", "c", "d"].map((letter) => make(keyOf(letter), CARD));
    expect(await make(keyOf("e"), CARD)).toBe(false);
    const joined = make(keyOf("a"), CARD);
    resolve(Buffer.from("crop"));
    expect(await Promise.all([...running, joined])).toEqual([true, true, true, true, true]);
    expect(await make(keyOf("e"), CARD)).toBe(true);
  });
});
