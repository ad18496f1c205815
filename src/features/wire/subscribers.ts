import type { Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { on } from "#features/events/commands.ts";
import type { Subscriber } from "#features/events/types.ts";
import type { StoryState } from "./rules.ts";

type Trx = Transaction<Tables>;
type Change = { state: StoryState; article_id?: null };

async function changeStories(
  trx: Trx,
  events: readonly { subject: { id?: unknown } }[],
  change: Change,
): Promise<void> {
  for (const some of chunksOf(events.map(({ subject }) => Number(subject.id))))
    await trx.updateTable("wire_story").set(change).where("article_id", "in", some).execute();
}

/** What becomes of a story whose draft is deleted: it is dismissed, and names the draft again if that is restored. */
export const wireSubscribers: readonly Subscriber[] = [
  on(["article.trashed"], ({ trx }, events) => changeStories(trx, events, { state: "dismissed" })),
  on(["article.restored"], ({ trx }, events) => changeStories(trx, events, { state: "drafted" })),
  on(["article.purge"], ({ trx }, events) => changeStories(trx, events, { state: "dismissed", article_id: null })),
];
