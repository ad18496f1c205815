declare module "#db/tables.ts" {
  interface Tables {
    setting: SettingTable;
  }
}

/** Settings by name; the value is JSON. */
export type SettingTable = { key: string; value: string; updated_at: number };
