import type { Generated, Selectable } from "kysely";
import type { Slot } from "./budget/rules.ts";

declare module "#db/tables.ts" {
  interface Tables {
    idea: IdeaTable;
    idea_person: IdeaPersonTable;
  }
}

/** A story that is planned. Once it has an article, its title, category and state are those of the article. */
export type IdeaTable = {
  id: Generated<number>;
  title: string;
  note: string;
  category_id: number | null;
  due_at: number | null;
  /** In words. */
  length: number | null;
  slot: Slot;
  /** It may be in the trash or gone. */
  article_id: number | null;
  /** Incremented by every change: its ETag. */
  version: number;
  created_at: number;
  /** The account may be deleted; null for the operator. */
  created_by: number | null;
  /** The due times for which its people were notified that it is due soon, and late. */
  soon_for: number | null;
  late_for: number | null;
};
export type IdeaRow = Selectable<IdeaTable>;

export type IdeaPersonTable = { idea_id: number; account_id: number };
