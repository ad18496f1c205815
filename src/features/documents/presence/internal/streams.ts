import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Database } from "#db/open.ts";
import {
  HEARTBEAT_INTERVAL_MS,
  MAX_STREAMS,
  MAX_STREAMS_OF_ACCOUNT,
  STREAM_TTL_MS,
} from "#features/documents/rules.ts";
import { suggestionStates } from "#features/documents/suggestions/queries.ts";
import { type DocumentType, maySee } from "#features/documents/types.ts";
import { accountNames, liveSessions } from "#features/identity/accounts/queries.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import { versionNames } from "../../history/queries.ts";
import {
  addWindow,
  type OpenWindow,
  type ReportedPlace,
  recordPlaces,
  removeWindows,
  renewWindows,
} from "../commands.ts";
import { listPresent, type Present } from "../queries.ts";
import type { OtherPlaces, Place, PresentPeople, SavedVersion, SuggestionState } from "../schema.ts";

/** An open event stream, with the last data and notification number per event. */
type Stream = OpenWindow & {
  sessionId: string;
  response: ServerResponse;
  lastSent: Map<string, string>;
  lastNotified: number;
};
type Events = {
  presence: PresentPeople;
  places: OtherPlaces;
  saved: SavedVersion | undefined;
  suggestions: SuggestionState;
};
type Log = { warn: (details: object, message: string) => void };
export type StreamDeps = { database: Database; clock: Clock; log: Log; kinds: readonly DocumentType[] };

/** Unread bytes after which a client is disconnected. */
const MAX_UNREAD_BYTES = 64 * 1024;
const TOO_MANY = "Too many windows are open.";
const RETRY_AFTER_S = 30;

/** A comment that clients ignore, because proxies close idle connections. */
const KEEP_ALIVE = ":\n\n";

/** The event streams of one process, which notify windows of presence and saves. */
export function createStreams({ database, clock, log, kinds }: StreamDeps) {
  const streams = new Map<string, Stream>();
  const places = unstoredPlaces(database);
  let heartbeatAt = 0;
  let isCheckDue = false;

  const end = ({ response }: Stream) => response.writableEnded || response.end();

  const { notify, notifyAll } = notifier({ database, clock, kinds }, streams, places.of);

  const close = async (stream: Stream): Promise<void> => {
    streams.delete(stream.id);
    try {
      await removeWindows(database, [stream.id]);
      await notify(stream.document.type, [stream.document.id]);
    } catch (error) {
      // Other processes notice when its row expires.
      log.warn({ err: error }, "a closed window could not be recorded");
    }
  };

  return {
    /** Throws TooManyRequestsError if the limit of streams is reached. */
    requireRoom(accountId: number): void {
      const own = streams.values().reduce((count, stream) => count + (stream.accountId === accountId ? 1 : 0), 0);
      if (streams.size >= MAX_STREAMS || own >= MAX_STREAMS_OF_ACCOUNT)
        throw new TooManyRequestsError("too_many_windows", TOO_MANY, RETRY_AFTER_S);
    },

    /** Shows an account's position to the windows of this process, and with the next poll to those of others. */
    place: places.report,

    /** Starts a stream on a response whose headers have been sent. */
    async open(
      response: ServerResponse,
      document: DocumentKey,
      by: Pick<Stream, "accountId" | "sessionId">,
    ): Promise<void> {
      const isNew = { since: clock.now(), lastSent: new Map<string, string>(), lastNotified: 0 };
      const stream = { id: randomUUID(), document, ...by, response, ...isNew };
      streams.set(stream.id, stream);
      response.once("close", () => void close(stream));
      await addWindow(database, stream);
      // The stream was closed while its row was being written.
      if (!streams.has(stream.id)) return removeWindows(database, [stream.id]);
      await notify(document.type, [document.id]);
    },

    /** Reads presence in other processes and renews ours. Ends streams of ended sessions, and of users who lost access. */
    async poll(): Promise<void> {
      await places.store();
      if (streams.size === 0) return;
      const now = clock.now();
      const live = await liveSessions(
        database.db,
        [...new Set(streams.values().map(({ sessionId }) => sessionId))],
        now,
      );
      for (const stream of streams.values()) {
        const actor = live.get(stream.sessionId);
        if (now - stream.since > STREAM_TTL_MS || !actor || !(await hasAccess(database, kinds, actor, stream.document)))
          end(stream);
      }
      if (now - heartbeatAt >= HEARTBEAT_INTERVAL_MS) {
        heartbeatAt = now;
        await renew(database, streams, now);
        for (const { response } of streams.values()) if (!response.writableEnded) response.write(KEEP_ALIVE);
      }
      await notifyAll();
    },

    /** Notifies open windows after a change. Simultaneous changes share one check. */
    checkSoon(): void {
      if (streams.size === 0 || isCheckDue) return;
      isCheckDue = true;
      setImmediate(() => {
        isCheckDue = false;
        notifyAll().catch((err: unknown) => log.warn({ err }, "open windows could not be notified of a save"));
      });
    },

    async closeAll(): Promise<void> {
      const ids = [...streams.keys()];
      for (const stream of streams.values()) end(stream);
      streams.clear();
      await removeWindows(database, ids);
    },
  };
}
export type Streams = ReturnType<typeof createStreams>;

