import type { Generated } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { CleanHtml } from "#shared/html.ts";

declare module "#db/tables.ts" {
  interface Tables {
    page: PageTable;
  }
}

export type PageTable = {
  id: Generated<number>;
  /** Its address: `/{slug}`. */
  slug: string;
  title: string;
  content: CleanHtml | "";
  /** For search engines and shared links; empty to use the title and the text. */
  seo_title: Generated<string>;
  seo_description: Generated<string>;
  /** Whether the footer links to it. */
  in_menu: Generated<Flag>;
  status: "draft" | "published";
  /** Epoch milliseconds; a future one schedules. */
  published_at: number | null;
  /** Incremented by every change of its content. */
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  /** 1 while it belongs to an import that is not released: a draft that no list shows. */
  is_staged: Generated<Flag>;
};
