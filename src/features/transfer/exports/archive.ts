import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { flush } from "#platform/storage.ts";

/** A text, or parts of one as they are made. */
type Content = string | AsyncIterable<string | Uint8Array>;
type EntryOptions = { at?: number | null; isPacked?: boolean };

/** A zip that is being written. */
export type Archive = {
  /**
   * Adds a file; resolves once it is written, so that one file at a time is in memory. `at`: epoch milliseconds of its last
   * change. `isPacked`: compressing it is useless.
   */
  add: (path: string, content: Content, options?: EntryOptions) => Promise<void>;
};

/**
 * Writes a zip: the file appears at `path` once it is complete and on the disk. Throws what `fill` and the file system throw,
 * and leaves nothing behind then. Returns its size in bytes.
 */
export async function writeArchive(
  path: string,
  now: number,
  fill: (archive: Archive) => Promise<void>,
): Promise<number> {
  const partial = `${path}.partial`;
  const zip = new ZipFile();
  const output = createWriteStream(partial, { mode: 0o600 });
  const written = finished(zip.outputStream.pipe(output));
  const failed = new Promise<never>((_resolve, reject) => {
    written.catch(reject);
    zip.on("error", reject);
  });
  failed.catch(() => undefined);
  const add = async (name: string, content: Content, { at, isPacked = false }: EntryOptions = {}) => {
    const source = Readable.from(typeof content === "string" ? [Buffer.from(content)] : bytesOf(content));
    const options = { mtime: new Date(at ?? now), mode: 0o100600, compress: !isPacked };
    // The zip holds its functions until its end: they must not hold the contents.
    const given = { source: source as Readable | null };
    zip.addReadStreamLazy(name, options, (use) => {
      const next = given.source;
      given.source = null;
      if (next) use(null, next);
    });
    await Promise.race([finished(source), failed]);
  };
  try {
    await fill({ add });
    zip.end();
    await Promise.race([written, failed]);
    await flush(partial);
    await rename(partial, path);
  } catch (error) {
    output.destroy();
    await rm(partial, { force: true });
    throw error;
  }
  return (await stat(path)).size;
}

async function* bytesOf(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content) yield typeof part === "string" ? Buffer.from(part) : part;
}
