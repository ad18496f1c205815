import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RetryLaterError } from "#features/tasks/rules.ts";
import { RemoteError } from "#platform/remote-fetch.ts";
import { fetchFeed } from "../../sources/feed/fetch.ts";
import { SourceError } from "../../sources/items.ts";
import type { ImportRow } from "../../tables.ts";
import type { WorkOrder } from "../commands.ts";
import { findImport } from "../queries.ts";
import { pathOf } from "../uploads.ts";
import { type EngineParts, isOrdered } from "./engine.ts";

/**
 * Stores all pages of a feed as the files of an import, until it is cancelled. Throws SourceError, and RetryLaterError while its
 * host fails.
 */
export async function fetchFiles(parts: EngineParts, row: ImportRow, order: WorkOrder): Promise<void> {
  const path = pathOf(await parts.folder(), row);
  // What an earlier attempt has left may be a part of another state of the feed.
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  try {
    for await (const file of fetchFeed(parts.readRemote, row.url)) {
      if (!isOrdered(await findImport(parts.database.db, row.id), order)) return;
      await writeFile(join(path, file.path), file.text);
    }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    throw error.isFinal ? new SourceError(error.message, { cause: error }) : new RetryLaterError(error.message);
  }
}
