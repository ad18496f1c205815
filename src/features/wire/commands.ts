import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { lockTable } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import { findByNameOrSlug, namesOfCategories } from "#features/categories/queries.ts";
import { recordEvent } from "#features/events/commands.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { type ListedFeed, readOpml } from "#features/transfer/sources/feed/opml.ts";
import { SourceError } from "#features/transfer/sources/items.ts";
import type { Clock } from "#platform/clock.ts";
import { permitted, RemoteError, type RemoteRead } from "#platform/remote-fetch.ts";
import { type Actor, system } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { DAY } from "#shared/time.ts";
import type { AddedSources, NewSources, RuleBody, SourceChange, WireSource } from "./endpoints.ts";
import { bodyHash, findFeeds, type ReadFeed, validatorsOf } from "./internal/fetch.ts";
import { itemsOf, storeItems, titleOf } from "./internal/intake.ts";
import { notifyEditors } from "./mail.tsx";
import { countItems, countRules, countSources, presentSources } from "./queries.ts";
import {
  KEPT_MS,
  MAX_ITEMS,
  MAX_RULES,
  MAX_SOURCES,
  NO_RULE,
  NO_SOURCE,
  type OffReason,
  sourceVersion,
} from "./rules.ts";
import type { WireRuleRow, WireSourceRow, WireSourceTable } from "./tables.ts";

export type WireStore = { database: Database; clock: Clock; mailQueue: MailQueue };
type AddParts = WireStore & { readRemote: RemoteRead };

const subjectOf = ({ id, title }: Pick<WireSourceRow, "id" | "title">) => ({ kind: "source", id, title });

/** The error for an address that no feed can be read from. */
function unreadable(error: unknown): InvalidError {
  if (!(error instanceof RemoteError) && !(error instanceof SourceError)) throw error;
  const detail = `The feed cannot be read. ${error.message}`;
  return new InvalidError("feed_unreadable", detail, { url: detail });
}

/**
 * Adds the feed at an address or of its page with its first items, or all feeds of an OPML list. Throws InvalidError for an address
 * without a feed, and ConflictError for one that is a source, and for too many.
 */
export async function addSources(parts: AddParts, by: Actor, { url, opml }: NewSources): Promise<AddedSources> {
  if (opml !== undefined) return addList(parts, by, listIn(opml));
  const found = await findFeeds(parts.readRemote, url ?? "").catch((error: unknown) => {
    throw unreadable(error);
  });
  if ("list" in found) return addList(parts, by, found.list);
  const { feed, address, reply } = found;
  const title = titleOf(feed.info.title, address);
  const now = parts.clock.now();
  const polled = {
    ...validatorsOf(reply),
    body_hash: bodyHash(reply.bytes),
    every_minutes: feed.info.everyMinutes,
    read_at: now,
  };
  return parts.database.db.transaction().execute(async (trx) => {
    await requireRoom(trx, 1);
    const row = await insertSource(trx, parts.clock, by, { url: address, title, ...polled });
    if (!row) throw new ConflictError("source_exists", "This feed is already a source of the wire.");
    const read = await noteRead(trx, row, feed, now);
    return { added: await presentSources(trx, [read], now), skipped: [] };
  });
}

function listIn(opml: string): ListedFeed[] {
  try {
    return readOpml(opml);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new InvalidError("feed_unreadable", error.message, { opml: error.message });
  }
}

/** Adds the feeds of a list, which are fetched soon after. */
async function addList(parts: AddParts, by: Actor, list: readonly ListedFeed[]): Promise<AddedSources> {
  const { database, clock } = parts;
  return database.db.transaction().execute(async (trx) => {
    await lockTable(trx, "wire_source");
    let room = MAX_SOURCES - (await countSources(trx));
    const rows: WireSourceRow[] = [];
    const skipped: AddedSources["skipped"] = [];
    for (const { address: url, title } of list) {
      const reason = room > 0 ? rejectionOf(url) : `There can be at most ${MAX_SOURCES} sources.`;
      const row = reason === "" ? await insertSource(trx, clock, by, { url, title: titleOf(title, url) }) : undefined;
      if (row) rows.push(row);
      else skipped.push({ url, reason: reason || "It is already a source." });
      if (row) room -= 1;
    }
    return { added: await presentSources(trx, rows, clock.now()), skipped };
  });
}

