import type { Kysely } from "kysely";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { eventsOf, type StoredEvent, spanOfEvents } from "#features/events/queries.ts";
import { cursorOf, positionIn } from "#platform/cursor.ts";
import type { Actor } from "#shared/actor.ts";
import { DOCUMENT_TYPES, type DocumentTypeName } from "#shared/document.ts";
import { GoneError } from "#shared/errors.ts";
import { absoluteUrl } from "#shared/urls.ts";
import type { Deed } from "../lifecycle/events.ts";
import { type DocumentType, maySee } from "../types.ts";
import type { ChangesQuery, DocumentChange } from "./endpoints.ts";

type Kind = DocumentChange["event"];

/** What readers see of events. */
const FOR_READERS: Partial<Record<Deed, Kind>> = { shown: "published", amended: "changed", withdrawn: "removed" };

/** What people see of a document that they can read before it is published. */
const FOR_EDITORS: Partial<Record<Deed, Kind>> = {
  shown: "published",
  created: "changed",
  edited: "changed",
  updated: "changed",
  submitted: "changed",
  returned: "changed",
  scheduled: "changed",
  unschedule: "changed",
  unpublished: "changed",
  restored: "changed",
  trashed: "removed",
};

const actionsOf = (kinds: Partial<Record<Deed, Kind>>) =>
  DOCUMENT_TYPES.flatMap((type) => Object.keys(kinds).map((deed) => `${type}.${deed}`));
const READERS_ACTIONS = actionsOf(FOR_READERS);
const ALL_ACTIONS = [...new Set([...READERS_ACTIONS, ...actionsOf(FOR_EDITORS)])];

const position = z.strictObject({ changes: z.int().min(0) });
const EXPIRED = "The cursor is older than 30 days. Read the lists again, and start without a cursor.";

type Parts = { database: Pick<Database, "db">; kinds: readonly DocumentType[]; siteUrl: string };

/**
 * A page of changes that a viewer may know of; without an actor, what readers see. Throws InvalidError for a cursor of
 * something else, and GoneError if the events after it have been deleted.
 */
export async function pageChanges(
  { database, kinds, siteUrl }: Parts,
  actor: Actor | null,
  { cursor, since, limit }: ChangesQuery,
): Promise<{ results: DocumentChange[]; next_cursor: string }> {
  const { first, last, startOf } = await spanOfEvents(database);
  let after =
    cursor === undefined
      ? since === undefined
        ? first - 1
        : await startOf(since)
      : positionIn(cursor, position).changes;
  if (after < first - 1 || after > last) throw new GoneError("cursor_expired", EXPIRED);
  const seen = createSight(database.db, kinds, actor);
  const results: Omit<DocumentChange, "url">[] = [];
  // Others' unpublished documents may be the next hundred events: the cursor moves past them.
  for (let reads = 0; results.length < limit && after < last && reads < MAX_READS; reads += 1) {
    const span = { after, last, limit: limit - results.length };
    const events = await eventsOf(database.db, actor ? ALL_ACTIONS : READERS_ACTIONS, span);
    for (const event of events) {
      const change = await seen(event);
      if (change) results.push(change);
    }
    after = events.length < span.limit ? last : (events.at(-1)?.position ?? last);
  }
  return { results: await withPages(database.db, kinds, siteUrl, results), next_cursor: cursorOf({ changes: after }) };
}

const MAX_READS = 20;

/** What an actor may know of an event; each document is looked up once. */
function createSight(db: Kysely<Tables>, kinds: readonly DocumentType[], actor: Actor | null) {
  const known = new Map<string, Promise<boolean>>();
  return async ({ action, subject_id, at }: StoredEvent): Promise<Omit<DocumentChange, "url"> | undefined> => {
    const [type, deed] = action.split(".") as [DocumentTypeName, Deed];
    const id = Number(subject_id);
    const kind = kinds.find((one) => one.type === type);
    if (!kind) return undefined;
    const key = `${type} ${id}`;
    const sees = actor && (known.get(key) ?? maySee(db, kind, actor, id));
    if (sees) known.set(key, sees);
    const event = (await sees) ? FOR_EDITORS[deed] : FOR_READERS[deed];
    return event && { kind: type, id, event, at: new Date(at).toISOString() };
  };
}

async function withPages(
  db: Kysely<Tables>,
  kinds: readonly DocumentType[],
  siteUrl: string,
  changes: readonly Omit<DocumentChange, "url">[],
): Promise<DocumentChange[]> {
  const paths = new Map<DocumentTypeName, Map<number, string>>();
  for (const { type, pathsOf } of kinds) {
    const ids = changes.filter(({ kind }) => kind === type).map(({ id }) => id);
    paths.set(type, await pathsOf(db, [...new Set(ids)]));
  }
  return changes.map((change) => {
    const path = paths.get(change.kind)?.get(change.id);
    return { ...change, url: path === undefined ? null : absoluteUrl(siteUrl, path) };
  });
}
