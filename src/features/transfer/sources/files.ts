import { createReadStream } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import yauzl, { type Entry, type Options, type ZipFile } from "yauzl";
import { type SourceEntry, SourceError, type SourceFiles } from "./items.ts";

export type { SourceEntry, SourceFiles } from "./items.ts";

/** More files than any export has. */
const MAX_ENTRIES = 200_000;
const MAX_DEPTH = 32;
/** A larger file that is compressed more than this is a bomb: text and JSON reach 20, empty tables 200. */
const MAX_RATIO = 500;
const RATIO_APPLIES_FROM = 50 * 1024 * 1024;
const ZIP_MAGIC = Buffer.from("PK\u0003\u0004");
/** Files that operating systems add. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Opens files, folders and zips, which become one list. Zips in zips stay files. Links are not followed. Throws SourceError
 * for a damaged or hostile zip, and for too many files.
 */
export async function openFiles(paths: readonly string[], name: string): Promise<SourceFiles> {
  const zips: ZipFile[] = [];
  const closeAll = () => {
    for (const zip of zips) zip.close();
  };
  const entries: SourceEntry[] = [];
  const add = (entry: SourceEntry) => {
    if (IGNORED.test(entry.path)) return;
    if (entries.push(entry) > MAX_ENTRIES) throw new SourceError(`It has more than ${MAX_ENTRIES} files.`);
  };
  try {
    for (const path of paths) {
      const info = await lstat(path);
      if (info.isDirectory()) await addFolder(path, "", 0, add);
      else if (await isZip(path)) zips.push(await addZip(path, info.size, add));
      else if (info.isFile()) add(fileEntry(path, basename(path), info.size));
      else throw new SourceError(`${basename(path)} is neither a file nor a folder.`);
    }
  } catch (error) {
    closeAll();
    throw error;
  }
  entries.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return { name, entries, find: (path) => byPath.get(path), [Symbol.asyncDispose]: async () => closeAll() };
}

const fileEntry = (file: string, path: string, size: number): SourceEntry => ({
  path,
  size,
  open: async () => createReadStream(file),
});

async function addFolder(root: string, below: string, depth: number, add: (entry: SourceEntry) => void): Promise<void> {
  if (depth > MAX_DEPTH) throw new SourceError("Its folders are nested too deeply.");
  for (const found of await readdir(join(root, below), { withFileTypes: true })) {
    const path = below === "" ? found.name : `${below}/${found.name}`;
    if (found.isDirectory()) await addFolder(root, path, depth + 1, add);
    else if (found.isFile()) add(fileEntry(join(root, path), path, (await lstat(join(root, path))).size));
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ZIP_MAGIC.length), 0, ZIP_MAGIC.length, 0);
    return bytesRead === ZIP_MAGIC.length && buffer.equals(ZIP_MAGIC);
  } finally {
    await file.close();
  }
}

const openZip = promisify<string, Options, ZipFile>(yauzl.open);

async function addZip(path: string, size: number, add: (entry: SourceEntry) => void): Promise<ZipFile> {
  const damaged = (cause: unknown) =>
    cause instanceof SourceError
      ? cause
      : new SourceError("The zip is damaged, or its names are not permitted.", { cause });
  const zip = await openZip(path, { lazyEntries: true, autoClose: false }).catch((error) => {
    throw damaged(error);
  });
  let total = 0;
  const openEntry = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  try {
    await new Promise<void>((resolve, reject) => {
      zip.on("error", reject).on("end", resolve);
      zip.on("entry", (entry: Entry) => {
        try {
          if (!entry.fileName.endsWith("/")) {
            rejectHostile(entry);
            total += entry.uncompressedSize;
            // Entries may share their data.
            if (total > RATIO_APPLIES_FROM && total > MAX_RATIO * size)
              throw new SourceError("The zip is compressed too much to be read safely.");
            add({ path: entry.fileName, size: entry.uncompressedSize, open: () => openEntry(entry) });
          }
          zip.readEntry();
        } catch (error) {
          reject(error);
        }
      });
      zip.readEntry();
    });
  } catch (error) {
    zip.close();
    throw damaged(error);
  }
  return zip;
}

function rejectHostile({ fileName, generalPurposeBitFlag, uncompressedSize, compressedSize }: Entry): void {
  if ((generalPurposeBitFlag & 1) !== 0) throw new SourceError("The zip has a password.");
  if (uncompressedSize > RATIO_APPLIES_FROM && uncompressedSize > MAX_RATIO * compressedSize)
    throw new SourceError(`${fileName} in the zip is compressed too much to be read safely.`);
}

/**
 * Reads a file as text, in any encoding of `decodeText`. Throws SourceError if it has more than `maxBytes`, or if the zip is
 * damaged.
 */
export const readText = async (entry: SourceEntry, maxBytes: number): Promise<string> =>
  decodeText(await readBytes(entry, maxBytes)).text;

/** Reads a file. Throws SourceError if it has more than `maxBytes`, or if the zip is damaged. */
export async function readBytes({ path, size, open }: SourceEntry, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new SourceError(`${path} is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`);
  if (size > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of await open()) {
      chunks.push(chunk);
      read += chunk.length;
      if (read > maxBytes) throw tooLarge();
    }
  } catch (cause) {
    throw cause instanceof SourceError ? cause : new SourceError(`${path} cannot be read: it is damaged.`, { cause });
  }
  return Buffer.concat(chunks);
}

/**
 * Decodes UTF-8, UTF-16, and what is neither as Windows-1252, which every sequence of bytes is: `isGuessed`. The end may be
 * within a character.
 */
export function decodeText(bytes: Buffer): { text: string; isGuessed: boolean } {
  const decode = (encoding: string, fatal = false) =>
    new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true }).replaceAll("\u0000", "");
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decode("utf-16le"), isGuessed: false };
  if (first === 0xfe && second === 0xff) return { text: decode("utf-16be"), isGuessed: false };
  // Texts without a mark: every other byte of Latin letters is empty.
  if (bytes.length > 3 && (first === 0) !== (second === 0) && (bytes[2] === 0) === (first === 0))
    return { text: decode(first === 0 ? "utf-16be" : "utf-16le"), isGuessed: false };
  try {
    return { text: decode("utf-8", true), isGuessed: false };
  } catch {
    return { text: decode("windows-1252"), isGuessed: true };
  }
}

/** The first bytes of a file as text, for recognising it. Empty if it cannot be read. */
export async function peek(entry: SourceEntry, bytes = 4096): Promise<string> {
  try {
    const stream = await entry.open();
    let start = Buffer.alloc(0);
    for await (const chunk of stream) {
      start = Buffer.concat([start, chunk]);
      if (start.length >= bytes) break;
    }
    stream.destroy();
    return decodeText(start.subarray(0, bytes)).text;
  } catch {
    return "";
  }
}
