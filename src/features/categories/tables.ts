import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";

declare module "#db/tables.ts" {
  interface Tables {
    category: CategoryTable;
    category_redirect: CategoryRedirectTable;
  }
}

export type CategoryTable = {
  id: Generated<number>;
  name: string;
  name_key: string;
  slug: string;
  /** 0: named by an article only, visible to readers once something in it is published. 1: created by an editor. */
  shown_empty: Generated<Flag>;
};

/** A former slug of a category, or its former name (`nameKey`), while no other category has taken it. */
export type CategoryRedirectTable = { slug: string; category_id: number };

export type CategoryRow = Selectable<CategoryTable>;