function rejectionOf(url: string): string {
  try {
    permitted(url);
    return "";
  } catch (error) {
    if (error instanceof RemoteError) return error.message;
    throw error;
  }
}

async function requireRoom(trx: Transaction<Tables>, count: number): Promise<void> {
  await lockTable(trx, "wire_source");
  if ((await countSources(trx)) + count > MAX_SOURCES)
    throw new ConflictError("too_many_sources", `There can be at most ${MAX_SOURCES} sources.`);
}

type NewSource = Pick<WireSourceTable, "url" | "title"> &
  Partial<Pick<WireSourceRow, "etag" | "last_modified" | "body_hash" | "every_minutes" | "read_at">>;

/** Stores a source that is due now; undefined if its address is taken. */
async function insertSource(trx: Transaction<Tables>, clock: Clock, by: Actor, source: NewSource) {
  const now = clock.now();
  const row = await trx
    .insertInto("wire_source")
    .values({
      ...source,
      site_url: "",
      is_active: 1,
      created_at: now,
      due_at: now,
      hub_token: randomBytes(24).toString("base64url"),
    })
    .onConflict((conflict) => conflict.column("url").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row)
    await recordEvent(trx, clock, {
      by,
      action: "source.create",
      subject: subjectOf(row),
      changes: { url: { to: row.url } },
    });
  return row;
}

async function noteRead(
  trx: Transaction<Tables>,
  source: WireSourceRow,
  feed: ReadFeed | null,
  now: number,
): Promise<WireSourceRow> {
  if (feed) await storeItems(trx, { sourceId: source.id, items: itemsOf(feed.entries, now), now });
  // Without its own address there is nothing to subscribe to.
  const { hub, self, address } = feed?.info ?? {
    hub: source.hub_url,
    self: source.hub_topic,
    address: source.site_url,
  };
  const isOffered = hub !== "" && self !== "" && rejectionOf(hub) === "";
  const isSame = isOffered && hub === source.hub_url && self === source.hub_topic;
  const subscription = isSame
    ? {}
    : {
        hub_url: isOffered ? hub : "",
        hub_topic: isOffered ? self : "",
        hub_until: null,
        hub_due_at: isOffered ? now : null,
        hub_failures: 0,
      };
  return trx
    .updateTable("wire_source")
    .set({
      ...subscription,
      site_url: address,
      polled_at: now,
      succeeded_at: now,
      error: "",
      failures: 0,
      failing_since: null,
    })
    .where("id", "=", source.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Poll = { feed: ReadFeed | null; moved: string; columns: Partial<WireSourceRow> };

/** Stores what a fetch of a source brought, and when it is due again. `moved`: its new address. */
export async function storePoll({ database, clock }: WireStore, source: WireSourceRow, poll: Poll): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const row = await lockSource(trx, source.id);
    // Its address was changed or it was deleted while it was fetched.
    if (row?.url !== source.url) return;
    await noteRead(trx, row, poll.feed, clock.now());
    await trx.updateTable("wire_source").set(poll.columns).where("id", "=", row.id).execute();
    if (poll.moved === "" || poll.moved === row.url) return;
    const other = await trx.selectFrom("wire_source").select("id").where("url", "=", poll.moved).executeTakeFirst();
    if (other) return;
    await trx.updateTable("wire_source").set({ url: poll.moved }).where("id", "=", row.id).execute();
    const changes = { url: { from: row.url, to: poll.moved } };
    await recordEvent(trx, clock, { by: system, action: "source.update", subject: subjectOf(row), changes });
  });
}

