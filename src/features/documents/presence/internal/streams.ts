import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Database } from "#db/open.ts";
import { accountNames, liveSessions } from "#features/identity/accounts/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import { addWindow, type OpenWindow, removeWindows, renewWindows } from "../commands.ts";
import { listPresent, type Present } from "../queries.ts";
import { HEARTBEAT_INTERVAL_MS, MAX_STREAMS, MAX_STREAMS_OF_ACCOUNT, STREAM_TTL_MS } from "../rules.ts";
import type { PresentPeople } from "../schema.ts";

/** An open stream of events, the data that was sent last, and the number of the notification that had it. */
type Stream = OpenWindow & { sessionId: string; response: ServerResponse; lastSent: string; lastNotified: number };
type Log = { warn: (details: object, message: string) => void };
type Deps = { database: Database; clock: Clock; log: Log };

/** A client that does not read so many bytes is gone. */
const MAX_UNREAD_BYTES = 64 * 1024;
const TOO_MANY = "Too many windows are open.";
const RETRY_AFTER_S = 30;

/** A comment, which clients ignore: proxies close connections on which nothing is sent. */
const KEEP_ALIVE = ":\n\n";

/** The streams of one process, each of which tells a window who has its article open. */
export function createStreams({ database, clock, log }: Deps) {
  const streams = new Map<string, Stream>();
  let heartbeatAt = 0;
  let notifications = 0;

  const end = (stream: Stream) => {
    if (!stream.response.writableEnded) stream.response.end();
  };

  /** Notifies those windows of articles who is there, that do not know it yet. */
  const notify = async (articleIds: number[]): Promise<void> => {
    const number = ++notifications;
    const present = await listPresent(database.db, articleIds, clock.now());
    const names = await accountNames(
      database.db,
      [...present.values()].flat().map(({ accountId }) => accountId),
    );
    for (const stream of streams.values())
      if (articleIds.includes(stream.articleId))
        tell(stream, number, presentPeople(present.get(stream.articleId) ?? [], names, stream.accountId));
  };

  const close = async (stream: Stream): Promise<void> => {
    streams.delete(stream.id);
    try {
      await removeWindows(database, [stream.id]);
      await notify([stream.articleId]);
    } catch (error) {
      // The others notice when its row is old.
      log.warn({ err: error }, "a closed window could not be recorded");
    }
  };

  return {
    /** Throws TooManyRequestsError where another stream would be one too many. */
    requireRoom(accountId: number): void {
      const own = streams.values().reduce((count, stream) => count + (stream.accountId === accountId ? 1 : 0), 0);
      if (streams.size >= MAX_STREAMS || own >= MAX_STREAMS_OF_ACCOUNT)
        throw new TooManyRequestsError(TOO_MANY, RETRY_AFTER_S);
    },

    /** Begins a stream on a response whose head has been sent. */
    async open(
      response: ServerResponse,
      articleId: number,
      by: Pick<Stream, "accountId" | "sessionId">,
    ): Promise<void> {
      const known = { lastSent: "", lastNotified: 0 };
      const stream = { id: randomUUID(), articleId, ...by, since: clock.now(), response, ...known };
      streams.set(stream.id, stream);
      response.once("close", () => void close(stream));
      await addWindow(database, stream);
      // It was closed while its row was being written.
      if (!streams.has(stream.id)) return removeWindows(database, [stream.id]);
      await notify([articleId]);
    },

    /** Looks who has come and gone in other processes, and says who is here. Ends streams of sessions that ended. */
    async poll(): Promise<void> {
      if (streams.size === 0) return;
      const now = clock.now();
      const live = await liveSessions(
        database.db,
        [...new Set(streams.values().map(({ sessionId }) => sessionId))],
        now,
      );
      for (const stream of streams.values())
        if (now - stream.since > STREAM_TTL_MS || !live.has(stream.sessionId)) end(stream);
      if (now - heartbeatAt >= HEARTBEAT_INTERVAL_MS) {
        heartbeatAt = now;
        await renew(database, streams, now);
        for (const { response } of streams.values()) if (!response.writableEnded) response.write(KEEP_ALIVE);
      }
      await notify([...new Set(streams.values().map(({ articleId }) => articleId))]);
    },

    /** Ends all streams. */
    async closeAll(): Promise<void> {
      const ids = [...streams.keys()];
      for (const stream of streams.values()) end(stream);
      streams.clear();
      await removeWindows(database, ids);
    },
  };
}
export type Streams = ReturnType<typeof createStreams>;

/**
 * Sends who is there, unless the window knows that already. Notifications are numbered as they begin: one that began
 * later has read later, and an earlier one that takes longer may be from before the last change.
 */
function tell(stream: Stream, number: number, people: PresentPeople): void {
  const { response } = stream;
  if (number < stream.lastNotified) return;
  stream.lastNotified = number;
  const data = JSON.stringify(people);
  if (data === stream.lastSent || response.writableEnded) return;
  stream.lastSent = data;
  response.write(`event: presence\ndata: ${data}\n\n`);
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
}

/** Says that all windows are open, but for those that are closed while their rows are being written. */
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
