import { Readable } from "node:stream";
import type { SourceFiles } from "#features/transfer/sources/files.ts";
import type { Item, Read, Source, SourceOptions, TextItem } from "#features/transfer/sources/items.ts";

/** The files of an import, in memory. */
export function sourceFiles(given: Readonly<Record<string, string | Buffer>>, name = "export"): SourceFiles {
  const entries = Object.entries(given)
    .map(([path, text]) => {
      const bytes = Buffer.from(text);
      return { path, size: bytes.length, open: async () => Readable.from([bytes]) };
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    name,
    entries,
    find: (path) => entries.find((entry) => entry.path === path),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Everything that a source yields. */
export async function readAll(source: Source, files: SourceFiles, options?: SourceOptions): Promise<Read[]> {
  const all: Read[] = [];
  for await (const item of source.read(files, options)) all.push(item);
  return all;
}

type Kinds = { [Kind in Read["kind"]]: Kind extends TextItem["kind"] ? TextItem : Extract<Read, { kind: Kind }> };

export const itemsOf = <Kind extends Read["kind"]>(all: readonly Read[], kind: Kind) =>
  all.filter(({ kind: own }) => own === kind) as Kinds[Kind][];

/** The posts and pages of some files. */
export async function textsOf(source: Source, given: Readonly<Record<string, string | Buffer>>): Promise<TextItem[]> {
  const all = await readAll(source, sourceFiles(given));
  return all.filter((item): item is Extract<Item, TextItem> => item.kind === "post" || item.kind === "page");
}
