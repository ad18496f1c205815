import type { Generated } from "kysely";

declare module "#db/tables.ts" {
  interface Tables {
    holding: HoldingTable;
    published_version: PublishedVersionTable;
    published_day: PublishedDayTable;
  }
}

export type HoldingTable = {
  id: Generated<number>;
  account_id: number;
  /** A ticker: `BTC`. */
  symbol: string;
  /** First and last day in the newsroom's time zone: `2026-11-23`. Null while it is held. */
  from_day: string;
  to_day: string | null;
};

/**
 * A version of an article that readers could see, or its removal (features/record). Rows are only added, except that a
 * scheduled version may be replaced before its time.
 */
export type PublishedVersionTable = {
  article_id: number;
  n: number;
  /** When readers first saw it; in the future for a scheduled publication. */
  at: number;
  kind: "publication" | "recorded" | "change" | "minor" | "correction" | "disclosure" | "removal" | "return";
  /** The editor's reason, or the text of a correction. */
  reason: string;
  position: "top" | "bottom" | null;
  /** SHA-256 of what was published (features/record/serialize.ts); null for a removal. */
  content_hash: string | null;
  previous_hash: string | null;
  /** JSON: what its authors held then and no earlier version disclosed, by account; null for nothing. */
  disclosures: Generated<string | null>;
  /** SHA-256 of all of the above. */
  hash: string;
  /** The version that `body` is a change of; null if it is complete. */
  base_n: number | null;
  /** How it differs from the previous version, compressed; null if there is nothing to show. */
  diff: string | null;
  /** What was published, compressed; null while the article itself, or another version, has it. */
  body: string | null;
};

/** The head of a past day: SHA-256 over the hashes of its versions and the previous head. `day` in UTC. */
export type PublishedDayTable = { day: string; versions: number; previous_head: string | null; head: string };