/** Notes a failed fetch; switches the source off with a notice to editors if there is a reason (`off`). */
export async function noteFailure(
  { database, clock, mailQueue }: WireStore,
  source: WireSourceRow,
  { error, due_at, off }: { error: string; due_at: number; off: OffReason },
): Promise<void> {
  const now = clock.now();
  await database.db.transaction().execute(async (trx) => {
    const row = await lockSource(trx, source.id);
    if (row?.url !== source.url) return;
    const isOff = off !== "" && row.is_active === 1;
    const failed = {
      error,
      due_at,
      polled_at: now,
      failures: row.failures + 1,
      failing_since: row.failing_since ?? now,
    };
    await trx
      .updateTable("wire_source")
      .set({ ...failed, ...(isOff && { is_active: 0, off_because: off }) })
      .where("id", "=", row.id)
      .execute();
    if (!isOff) return;
    const changes = { reason: { to: off } };
    await recordEvent(trx, clock, { by: system, action: "source.off", subject: subjectOf(row), changes });
    if (await mailQueue.sends(trx)) await notifyEditors(trx, mailQueue, { title: row.title, reason: off });
  });
  mailQueue.wake();
}

const lockSource = (trx: Transaction<Tables>, id: number): Promise<WireSourceRow | undefined> =>
  trx.selectFrom("wire_source").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

async function requireSource(trx: Transaction<Tables>, id: number): Promise<WireSourceRow> {
  const row = await lockSource(trx, id);
  if (!row) throw new NotFoundError("source_not_found", NO_SOURCE);
  return row;
}

/** What people change of a source, as the audit log and its version have it. */
async function auditedOf(trx: Transaction<Tables>, { url, title, category_id, is_active }: WireSourceRow) {
  const names = await namesOfCategories(trx, category_id === null ? [] : [category_id]);
  return { url, title, category: names.get(category_id ?? 0) ?? "", is_active: is_active === 1 };
}

/** The id of a category by its name; null for none. Throws InvalidError. */
async function categoryIdOf(trx: Transaction<Tables>, name: string): Promise<number | null> {
  if (name === "") return null;
  const row = await findByNameOrSlug(trx, name);
  const detail = "Category not found.";
  if (!row) throw new InvalidError("invalid_input", detail, { category: detail });
  return row.id;
}

/** Changes a source. Throws NotFoundError, InvalidError for an address, and ConflictError unless `isCurrent`. */
export async function changeSource(
  { database, clock }: WireStore,
  by: Actor,
  id: number,
  { url, title, category, is_active }: SourceChange,
  isCurrent: (version: string) => boolean,
): Promise<WireSource> {
  const rejection = url === undefined ? "" : rejectionOf(url);
  if (rejection) throw unreadable(new RemoteError(rejection));
  return database.db.transaction().execute(async (trx) => {
    const before = await requireSource(trx, id);
    const shown = await auditedOf(trx, before);
    if (!isCurrent(sourceVersion(shown)))
      throw new ConflictError("stale_version", "This source has changed since you opened it.");
    const isActive = is_active ?? before.is_active === 1;
    const isMoved = url !== undefined && url !== before.url;
    if (isMoved && (await trx.selectFrom("wire_source").select("id").where("url", "=", url).executeTakeFirst()))
      throw new ConflictError("source_exists", "This feed is already a source of the wire.");
    const isRestarted = isMoved || (isActive && before.is_active === 0);
    const after = await trx
      .updateTable("wire_source")
      .set({
        url: url ?? before.url,
        title: title ?? before.title,
        ...(category !== undefined && { category_id: await categoryIdOf(trx, category) }),
        is_active: isActive ? 1 : 0,
        off_because: isActive ? "" : before.off_because,
        ...(isMoved && { etag: "", last_modified: "", body_hash: "", hub_url: "", hub_topic: "", hub_until: null }),
        ...(isRestarted && { due_at: clock.now(), error: "", failures: 0, failing_since: null }),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = changedFields(shown, await auditedOf(trx, after));
    if (Object.keys(changes).length > 0)
      await recordEvent(trx, clock, { by, action: "source.update", subject: subjectOf(after), changes });
    return justWritten((await presentSources(trx, [after], clock.now()))[0]);
  });
}

/** Deletes a source with its items. Throws NotFoundError. */
export async function deleteSource({ database, clock }: WireStore, by: Actor, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const row = await requireSource(trx, id);
    await trx.deleteFrom("wire_source").where("id", "=", id).execute();
    await deleteEmptyStories(trx);
    await recordEvent(trx, clock, { by, action: "source.delete", subject: subjectOf(row) });
  });
}

