import { Readable } from "node:stream";
import type { Database } from "#db/open.ts";
import type { Images } from "#platform/images.ts";
import type { Storage } from "#platform/storage.ts";
import { testClock } from "./clock.ts";
import { openSqliteForTest } from "./engines.ts";

const DAY = 24 * 60 * 60_000;
/** The key of a picture that a test names by a letter. */
export const keyOf = (letter: string) => letter.repeat(24);

/** A picture store in memory. Encoding succeeds immediately unless a test overrides it. */
export async function startPictureStore(images: Partial<Images> = {}) {
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
    card: unused,
    typeface: unused,
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
  const about = { name: "", alt: "", caption: "", credit: "", licence: "", words: "", uploaded_by: 1 };
  const size = { width: 1_200, height: 800, fallback_format: "jpg" as const, has_variants: 0 as const, size: 6 };
  const row = { key, sha256: key, created_at: 0, focal_x: 0.5, focal_y: 0.5, ...about, ...size, ...change };
  await database.db.insertInto("picture").values(row).execute();
  files.set(`${key}/${row.width}x${row.height}.jpg`, Buffer.from(`master of ${key}`));
}
