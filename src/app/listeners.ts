import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { emptyPictureOfAds } from "#features/ads/commands.ts";
import { updateBylines } from "#features/articles/authors/commands.ts";
import {
  type ArticleChange,
  type ArticleListener,
  type ArticleState,
  differsInText,
  type PublicationGuard,
} from "#features/articles/changes.ts";
import { forgetOwners } from "#features/articles/commands.ts";
import { articleDocument } from "#features/articles/document.ts";
import { type ArticleEvent, editIn, unknownEvent } from "#features/articles/events.ts";
import { FIELD_NAMES, FLAG_NAMES } from "#features/articles/fields.ts";
import { followSwitches, forgetPlacements } from "#features/articles/home/commands.ts";
import { updateArticleList } from "#features/articles/list/commands.ts";
import { renameAuthor } from "#features/articles/name-tasks.ts";
import { emptyPictureOfArticles } from "#features/articles/pictures.ts";
import {
  endAnsweredRequests,
  guardCategories,
  guardCorrection,
  guardTopic,
  keepApprovals,
  requireApproval,
} from "#features/articles/review.ts";
import { emptyPictureOfSeries, forgetSeries } from "#features/articles/series/commands.ts";
import { queueRename } from "#features/articles/tasks.ts";
import { retagArticles, updateTopics } from "#features/articles/topics/commands.ts";
import { emptyPictureOfTrash, renameAuthorInTrash } from "#features/articles/trash.ts";
import { type Entry, recordEntries, recordEntry } from "#features/audit/commands.ts";
import { changedFields } from "#features/audit/rules.ts";
import type { CategoryListener } from "#features/categories/commands.ts";
import { forgetDocuments } from "#features/documents/commands.ts";
import { NEWS } from "#features/documents/lifecycle/events.ts";
import type { PurgeListener } from "#features/documents/trash/commands.ts";
import { emptyPictureOfAccounts } from "#features/identity/accounts/authors.ts";
import type { NameListener } from "#features/identity/accounts/profiles.ts";
import type { PictureListener } from "#features/media/pictures/commands.ts";
import { type Event, notifyOwners, notifyPublishers } from "#features/notifications/commands.ts";
import { disclosePlanned, recordPublications } from "#features/record/commands.ts";
import type { HoldingListener } from "#features/record/holdings/commands.ts";
import { readLastText } from "#features/record/queries.ts";
import { indexArticles } from "#features/search/commands.ts";
import { emptyPictureOfAppearance } from "#features/settings/appearance/pictures.ts";
import type { RetagListener, TopicGuard } from "#features/topics/commands.ts";
import { emptyPictureOfTopics } from "#features/topics/pictures.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";

/** Notifies the owners of an article of events that other people caused, and publishers of a submitted one. */
const notifyOfChanges =
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
    case "scheduled":
    case "updated":
    case "unpublished":
      return NEWS[event.kind];
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

/** The columns of an article that the audit log records. The others are derived, or readers change them. */
const COLUMNS = [
  ...FIELD_NAMES,
  ...(["content", "category", "author_id", "co_authors", "tags", "published_at"] as const),
] as const;

/**
 * Records in the audit log every write of an article that changes what an editor sees of it. An import is one entry.
 */
const auditArticles =
  (clock: Clock): ArticleListener =>
  async (trx, changes, by) => {
    const imported = changes.filter(({ events }) => events.some(isImport));
    if (imported.length > 0) {
      const subject = { kind: "article" };
      await recordEntry(trx, clock, { by, action: "article.create", subject, times: imported.length });
    }
    const others = changes.filter((change) => !imported.includes(change));
    await recordEntries(
      trx,
      clock,
      others.flatMap((change) => entriesOf(change, by)),
    );
  };

const isImport = (event: ArticleEvent) => event.kind === "created" && event.source === "import";

function entriesOf({ before, after, events }: ArticleChange, by: Actor): Entry[] {
  const article = after ?? before;
  if (!article) return [];
  const [title = article.title] = events.flatMap((event) => ("title" in event ? event.title : []));
  const common = { by, subject: { kind: "article", id: article.id, title } };
  const actions = events.flatMap((event) => actionOf(event) ?? []);
  const edit = editIn(events);
  if (!edit)
    return actions.map((action) => ({
      ...common,
      action,
      ...(action === "article.create" && { changes: changesOf(null, article) }),
    }));
  const changes = changesOf(before, article);
  // The action is the change of status, with everything saved with it.
  return Object.keys(changes).length > 0 ? [{ ...common, changes, action: actions[0] ?? "article.update" }] : [];
}

/** The action that an event is recorded as; none for an update, or an event with an entry of its own. */
function actionOf(event: ArticleEvent): Entry["action"] | undefined {
  switch (event.kind) {
    case "created":
      return "article.create";
    case "published":
      return "article.publish";
    case "scheduled":
      return "article.schedule";
    case "unpublished":
      return "article.unpublish";
    case "trashed":
      return "article.trash";
    case "restored":
      return "article.restore";
    case "edited":
    case "submitted":
    case "returned":
    case "updated":
    case "corrected":
    case "renamed":
    case "reindexed":
      return undefined;
    default:
      return unknownEvent(event);
  }
}

