import { openFiles, type SourceFiles } from "../../sources/files.ts";
import type { ImportKind, Read, Source, SourceOptions } from "../../sources/items.ts";
import { findSource } from "../../sources/registry.ts";

/** A source that is being read. */
export type Reader = AsyncDisposable & {
  source: Source;
  files: SourceFiles;
  /** How many items were read. */
  position: () => number;
  /** Undefined after the last one. */
  next: () => Promise<Read | undefined>;
};

type Opening = { path: string; name: string; kind: ImportKind | null; options: SourceOptions; from: number };

/** Opens a source and skips what was read before. Throws SourceError. */
export async function openReader({ path, name, kind, options, from }: Opening): Promise<Reader> {
  const files = await openFiles([path], name);
  try {
    const source = await findSource(files, kind ?? undefined);
    const items = source.read(files, options)[Symbol.asyncIterator]();
    let position = 0;
    const next = async () => {
      const { value, done } = await items.next();
      if (done) return undefined;
      position += 1;
      return value as Read;
    };
    while (position < from) if ((await next()) === undefined) break;
    const close = async () => {
      await items.return?.();
      await files[Symbol.asyncDispose]();
    };
    return { source, files, position: () => position, next, [Symbol.asyncDispose]: close };
  } catch (error) {
    await files[Symbol.asyncDispose]();
    throw error;
  }
}
