import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { ExportFormat } from "./exports/rules.ts";
import type { ImportState, Work } from "./imports/rules.ts";
import type { Finding, ImportKind, Item } from "./sources/items.ts";

declare module "#db/tables.ts" {
  interface Tables {
    import: ImportTable;
    import_item: ImportItemTable;
    import_address: ImportAddressTable;
    import_finding: ImportFindingTable;
    import_subscriber: ImportSubscriberTable;
    import_update: ImportUpdateTable;
    publication_export: PublicationExportTable;
  }
}

/** A file that is, or was, imported. Times in epoch milliseconds. */
export type ImportTable = {
  id: Generated<number>;
  /** Null until it is recognized. */
  kind: ImportKind | null;
  /** The file's name, or the address of a feed. */
  name: string;
  /** What identifies the source in a later import: kind and site. Unique to the import until its check ends. */
  source: string;
  /** JSON: address, name and language of the source's site. */
  site: Generated<string>;
  state: ImportState;
  /** What a task does with it now; empty for nothing. At most one import is worked on. */
  work: Generated<Work | "">;
  /** The folder for files, of one or several processes, that has the file. */
  node: string;
  /** The file's name in that folder. */
  file: string;
  size: number;
  /** The address of a feed; else empty. */
  url: Generated<string>;
  done: Generated<number>;
  total: Generated<number>;
  work_started_at: number | null;
  /** JSON: `ImportCounts`. */
  counts: Generated<string>;
  /** JSON: `Differences`. */
  differences: Generated<string>;
  /** JSON: the first articles as readers will see them. */
  samples: Generated<string>;
  /** JSON: how the columns of lists of subscribers are understood, and what people answered to questions about them. */
  mappings: Generated<string>;
  answers: Generated<string>;
  /** How many there are; only the first ones are stored. */
  findings: Generated<number>;
  /** JSON: the titles of what an undo has left because people have edited it. */
  kept: Generated<string>;
  /** Why it failed; else empty. */
  error: Generated<string>;
  /** The account, which may be deleted; null for the operator. */
  created_by: number | null;
  created_at: number;
  checked_at: number | null;
  staged_at: number | null;
  released_at: number | null;
  finished_at: number | null;
};
export type ImportRow = Selectable<ImportTable>;

/** Something in a source, by the source's own key, across imports of the same source. */
export type ImportItemTable = {
  id: Generated<number>;
  source: string;
  kind: Item["kind"];
  /** The source's key; hashed for people on the list. */
  key: string;
  /** The last import that read it, and the hash of what it read. */
  seen_by: number;
  seen_hash: string;
  title: string;
  /** JSON: the item as read last, without its text. */
  data: string;
  /** The import that stored it; null until then. */
  import_id: number | null;
  /** The hash of what was stored. */
  hash: Generated<string>;
  target_kind: Generated<TargetKind | "">;
  /** The id of what it became, which may be reserved and not stored yet. */
  target_id: number | null;
  /** Whether it became something new: an undo removes nothing else. */
  is_added: Generated<Flag>;
  /** Whether the target is stored. */
  is_stored: Generated<Flag>;
  /** The topic that was added for a tag that is a category too; null if none was. */
  topic_id: Generated<number | null>;
  /** The version that the import wrote: another one was edited by a person. Of people, whether they were put on the list. */
  version: number | null;
};
export type ImportItemRow = Selectable<ImportItemTable>;
export type TargetKind =
  | "article"
  | "page"
  | "author"
  | "topic"
  | "category"
  | "series"
  | "issue"
  | "picture"
  | "subscriber"
  | "redirect";

/** The old addresses of items, as links and pictures of the source name them. */
export type ImportAddressTable = { source: string; address: string; item_id: number };

export type ImportFindingTable = {
  import_id: number;
  n: number;
  level: Finding["level"];
  item: string;
  message: string;
};

/** A person who joins the list when the import is released; removed then. */
export type ImportSubscriberTable = {
  id: Generated<number>;
  import_id: number;
  item_id: number;
  email: string;
  name: string;
  is_subscribed: Flag;
  since: number | null;
};

/** A change of an article or page that readers have, which the release of a later import stores. */
export type ImportUpdateTable = { item_id: number; import_id: number /** JSON */; fields: string };

/** An export, until a week after it. At most one is running. */
export type PublicationExportTable = {
  id: Generated<number>;
  format: ExportFormat;
  includes_subscribers: Flag;
  state: "running" | "done" | "failed";
  /** The name of the zip on the machine that made it; random. */
  file: string;
  started_at: number;
  /** The account, which may be deleted. */
  started_by: number | null;
  finished_at: number | null;
  /** Documents and pictures written so far, and all. */
  done: Generated<number>;
  total: Generated<number>;
  bytes: Generated<number>;
  /** JSON: what it holds and what its format can't hold; empty until it is done. */
  report: Generated<string>;
  error: Generated<string>;
};
export type ExportRow = Selectable<PublicationExportTable>;