const deleteEmptyStories = (trx: Transaction<Tables>) =>
  trx
    .deleteFrom("wire_story")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("wire_item").select("wire_item.id").whereRef("wire_item.story_id", "=", "wire_story.id"),
        ),
      ),
    )
    .execute();

/** Deletes items that their feeds have dropped, and the oldest beyond the limit. */
export async function pruneWire({ database, clock }: WireStore): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await lockTable(trx, "wire_story");
    // A day more, as a feed's listing is noted once a day. A feed that has not been read since still lists its items.
    await trx
      .deleteFrom("wire_item")
      .where("seen_at", "<", clock.now() - KEPT_MS - DAY)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("wire_source")
            .select("wire_source.id")
            .whereRef("wire_source.id", "=", "wire_item.source_id")
            .whereRef("wire_source.read_at", ">=", eb("wire_item.seen_at", "+", DAY)),
        ),
      )
      .execute();
    const excess = (await countItems(trx)) - MAX_ITEMS;
    if (excess > 0) {
      const oldest = trx.selectFrom("wire_item").select("id").orderBy("published_at").orderBy("id").limit(excess);
      await trx.deleteFrom("wire_item").where("id", "in", oldest).execute();
    }
    await deleteEmptyStories(trx);
  });
}

/** Dismisses a story or puts it back. A story with a draft keeps that state. */
export async function markStory({ database }: WireStore, id: number, state: "new" | "dismissed"): Promise<void> {
  await database.db
    .updateTable("wire_story")
    .set({ state })
    .where("id", "=", id)
    .where("state", "!=", "drafted")
    .execute();
}

/** Throws ConflictError for too many rules. */
export function addRule({ database, clock }: WireStore, by: Actor, rule: RuleBody): Promise<WireRuleRow> {
  return database.db.transaction().execute(async (trx) => {
    await lockTable(trx, "wire_rule");
    if ((await countRules(trx)) >= MAX_RULES)
      throw new ConflictError("too_many_rules", `There can be at most ${MAX_RULES} rules.`);
    const words = JSON.stringify([...new Set(rule.words)]);
    const topic = rule.effect === "topic" ? rule.topic : "";
    const row = await trx
      .insertInto("wire_rule")
      .values({ words, effect: rule.effect, topic, created_at: clock.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    const subject = { kind: "rule", id: row.id, title: rule.words.join(", ") };
    const changes = { effect: { to: rule.effect }, ...(topic && { topic: { to: topic } }) };
    await recordEvent(trx, clock, { by, action: "rule.create", subject, changes });
    return row;
  });
}

/** Throws NotFoundError. */
export async function deleteRule({ database, clock }: WireStore, by: Actor, id: number): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom("wire_rule").where("id", "=", id).returningAll().executeTakeFirst();
    if (!gone) throw new NotFoundError("rule_not_found", NO_RULE);
    const subject = { kind: "rule", id, title: (JSON.parse(gone.words) as string[]).join(", ") };
    await recordEvent(trx, clock, { by, action: "rule.delete", subject });
  });
}
