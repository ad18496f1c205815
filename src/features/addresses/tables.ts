import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { AddressKind } from "#shared/features.ts";

declare module "#db/tables.ts" {
  interface Tables {
    address: AddressTable;
    redirect: RedirectTable;
    missing_page: MissingPageTable;
  }
}

/** What is at an address. One address has at most one owner in each state; the first state with a visible owner decides. */
export type AddressTable = {
  /** The path of the page as paths are compared (`addressKey`). */
  path: string;
  /** `removed`: readers could see a page here, which was removed. */
  state: "current" | "former" | "removed";
  kind: AddressKind;
  owner_id: number;
};

export type RedirectTable = {
  id: Generated<number>;
  /** As the editor gave it: a path, possibly with `:name` segments or a `*` at its end. */
  from_path: string;
  /** The path in the form in which paths are compared (`pathKey`). */
  from_key: string;
  is_pattern: Flag;
  /** A path of this site or an http(s) address; empty for 410 and 451. */
  target: string;
  /** The target in the form in which paths are compared; null for other sites and patterns. */
  target_key: string | null;
  code: number;
  /** Why the page was withheld: readers see it. */
  reason: Generated<string>;
  hits: Generated<number>;
  last_hit_at: number | null;
  source: "editor" | "import";
  updated_at: number;
};
export type RedirectRow = Selectable<RedirectTable>;

/** An address that readers requested without finding a page. */
export type MissingPageTable = { id: Generated<number>; path: string; hits: number; last_at: number };
export type MissingPageRow = Selectable<MissingPageTable>;