async function hasAccess(
  database: Database,
  kinds: readonly DocumentType[],
  actor: Actor,
  { type, id }: DocumentKey,
): Promise<boolean> {
  const kind = kinds.find((kind) => kind.type === type);
  return kind !== undefined && maySee(database.db, kind, actor, id);
}

/**
 * Positions that only this process knows. Others read them from the database, where one commit a second is enough for all
 * people (decision 314).
 */
function unstoredPlaces(database: Database) {
  const places = new Map<string, ReportedPlace>();
  const keyOf = ({ type, id }: DocumentKey, accountId: number) => `${type} ${id} ${accountId}`;
  return {
    report(reported: ReportedPlace): void {
      places.set(keyOf(reported.document, reported.accountId), reported);
    },
    of: (document: DocumentKey, accountId: number) => places.get(keyOf(document, accountId))?.place,
    async store(): Promise<void> {
      if (places.size === 0) return;
      const stored = [...places];
      await recordPlaces(
        database,
        stored.map(([, place]) => place),
      );
      for (const [key, place] of stored) if (places.get(key) === place) places.delete(key);
    },
  };
}

function notifier(
  { database, clock, kinds }: Omit<StreamDeps, "log">,
  streams: ReadonlyMap<string, Stream>,
  placeOf: (document: DocumentKey, accountId: number) => string | undefined,
) {
  let notifications = 0;

  /** Sends presence and the stored version to the windows of documents, if they differ from the last ones. */
  const notify = async (type: DocumentTypeName, ids: number[]): Promise<void> => {
    const kind = kinds.find((kind) => kind.type === type);
    if (!kind) return;
    const number = ++notifications;
    const eventsFor = await readEvents(database, { kind, ids, placeOf }, clock.now());
    for (const stream of streams.values()) {
      const { document } = stream;
      if (document.type === type && ids.includes(document.id)) tell(stream, number, eventsFor(stream));
    }
  };

  const notifyAll = async () => {
    const open = Map.groupBy(streams.values(), ({ document }) => document.type);
    for (const [type, those] of open) await notify(type, [...new Set(those.map(({ document }) => document.id))]);
  };

  return { notify, notifyAll };
}

/** Reads the events for all windows of documents at `now` (epoch milliseconds). */
async function readEvents(
  { db }: Database,
  {
    kind,
    ids,
    placeOf,
  }: { kind: DocumentType; ids: number[]; placeOf: (of: DocumentKey, accountId: number) => string | undefined },
  now: number,
) {
  const present = await listPresent(db, { type: kind.type, ids }, now);
  const versions = await versionNames(db, kind, ids);
  const suggested = await suggestionStates(db, kind.type, ids);
  const people = [...present.values()].flat();
  const names = await accountNames(
    db,
    people.map(({ accountId }) => accountId),
  );
  return ({ document, accountId }: OpenWindow): Events => {
    const { id } = document;
    const version = versions.get(id);
    const placed = (present.get(id) ?? []).map((person) => {
      const place = placeOf(document, person.accountId) ?? person.place;
      return { ...person, place };
    });
    return {
      presence: presentPeople(placed, names, accountId),
      places: otherPlaces(placed, accountId),
      saved: version === undefined ? undefined : { etag: `"${version}"` },
      suggestions: { state: suggested.get(id) ?? "" },
    };
  };
}

/**
 * Sends events that differ from the last ones of the window. Notifications are numbered when they start: one that started
 * later has read later, and a slower earlier one may be outdated.
 */
function tell(stream: Stream, number: number, events: Events): void {
  const { response } = stream;
  if (number < stream.lastNotified) return;
  stream.lastNotified = number;
  for (const [event, value] of Object.entries(events)) {
    const data = JSON.stringify(value);
    if (data === undefined || data === stream.lastSent.get(event) || response.writableEnded) continue;
    stream.lastSent.set(event, data);
    response.write(`event: ${event}\ndata: ${data}\n\n`);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  }
}

/** Renews all windows, except those closed while their rows are being written. */
async function renew(database: Database, streams: ReadonlyMap<string, Stream>, now: number): Promise<void> {
  const windows = [...streams.values()];
  await renewWindows(database, windows, now);
  const closed = windows.flatMap(({ id }) => (streams.has(id) ? [] : [id]));
  await removeWindows(database, closed);
}

const presentPeople = (people: Present[], names: ReadonlyMap<number, string>, reader: number): PresentPeople =>
  people.map(({ accountId, since }) => ({
    user: accountId,
    name: names.get(accountId) ?? "",
    since: new Date(since).toISOString(),
    is_me: accountId === reader,
  }));

const otherPlaces = (people: Present[], reader: number): OtherPlaces =>
  people.flatMap(({ accountId, place }) =>
    place === null || accountId === reader ? [] : [{ user: accountId, place: JSON.parse(place) as Place }],
  );
