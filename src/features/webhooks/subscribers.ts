import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { isPublic } from "#db/readable.ts";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleChange, ArticleState } from "#features/articles/changes.ts";
import { wasPublic } from "#features/articles/drafts.ts";
import { editIn } from "#features/articles/events.ts";
import { on } from "#features/events/commands.ts";
import type { Cause, NewsroomEvent, Subscriber } from "#features/events/types.ts";
import { findPage } from "#features/pages/queries.ts";
import type { WebhookEvent } from "./rules.ts";
import type { WebhookEventTable } from "./tables.ts";

type Subject = { kind: WebhookEventTable["subject_kind"]; id: number };
type News = { event: WebhookEvent; subject: Subject };

/** Columns that readers see neither in the article nor in its list. */
const HIDDEN: ReadonlySet<string> = new Set<keyof ArticleState>(["sources", "heat"]);

/** What a write of an article means to readers; nothing for an import. */
function newsOf({ before, after, events }: ArticleChange, now: number): WebhookEvent | undefined {
  const wasShown = before !== null && isPublic(before, now);
  const isShown = after !== null && isPublic(after, now);
  if (events.some((event) => event.kind === "created" && event.source !== "editor")) return undefined;
  if (after === null) return before && wasPublic(before, now) ? "article.removed" : undefined;
  if (wasShown !== isShown) return isShown ? "article.published" : "article.unpublished";
  const edit = editIn(events);
  const isChanged = edit && edit.source !== "system" && edit.fields.some((field) => !HIDDEN.has(field));
  return isShown && isChanged ? "article.updated" : undefined;
}

const onArticles = on(["article.written"], async (cause, events) => {
  const now = cause.clock.now();
  const news: News[] = [];
  for (const { facts, subject } of events) {
    const event = newsOf(facts, now);
    if (event) news.push({ event, subject: { kind: "article", id: Number(subject.id) } });
  }
  await storeNews(cause, news);
});

/** Actions that are events for receivers as they are, unless they belong to an import. */
const NAMES = {
  "article.appeared": "article.published",
  "article.scheduled": "article.scheduled",
  "article.correct": "article.corrected",
  "issue.sent": "issue.sent",
  "subscriber.added": "subscriber.added",
  "subscriber.removed": "subscriber.removed",
  "import.released": "import.released",
} as const;

const onActions = on(Object.keys(NAMES) as (keyof typeof NAMES)[], (cause, events) =>
  storeNews(
    cause,
    events.flatMap((event): News[] => {
      if ("facts" in event && "isImport" in event.facts && event.facts.isImport) return [];
      const [kind] = event.action.split(".") as ["article" | "issue" | "subscriber" | "import"];
      return [{ event: NAMES[event.action], subject: { kind, id: Number(event.subject.id) } }];
    }),
  ),
);

/** What an action means for a story of the budget. Other people and another plan are two events. */
function storyNews(action: `idea.${string}`, changes: NonNullable<NewsroomEvent["changes"]>): WebhookEvent[] {
  const { people, ...plan } = changes;
  if (action === "idea.delete") return ["idea.deleted"];
  const news: WebhookEvent[] = action === "idea.add" ? ["idea.added"] : [];
  if (action === "idea.draft") news.push("idea.drafted");
  if (action === "idea.change" && Object.keys(plan).length > 0) news.push("idea.changed");
  return people && people.to !== (people.from ?? "") ? [...news, "idea.assigned"] : news;
}

const onStories = on(["idea.add", "idea.change", "idea.draft", "idea.delete"], (cause, events) =>
  storeNews(
    cause,
    events.flatMap(({ action, subject, changes = {} }) =>
      storyNews(action, changes).map((event): News => ({ event, subject: { kind: "idea", id: Number(subject.id) } })),
    ),
  ),
);

const onPages = on(
  ["page.published", "page.updated", "page.edited", "page.appeared", "page.restored"],
  async (cause, events) => {
    const news: News[] = [];
    for (const { action, subject, changes = {} } of events) {
      const id = Number(subject.id);
      const row = (await findPage(cause.trx, id))?.row;
      const isChanged = action !== "page.edited" || Object.keys(changes).length > 0;
      if (row && isPublic(row, cause.clock.now()) && isChanged)
        news.push({ event: "page.published", subject: { kind: "page", id } });
    }
    await storeNews(cause, news);
  },
);

/** Stores what receivers are notified of, in the transaction of the change. */
export const webhookSubscribers: readonly Subscriber[] = [onArticles, onActions, onStories, onPages];

/** The events that an active webhook is notified of. */
async function wantedEvents(trx: Transaction<Tables>): Promise<ReadonlySet<string>> {
  const rows = await trx.selectFrom("webhook").select("events").where("is_active", "=", 1).execute();
  return new Set(rows.flatMap(({ events }) => JSON.parse(events) as string[]));
}

async function storeNews({ trx, clock }: Cause, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const wanted = await wantedEvents(trx);
  const now = clock.now();
  const rows = news
    .filter(({ event }) => wanted.has(event))
    .map(({ event, subject }) => ({
      uid: randomUUID(),
      event,
      subject_kind: subject.kind,
      subject_id: subject.id,
      created_at: now,
    }));
  for (const some of chunksOf(rows)) await trx.insertInto("webhook_event").values(some).execute();
}
