import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { PictureRow } from "#features/media/tables.ts";
import type { Storage } from "#platform/storage.ts";
import type { Archive } from "../archive.ts";
import { type Background, readPictures, storedName } from "../reading.ts";

/** What an export is made from and reports to. `db`: one state of the database. */
export type ExportWork = Background & {
  db: Kysely<Tables>;
  storage: Pick<Storage, "read">;
  archive: Archive;
  withSubscribers: boolean;
  /** Counts a written thing by its kind, as in `articles`. */
  wrote: (kind: string, count?: number) => void;
  /** Counts what the format can't hold, as in `newsletter issues`. */
  lost: (what: string, count?: number) => void;
};

/** Writes everything that a format can hold into an archive, a bounded part of it at a time. */
export type FormatWriter = (work: ExportWork) => Promise<void>;

/** Lines of JSON from values. */
export async function* jsonLines(values: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string, void> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Copies the pictures of the library. A picture whose file the store has lost is counted as lost. */
export async function writePictures(work: ExportWork, pathOf: (picture: PictureRow) => string): Promise<void> {
  for await (const rows of readPictures(work.db))
    for (const row of rows) {
      const file = await work.storage.read(storedName(row));
      if (file) await work.archive.add(pathOf(row), file.stream, { at: row.created_at, isPacked: true });
      if (file) work.wrote("pictures");
      else work.lost("pictures whose files are missing in the store");
    }
}
