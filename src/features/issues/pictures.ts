import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { PictureUser } from "#features/media/queries.ts";

/** Pictures in the words of issues, which stay as they were written. */
export const issuePictures: PictureUser = {
  async find(db: Kysely<Tables>, pattern: string) {
    const issues = await db
      .selectFrom("issue")
      .select(["id", "subject"])
      .where("introduction", "like", pattern)
      .execute();
    return issues.map(({ id, subject }) => ({ type: "issue", id, title: subject }));
  },
};
