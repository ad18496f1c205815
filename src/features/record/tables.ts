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
  /** As a ticker has it: `BTC`. */
  symbol: string;
  /** Days of the newsroom, the first and the last: `2026-11-23`. Null while it is held. */
  from_day: string;
  to_day: string | null;
};

/**
 * A version of an article that readers could see, or its removal (features/record). Rows are only added, except for
 * what was to become public at a time and was changed before.
 */
export type PublishedVersionTable = {
  article_id: number;
  n: number;
  /** When readers first saw it; in the future for what is to be published then. */
  at: number;
  kind: "publication" | "recorded" | "change" | "minor" | "correction" | "disclosure" | "removal" | "return";
  /** Why, in the editor's words; of a correction, its text. */
  reason: string;
  position: "top" | "bottom" | null;
  /** SHA-256 of what was published (features/record/serialize.ts); null for a removal. */
  content_hash: string | null;
  previous_hash: string | null;
  /** JSON: what its authors held then and no version before it disclosed, by account; null for nothing. */
  disclosures: Generated<string | null>;
  /** SHA-256 of all of the above. */
  hash: string;
  /** The version that `body` is a change of; null where it is whole. */
  base_n: number | null;
  /** How it differs from the version before, compressed; null where there is nothing to say. */
  diff: string | null;
  /** What was published, compressed; null while the article itself, or another version, has it. */
  body: string | null;
};

/** The head of a day that is over: SHA-256 over the hashes of its versions and the head before. `day` in UTC. */
export type PublishedDayTable = { day: string; versions: number; previous_head: string | null; head: string };
