declare module "#db/tables.ts" {
  interface Tables {
    demo_removal: DemoRemovalTable;
  }
}

/** At most one row: the removal of the demo content, while it can be undone. */
export type DemoRemovalTable = {
  id: 1;
  removed_at: number;
  /** Null for the operator or a setup. */
  removed_by: number | null;
  /** JSON: what was removed, as `RemovedDemo` has it. */
  removed: string;
};
