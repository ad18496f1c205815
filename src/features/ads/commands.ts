import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";

const SEEDED = "ad_spaces_seeded";

/**
 * Puts the four ad spaces of spec section 3 into a new publication, once ever: spaces that an admin deleted do not
 * come back at the next start, and of two processes that start together one does it.
 */
export async function seedAdSpaces(database: Database): Promise<void> {
  await changeContent(database, async (trx) => {
    const mark = await trx
      .insertInto("site_state")
      .values({ key: SEEDED, value: 1 })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("key")
      .executeTakeFirst();
    if (!mark) return;
    await trx
      .insertInto("ad_space")
      .values([
        { name: "Homepage Leaderboard", type: "leaderboard", location: "homepage", active: 1, ...EMPTY },
        { name: "Article Sidebar", type: "sidebar", location: "article", active: 1, ...EMPTY },
        { name: "Category Rectangle", type: "rectangle", location: "category", active: 1, ...EMPTY },
        { name: "Homepage Bottom Leaderboard", type: "leaderboard", location: "homepage", active: 0, ...EMPTY },
      ])
      .execute();
  });
}

/** No creative yet: an active space shows the placeholder. */
const EMPTY = { image_url: "", alt: "", target_url: "" };