/** The columns that differ, from old to new; of a new article only what it has. */
function changesOf(before: ArticleState | null, after: ArticleState) {
  const changes = changedFields<AuditedFields>(before ? auditedFields(before) : NOTHING, auditedFields(after), COLUMNS);
  if (before) return changes;
  return Object.fromEntries(Object.entries(changes).map(([column, { to }]) => [column, { to }]));
}

type AuditedFields = Record<(typeof COLUMNS)[number], string | number | boolean | null>;

/** An article's columns as an entry stores them, without the names of co-authors, which may have to be erased. */
function auditedFields(article: ArticleState): AuditedFields {
  const flags = Object.fromEntries(FLAG_NAMES.map((name) => [name, article[name] === 1])) as Pick<
    AuditedFields,
    FlagName
  >;
  const authors = (JSON.parse(article.co_authors) as { id: number }[]).map(({ id }) => id);
  return {
    ...article,
    ...flags,
    co_authors: authors.join(", "),
    tags: (JSON.parse(article.tags) as string[]).join(", "),
    published_at: article.published_at === null ? null : new Date(article.published_at).toISOString(),
  };
}

type FlagName = (typeof FLAG_NAMES)[number];

const FLAGS: ReadonlySet<string> = new Set(FLAG_NAMES);
const NULLABLE: ReadonlySet<string> = new Set(["author_id", "published_at"]);

/** The empty article that a new one is compared with. */
const NOTHING = Object.fromEntries(
  COLUMNS.map((column) => [column, FLAGS.has(column) ? false : NULLABLE.has(column) ? null : ""]),
) as AuditedFields;

/** Records an editor's change of a category in the audit log. */
const auditCategories =
  (clock: Clock): CategoryListener =>
  async (trx, { before, after }, by) => {
    const row = after ?? before;
    if (!row) return;
    const action = !before ? "category.create" : after ? "category.update" : "category.delete";
    const changes = changedFields(before ?? {}, after ?? {}, ["name", "slug"]);
    if (Object.keys(changes).length === 0) return;
    await recordEntry(trx, clock, { by, action, subject: { kind: "category", id: row.id, title: row.name }, changes });
  };

/** Records in the audit log which documents were permanently deleted. */
const auditPurges =
  (clock: Clock): PurgeListener =>
  (trx, type, ids, by) =>
    recordEntries(
      trx,
      clock,
      ids.map((id) => ({ by, action: `${type}.purge`, subject: { kind: type, id } })),
    );

/** Reactions of features to changes in another one: each list in order, in the transaction of the change. */
export type Listeners = {
  articleListeners: readonly ArticleListener[];
  reindex: ArticleListener;
  guardPublication: PublicationGuard;
  purgeListeners: readonly PurgeListener[];
  categoryListeners: readonly CategoryListener[];
  pictureListeners: readonly PictureListener[];
  holdingListeners: readonly HoldingListener[];
  retagListeners: readonly RetagListener[];
  guardTopic: TopicGuard;
  nameListeners: readonly NameListener[];
};

/** A reaction to permanently deleted articles only. */
const ofArticles =
  (forget: (trx: Transaction<Tables>, ids: readonly number[]) => Promise<void>): PurgeListener =>
  async (trx, type, ids) => {
    if (type === "article") await forget(trx, ids);
  };

/** The listeners of one open database. */
export function createListeners(clock: Clock): Listeners {
  const indexText = indexArticles();
  const articleListeners = [
    updateArticleList,
    updateBylines,
    updateTopics,
    indexText,
    followSwitches,
    recordPublications({ clock, guardCorrection: guardCorrection(clock) }),
    keepApprovals,
    endAnsweredRequests,
    notifyOfChanges(clock),
    auditArticles(clock),
  ];
  return {
    articleListeners,
    reindex: async (trx, changes, actor) => {
      await indexText(trx, changes, actor);
      // Nothing moves in the lists.
      await updateArticleList(
        trx,
        changes.map((change) => ({ ...change, before: change.after })),
      );
    },
    guardPublication: requireApproval(readLastText),
    purgeListeners: [
      forgetDocuments,
      ...[forgetOwners, forgetPlacements, forgetSeries].map(ofArticles),
      auditPurges(clock),
    ],
    categoryListeners: [guardCategories, queueRename(clock), auditCategories(clock)],
    pictureListeners: [
      (trx, key, actor) => emptyPictureOfArticles(trx, { articleListeners, clock }, key, actor),
      emptyPictureOfTrash,
      emptyPictureOfAds,
      emptyPictureOfTopics,
      emptyPictureOfSeries,
      (trx, key) => emptyPictureOfAppearance(trx, clock, key),
      emptyPictureOfAccounts,
    ],
    holdingListeners: [disclosePlanned(clock)],
    guardTopic,
    retagListeners: [retagArticles(clock, articleListeners)],
    nameListeners: [(trx, author) => renameAuthor(trx, clock, author), renameAuthorInTrash],
  };
}
