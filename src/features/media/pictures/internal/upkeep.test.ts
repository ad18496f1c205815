import { describe, expect, test } from "vitest";
import { ImageError } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import { keyOf, startPictureStore } from "#test/support/picture-store.ts";
import { createOrphanSweep, makeMissingVariants } from "./upkeep.ts";

describe("missing variants", () => {
  test("are made of every picture, newest first, and none of them twice", async () => {
    const masters: string[] = [];
    const { store, log, add, names, state } = await startPictureStore({
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

  test("of a picture without an uploader are left to its first readers", async () => {
    const { store, log, add, names, state } = await startPictureStore();
    await add("a", { uploaded_by: null });
    await makeMissingVariants(store, log, () => false);
    expect([names(keyOf("a")), await state()]).toEqual([["1200x800.jpg"], [["a", 0]]]);
  });

  test("of a picture that cannot be encoded are told of, keep no other picture waiting, and are tried again", async () => {
    let isBroken = true;
    const { store, log, add, state, warnings } = await startPictureStore({
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
    const { store, log, add, state, warnings } = await startPictureStore();
    await add("a");
    const full = { ...store, storage: { ...store.storage, put: () => Promise.reject(new Error("no space")) } };
    await expect(makeMissingVariants(full, log, () => false)).rejects.toThrow("no space");
    expect([await state(), warnings]).toEqual([[["a", 0]], []]);
  });

  test("end with the server, and what that interrupts is not told of as a failure", async () => {
    let isStopping = false;
    const { store, log, add, state, warnings } = await startPictureStore({
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
    const { store, log, add, files, state } = await startPictureStore();
    await add("a");
    files.clear();
    await makeMissingVariants(store, log, () => false);
    expect([await state(), files.size]).toEqual([[["a", 1]], 0]);
  });

  test("of a picture that was deleted meanwhile do not stay behind", async () => {
    const { store, log, add, files } = await startPictureStore({
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
  const { store, log, add, files } = await startPictureStore();
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
