import { type ArticleChange, type ArticleListener, differsInText } from "#features/articles/changes.ts";
import { articleDocument } from "#features/articles/document.ts";
import { type ArticleEvent, unknownEvent } from "#features/articles/events.ts";
import { type Event, notifyOwners, notifyPublishers } from "#features/notifications/commands.ts";
import type { Clock } from "#platform/clock.ts";

/** Notifies the owners of an article of events that other people caused, and publishers of a submitted one. */
export const notifyOfChanges =
  (clock: Clock): ArticleListener =>
  async (trx, changes, by) => {
    for (const change of changes) {
      const id = (change.after ?? change.before)?.id ?? 0;
      for (const event of change.events) {
        const news = newsOf(event, change);
        if (news) await notifyOwners({ trx, clock, by }, articleDocument, { ...news, id });
        if (event.kind === "submitted") await notifyPublishers({ trx, clock, by }, articleDocument, { id });
      }
    }
  };

/** The notification that an event causes for the owners of an article. */
function newsOf(event: ArticleEvent, change: ArticleChange): Omit<Event, "id"> | undefined {
  switch (event.kind) {
    case "edited":
      return event.source === "editor" && isRewritten(change) ? { kind: "changed" } : undefined;
    case "published":
      return { kind: "published" };
    case "scheduled":
      return { kind: "published", detail: "scheduled" };
    case "updated":
      return { kind: "published", detail: "updated" };
    case "unpublished":
      return { kind: "returned", detail: "unpublished" };
    case "returned":
      return { kind: "returned" };
    // Publishers are notified that an article is ready.
    case "submitted":
    case "created":
    case "corrected":
    case "trashed":
    case "restored":
    case "renamed":
    case "reindexed":
      return undefined;
    default:
      return unknownEvent(event);
  }
}

/** Whether a write says something that neither the article nor its working copy said. */
const isRewritten = ({ before, after, ended }: ArticleChange): boolean =>
  before !== null && after !== null && differsInText({ ...before, ...ended }, after);
