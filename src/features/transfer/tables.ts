import type { Generated, Selectable } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { ExportFormat } from "./exports/rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    publication_export: PublicationExportTable;
  }
}

/** An export, until a week after it. At most one is running. */
export type PublicationExportTable = {
  id: Generated<number>;
  format: ExportFormat;
  includes_subscribers: Flag;
  state: "running" | "done" | "failed";
  /** The name of the zip on the machine that made it; random. */
  file: string;
  started_at: number;
  /** The account, which may be deleted. */
  started_by: number | null;
  finished_at: number | null;
  /** Documents and pictures written so far, and all. */
  done: Generated<number>;
  total: Generated<number>;
  bytes: Generated<number>;
  /** JSON: what it holds and what its format can't hold; empty until it is done. */
  report: Generated<string>;
  error: Generated<string>;
};
export type ExportRow = Selectable<PublicationExportTable>;
