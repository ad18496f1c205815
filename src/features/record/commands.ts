import type { Insertable, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { isPublic, isScheduled, scheduled } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { type ArticleChange, type ArticleState, lockStates } from "#features/articles/changes.ts";
import { lockedState } from "#features/articles/commands.ts";
import { authorIdsOf } from "#features/articles/drafts.ts";
import { type ArticleEvent, type EditEvent, editIn } from "#features/articles/events.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { guardCorrection } from "#features/articles/review.ts";
import type { GivenCorrection } from "#features/articles/schema.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { on, recordEvent } from "#features/events/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { may } from "#shared/permissions.ts";
import { type FieldChange, textChanges } from "./derive.ts";
import type { CorrectionBody } from "./endpoints.ts";
import {
  dropPlanned,
  encodeDiff,
  insertVersions,
  keepText,
  type Link,
  lastLinks,
  readLastText,
  recordedOf,
} from "./internal/chain.ts";
import { type Discloser, discloserFor } from "./internal/disclosing.ts";
import { type CorrectionRow, correctionsOf, type OwnCorrection, readOpenDays } from "./queries.ts";
import { dayOf, NOT_PUBLIC, REMOVED, startOfDay, UNRECORDED, type VersionKind, WITHDRAWN } from "./rules.ts";
import { contentHash, type Disclosure, encodeDisclosures, type PublishedText, versionHash } from "./serialize.ts";
import type { PublishedVersionTable } from "./tables.ts";

type Row = Insertable<PublishedVersionTable>;

/**
 * Records every public version of an article, and the correction that a change makes, in the writer's transaction
 * (decision 66).
 */
export const recordPublications = on(["article.written"], async ({ trx, clock }, events) => {
  const changes = events.map(({ facts }) => facts);
  const concerned = changes.filter(
    ({ before, after, events }) => (isToBeSeen(before) || isToBeSeen(after)) && events.some(isRecorded),
  );
  const writes = concerned.map(({ events, ...change }) => ({
    ...change,
    edit: editIn(events),
    isFromElsewhere: events.some((event) => event.kind === "created" && event.source === "import"),
  }));
  if (writes.length > 0) await recordVersions(trx, clock.now(), writes);
  for (const { by, facts } of events) {
    const { after, reason } = facts;
    const corrected = facts.events.find(({ kind }) => kind === "corrected");
    if (!after || corrected?.kind !== "corrected") continue;
    const override = (may(by, "article.override") && reason) || undefined;
    await addCorrection(trx, clock, by, { article: after, ...corrected.correction, override });
  }
});

/** A correction is recorded by itself; names and full text are no part of a version. */
const isRecorded = ({ kind }: ArticleEvent): boolean =>
  kind !== "corrected" && kind !== "renamed" && kind !== "reindexed";

const isToBeSeen = (article: ArticleState | null) => article?.status === "published";

/** The part of a write that the record needs. `edit` and `reason` are undefined unless an edit caused it. */
type Write = Pick<ArticleChange, "before" | "after" | "reason"> & {
  edit?: EditEvent | undefined;
  /** An import brought it: it was published elsewhere before. */
  isFromElsewhere?: boolean;
};

export async function recordVersions(trx: Transaction<Tables>, now: number, changes: readonly Write[]): Promise<void> {
  const recorded = await recordedOf(
    trx,
    changes.map((change) => idOf(change)),
  );
  const articles = changes.flatMap(({ after }) => (after?.status === "published" ? after : []));
  const disclose = await discloserFor(trx, { articles, planned: articles.filter((after) => isPlannedAt(after, now)) });
  const rows: Row[] = [];
  for (const change of changes) {
    const links = recorded.has(idOf(change)) ? await lastLinks(trx, idOf(change)) : [];
    rows.push(...(await nextVersions({ trx, now, disclose }, change, links)));
  }
  await insertVersions(trx, rows);
}

type Planned = ArticleState & { published_at: number };

const isPlannedAt = (article: ArticleState | null, now: number): article is Planned =>
  article !== null && isScheduled(article, now);

const idOf = ({ before, after }: Pick<ArticleChange, "before" | "after">) => after?.id ?? before?.id ?? 0;

/**
 * The versions that one write adds, derived from the public text and the last version, so that every way to publish is
 * covered. A scheduled publication is already a version, and is replaced until its time comes.
 */
async function nextVersions(
  { trx, now, disclose }: { trx: Transaction<Tables>; now: number; disclose: Discloser },
  { before, after, reason, edit, isFromElsewhere }: Write,
  links: Link[],
): Promise<Row[]> {
  const id = idOf({ before, after });
  const hash = after && contentHash(after);
  const isPlanned = isPlannedAt(after, now);
  const [newest, ...older] = links;
  const planned = newest && newest.at > now ? newest : undefined;
  const last = planned ? older[0] : newest;
  const stays = planned && isPlanned && planned.at === after?.published_at && planned.content_hash === hash;
  if (stays) {
    const said = reason ?? planned.reason;
    const disclosures = await disclose({ article: after, at: planned.at, n: planned.n, said });
    if (encodeDisclosures(disclosures) === planned.disclosures) return [];
  }
  if (planned) await dropPlanned(trx, id, planned.n);
  const chain = extend(id, now, last);
  await recordSeen(trx, chain, before, now);
  const shown = chain.last?.content_hash ?? null;
  const isShown = after !== null && isPublic(after, now);
  const disclosed = (at: number) => (after ? disclose({ article: after, at, n: chain.nextN, said: reason }) : []);
  if (isShown && shown === hash) {
    const disclosures = before && isOfOthers(before, after) ? await disclosed(now) : [];
    if (disclosures.length > 0) chain.add("disclosure", after, { reason, disclosures });
    return chain.rows;
  }
  if (before && shown !== null) {
    await insertVersions(trx, chain.rows.splice(0));
    await keepText(trx, id, chain.last as Link, before);
  }
  if (isShown && shown !== null) {
    const diff = before ? textChanges(before, after) : [];
    // Edits by the system add no words that an author must answer for.
    const disclosures = edit?.source === "system" ? [] : await disclosed(now);
    chain.add(edit?.isMinor ? "minor" : "change", after, { reason, diff, disclosures });
    return chain.rows;
  }
  if (shown !== null) chain.add("removal", null, { reason: after ? WITHDRAWN : REMOVED });
  if (!after || !(isShown || isPlanned)) return chain.rows;
  if (isFromElsewhere && !chain.last && isShown) {
    chain.add("recorded", after, {});
    return chain.rows;
  }
  const former = chain.last && (shown !== null && before ? before : await readLastText(trx, id));
  const at = isPlanned ? (after.published_at ?? now) : now;
  chain.add(chain.last ? "return" : "publication", after, {
    // If only the disclosures changed, the reason still applies.
    reason: stays ? (reason ?? planned.reason) : reason,
    diff: former ? textChanges(former, after) : [],
    at,
    disclosures: await disclosed(at),
  });
  return chain.rows;
}

const isOfOthers = (before: ArticleState, after: ArticleState): boolean =>
  before.tags !== after.tags || authorIdsOf(before).join() !== authorIdsOf(after).join();

/**
 * Updates the disclosures of an account's scheduled articles when its register changes, in the same transaction.
 * Published versions stay.
 */
export const disclosePlanned = on(
  ["holding.add", "holding.change", "holding.remove", "holding.forget"],
  async ({ trx, clock }, events) => {
    const now = clock.now();
    for (const { subject } of events) {
      const planned = await lockStates(trx, (articles) =>
        articles.where(scheduled(now)).where("id", "in", ownedBy(trx, Number(subject.id))),
      );
      const changes = planned.map((article) => ({ before: article, after: article }));
      if (changes.length > 0) await recordVersions(trx, now, changes);
    }
  },
);

/** Records the current public version if it is missing: published before the record existed, or without it. */
async function recordSeen(
  trx: Transaction<Tables>,
  chain: ReturnType<typeof extend>,
  before: ArticleState | null,
  now: number,
): Promise<void> {
  if (!before || !isPublic(before, now)) return;
  const { last } = chain;
  if (!last || last.content_hash === null) chain.add("recorded", before, {});
  else if (last.content_hash !== contentHash(before)) {
    const former = await readLastText(trx, before.id);
    chain.add("change", before, { reason: UNRECORDED, diff: former ? textChanges(former, before) : [] });
  }
}

type Said = {
  reason?: string | undefined;
  diff?: FieldChange[];
  at?: number;
  position?: "top" | "bottom" | null;
  disclosures?: Disclosure[];
};

function extend(articleId: number, now: number, end: Link | undefined) {
  const rows: Row[] = [];
  let last: Link | undefined = end;
  return {
    rows,
    get last() {
      return last;
    },
    get nextN() {
      return (last?.n ?? 0) + 1;
    },
    add(kind: VersionKind, text: PublishedText | null, said: Said) {
      const { reason = "", diff = [], at = now, position = null, disclosures = [] } = said;
      const facts = {
        article_id: articleId,
        n: this.nextN,
        at,
        kind,
        reason,
        position,
        content_hash: text && contentHash(text),
        previous_hash: last?.hash ?? null,
        disclosures: encodeDisclosures(disclosures),
      };
      const row = { ...facts, hash: versionHash(facts), base_n: null, diff: encodeDiff(diff), body: null };
      rows.push(row);
      last = row;
      return row;
    },
  };
}

type Store = { database: Database; clock: Clock };

/**
 * Adds a correction to a public article. The same text again is a retry, which returns the first. Throws NotFoundError,
 * ForbiddenError, and ConflictError for an article that is not public.
 */
export async function correctArticle(
  { database, clock }: Store,
  actor: Actor,
  id: number,
  { text, position, override_reason: override }: CorrectionBody,
): Promise<CorrectionRow> {
  return changeContent(database, async (trx) => {
    const article = await lockedState(trx, id);
    const { row, isNew } = await addCorrection(trx, clock, actor, { article, text, position, override });
    const changed = isNew ? [articleScope.whole(id), articleScope.record, articleScope.corrections] : [];
    return { result: { ...row, title: article.title, slug: article.slug }, changed };
  });
}

type NewCorrection = GivenCorrection & { article: ArticleState; override: string | undefined };

/** The same in the caller's transaction, for a locked article. `isNew`: whether the correction was added. */
async function addCorrection(
  trx: Transaction<Tables>,
  clock: Clock,
  actor: Actor,
  { article, text, position, override }: NewCorrection,
): Promise<{ row: OwnCorrection; isNew: boolean }> {
  const { id } = article;
  const now = clock.now();
  if (!isPublic(article, now)) throw new ConflictError("article_not_public", NOT_PUBLIC);
  const known = (await correctionsOf(trx, [id])).get(id)?.find(({ reason }) => reason === text);
  if (known) return { row: known, isNew: false };
  await guardCorrection(trx, clock, actor, { article, text, override });
  await recordVersions(trx, now, [{ before: article, after: article }]);
  const [last] = await lastLinks(trx, id);
  const chain = extend(id, now, last);
  const disclose = await discloserFor(trx, { articles: [article], planned: [] });
  const disclosures = await disclose({ article, at: now, n: chain.nextN, said: text });
  const { n } = chain.add("correction", article, { reason: text, position, disclosures });
  await insertVersions(trx, chain.rows);
  const subject = { kind: "article" as const, id, title: article.title };
  const changes = { correction: { to: text } };
  await recordEvent(trx, clock, { by: actor, action: "article.correct", subject, changes });
  return { row: { article_id: id, n, at: now, reason: text, position }, isNew: true };
}

const LOOKED_AT = 500;
const STEP = 50;

/**
 * Records the next published articles after an id without a version, from before the record existed. Returns the last
 * checked id; null at the end.
 */
export async function recordStored({ database, clock }: Store, after: number): Promise<number | null> {
  const looked = await database.db
    .selectFrom("article")
    .select(["id", "status"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(LOOKED_AT)
    .execute();
  const published = looked.filter(({ status }) => status === "published").map(({ id }) => id);
  const recorded = await recordedOf(database.db, published);
  const missing = published.filter((id) => !recorded.has(id)).slice(0, STEP);
  // Nearly always: the check blocks no writer.
  if (missing.length === 0) return looked.at(-1)?.id ?? null;
  return changeContent(database, async (trx) => {
    const stored = await lockStates(trx, (articles) => articles.where("id", "in", missing));
    const changes = stored.map((article) => ({ before: article, after: article }));
    await recordVersions(trx, clock.now(), changes);
    return { result: missing.at(-1) ?? null, changed: [articleScope.record] };
  });
}

/** Delay after a day's end before it is sealed: longer than any write takes, and than clocks of nodes differ. */
const SEALING_DELAY_MS = 10 * 60_000;

export async function sealDays({ database, clock }: Store): Promise<void> {
  const end = startOfDay(dayOf(clock.now() - SEALING_DELAY_MS)) ?? 0;
  for (const { is_complete: _complete, updated: _updated, ...day } of await readOpenDays(database.db, end)) {
    await changeContent(database, async (trx) => {
      await trx
        .insertInto("published_day")
        .values(day)
        .onConflict((conflict) => conflict.column("day").doNothing())
        .execute();
      return { result: undefined, changed: [articleScope.record] };
    });
  }
}
