import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { findUsers } from "#features/identity/accounts/queries.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { type Story, type StoryFacts, storyOf } from "#shared/story.ts";
import { isReviewer } from "../rules.ts";

/** What a type knows of a document; reviews and working copies are read for all types here. */
export type StoryRow = { id: number } & Omit<StoryFacts, "answers" | "hasChanges">;

/** The states of documents by id. */
export async function storiesOf(
  db: Kysely<Tables>,
  type: DocumentTypeName,
  rows: readonly StoryRow[],
): Promise<Map<number, Story>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const asked = await db
    .selectFrom("review_request")
    .select(["document_id as id", "asked_id", "answer"])
    .where("document_type", "=", type)
    .where("document_id", "in", ids)
    .execute();
  const people = asked.length > 0 ? await findUsers(db, [...new Set(asked.map(({ asked_id }) => asked_id))]) : [];
  const reviewers = new Set(people.filter(isReviewer).map(({ id }) => id));
  const requests = asked.filter(({ asked_id }) => reviewers.has(asked_id));
  const copies = await db
    .selectFrom("working_copy")
    .select("document_id as id")
    .where("document_type", "=", type)
    .where("document_id", "in", ids)
    .where("changes", "<>", "{}")
    .execute();
  const changed = new Set(copies.map(({ id }) => id));
  const answers = Map.groupBy(requests, ({ id }) => id);
  return new Map(
    rows.map(({ id, ...facts }) => [
      id,
      storyOf({
        ...facts,
        answers: (answers.get(id) ?? []).map(({ answer }) => answer),
        hasChanges: changed.has(id),
      }),
    ]),
  );
}
