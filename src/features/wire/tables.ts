import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { OffReason, RuleEffect, StoryState } from "./rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    wire_source: WireSourceTable;
    wire_story: WireStoryTable;
    wire_item: WireItemTable;
    wire_rule: WireRuleTable;
  }
}

/** A feed. Times are epoch milliseconds. */
export type WireSourceTable = {
  id: Generated<number>;
  url: string;
  title: string;
  /** The page that it is the feed of. */
  site_url: string;
  /** Of the drafts that are made of its stories; null for the oldest one. */
  category_id: Generated<number | null>;
  is_active: Flag;
  /** Why the program switched it off. */
  off_because: Generated<OffReason>;
  created_at: number;
  due_at: number;
  /** How often the feed asks to be fetched; null if it does not say. */
  every_minutes: number | null;
  /** The validators and the hash of the last body. */
  etag: Generated<string>;
  last_modified: Generated<string>;
  body_hash: Generated<string>;
  polled_at: number | null;
  succeeded_at: number | null;
  /** When its feed was last parsed. Unchanged responses are not parsed. */
  read_at: Generated<number | null>;
  /** Why the last fetch failed. */
  error: Generated<string>;
  failures: Generated<number>;
  failing_since: number | null;
  /** Where changes can be subscribed to, what is subscribed to, and the secret part of the address that the hub calls. */
  hub_url: Generated<string>;
  hub_topic: Generated<string>;
  hub_token: string;
  /** Until when the hub sends changes, and when to ask it next. */
  hub_until: number | null;
  hub_due_at: number | null;
  hub_failures: Generated<number>;
};
export type WireSourceRow = Selectable<WireSourceTable>;

/** What editors decide on: one item, or several that report the same. */
export type WireStoryTable = {
  id: Generated<number>;
  state: StoryState;
  /** JSON list of the names that rules gave it. */
  topics: string;
  /** The draft that was made of it. */
  article_id: number | null;
  published_at: number;
};

/** An entry of a feed, as plain text. */
export type WireItemTable = {
  id: Generated<number>;
  source_id: number;
  story_id: number;
  /** Hashes by which the same entry, address and title are found; the last two are empty for none. */
  entry_hash: string;
  address: string;
  address_hash: string;
  title: string;
  title_hash: string;
  summary: string;
  author: string;
  language: string;
  /** What searches and rules compare. */
  words: string;
  published_at: number;
  /** When the feed was last known to list it, by the day. */
  seen_at: number;
};
export type WireItemRow = Selectable<WireItemTable>;

export type WireRuleTable = {
  id: Generated<number>;
  /** JSON list; an item with any of them matches. */
  words: string;
  effect: RuleEffect;
  /** The topic that drafts get; empty for a rule that mutes. */
  topic: string;
  created_at: number;
};
export type WireRuleRow = Selectable<WireRuleTable>;
