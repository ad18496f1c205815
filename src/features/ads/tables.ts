import type { Generated } from "kysely";
import type { Flag } from "#db/tables.ts";

declare module "#db/tables.ts" {
  interface Tables {
    ad_space: AdSpaceTable;
  }
}

export type AdSpaceTable = {
  id: Generated<number>;
  name: string;
  type: "leaderboard" | "rectangle" | "sidebar";
  location: string;
  active: Flag;
  image_url: string;
  alt: string;
  target_url: string;
  /** Readers who saw the creative, and who clicked it. */
  views: Generated<number>;
  clicks: Generated<number>;
};
