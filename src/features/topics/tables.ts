import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { TopicKind } from "./rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    topic: TopicTable;
    topic_alias: TopicAliasTable;
  }
}

export type TopicTable = {
  id: Generated<number>;
  name: string;
  /** By `nameKey`; unique, also among aliases. */
  name_key: string;
  /** The folded name, which searches compare. */
  search_key: Generated<string>;
  slug: string;
  kind: Generated<TopicKind>;
  description: Generated<string>;
  image_url: Generated<string>;
  /** 0: named by an article only. 1: an editor added or changed it. */
  is_curated: Generated<Flag>;
};

/** Another name of a topic, such as a former one. `alias_key` is made by `nameKey`; searches compare `search_key`. */
export type TopicAliasTable = { alias_key: string; topic_id: number; name: string; search_key: Generated<string> };

export type TopicRow = Selectable<TopicTable>;
