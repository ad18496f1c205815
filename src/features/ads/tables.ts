import type { Generated, Selectable } from "kysely";
import type { ColumnsOf } from "#shared/fields/fields.ts";
import type { AdFields } from "./fields.ts";

declare module "#db/tables.ts" {
  interface Tables {
    ad_space: AdSpaceTable;
  }
}

export type AdSpaceTable = ColumnsOf<AdFields> & {
  id: Generated<number>;
  /** Readers who saw the creative, and who clicked it. */
  views: Generated<number>;
  clicks: Generated<number>;
};
export type AdSpaceRow = Selectable<AdSpaceTable>;
