import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";

declare module "#db/tables.ts" {
  interface Tables {
    category: CategoryTable;
  }
}

export type CategoryTable = {
  id: Generated<number>;
  name: string;
  name_key: string;
  slug: string;
  /** Below its headline; empty for none. */
  description: Generated<string>;
  /** The name of its editor, as readers see it; empty for none. */
  editor: Generated<string>;
  /** Next to its heading; empty for none. */
  image_url: Generated<string>;
  /** `#rrggbb`, in which its page shows links and marks; empty for the site's. */
  accent: Generated<string>;
  /** 0: named by an article only, visible to readers once something in it is published. 1: created by an editor. */
  shown_empty: Generated<Flag>;
};

export type CategoryRow = Selectable<CategoryTable>;
