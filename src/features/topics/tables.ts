import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { ColumnsOf } from "#shared/fields/fields.ts";
import type { TopicFields } from "./rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    topic: TopicTable;
    topic_alias: TopicAliasTable;
  }
}

type Columns = ColumnsOf<TopicFields>;
type WithDefault = "kind" | "description" | "image_url";
export type TopicTable = Omit<Columns, WithDefault> & { [Name in WithDefault]: Generated<Columns[Name]> } & {
  id: Generated<number>;
  /** By `nameKey`; unique, also among aliases. */
  name_key: string;
  /** The folded name, which searches compare. */
  search_key: Generated<string>;
  /** 0: named by an article only. 1: an editor added or changed it. */
  is_curated: Generated<Flag>;
};

/** Another name of a topic, such as a former one. `alias_key` is made by `nameKey`; searches compare `search_key`. */
export type TopicAliasTable = { alias_key: string; topic_id: number; name: string; search_key: Generated<string> };

export type TopicRow = Selectable<TopicTable>;
