import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Database } from "#db/open.ts";
import { accountNames } from "#features/accounts/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import { enter, leave, type OpenWindow, stay } from "../commands.ts";
import { type Present, whoIsThere } from "../queries.ts";
import { MAX_STREAMS, MAX_STREAMS_OF_ACCOUNT, SAY_INTERVAL_MS, STREAM_TTL_MS } from "../rules.ts";
import type { PresentPeople } from "../schema.ts";

/** An open stream of events, and what it was told last. */
type Stream = OpenWindow & { response: ServerResponse; told: string };
type Log = { warn: (details: object, message: string) => void };
type Deps = { database: Database; clock: Clock; log: Log };

/** A client that does not read so many bytes is gone. */
const MAX_UNREAD_BYTES = 64 * 1024;
const TOO_MANY = "Too many windows are open.";
const RETRY_AFTER_S = 30;

/** What clients and proxies between do without a sign of life. A comment, which clients ignore. */
const SIGN_OF_LIFE = ":\n\n";

/** The streams of one process, each of which tells a window who has its article open. */
export function createStreams({ database, clock, log }: Deps) {
  const streams = new Map<string, Stream>();
  let saidAt = 0;

  const end = (stream: Stream) => {
    if (!stream.response.writableEnded) stream.response.end();
  };

  /** Tells those windows of articles who is there, that have not been told. */
  const tell = async (articleIds: number[]): Promise<void> => {
    const present = await whoIsThere(database.db, articleIds, clock.now());
    const names = await accountNames(
      database.db,
      [...present.values()].flat().map(({ accountId }) => accountId),
    );
    for (const stream of streams.values()) {
      if (!articleIds.includes(stream.articleId)) continue;
      const people = presentPeople(present.get(stream.articleId) ?? [], names, stream.accountId);
      const data = JSON.stringify(people);
      if (data === stream.told || stream.response.writableEnded) continue;
      stream.told = data;
      stream.response.write(`event: presence\ndata: ${data}\n\n`);
      if (stream.response.writableLength > MAX_UNREAD_BYTES) stream.response.destroy();
    }
  };

  const close = async (stream: Stream): Promise<void> => {
    streams.delete(stream.id);
    try {
      await leave(database, [stream.id]);
      await tell([stream.articleId]);
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
    async open(response: ServerResponse, articleId: number, accountId: number): Promise<void> {
      const stream = { id: randomUUID(), articleId, accountId, since: clock.now(), response, told: "" };
      streams.set(stream.id, stream);
      response.once("close", () => void close(stream));
      await enter(database, stream);
      // It was closed while its row was being written.
      if (!streams.has(stream.id)) return leave(database, [stream.id]);
      await tell([articleId]);
    },

    /** Looks who has come and gone in other processes, and says who is here. */
    async look(): Promise<void> {
      if (streams.size === 0) return;
      const now = clock.now();
      for (const stream of streams.values()) if (now - stream.since > STREAM_TTL_MS) end(stream);
      if (now - saidAt >= SAY_INTERVAL_MS) {
        saidAt = now;
        await stay(database, [...streams.values()], now);
        for (const { response } of streams.values()) if (!response.writableEnded) response.write(SIGN_OF_LIFE);
      }
      await tell([...new Set(streams.values().map(({ articleId }) => articleId))]);
    },

    /** Ends all streams. */
    async closeAll(): Promise<void> {
      const ids = [...streams.keys()];
      for (const stream of streams.values()) end(stream);
      streams.clear();
      await leave(database, ids);
    },
  };
}
export type Streams = ReturnType<typeof createStreams>;

const presentPeople = (people: Present[], names: ReadonlyMap<number, string>, reader: number): PresentPeople =>
  people.map(({ accountId, since }) => ({
    user: accountId,
    name: names.get(accountId) ?? "",
    since: new Date(since).toISOString(),
    is_me: accountId === reader,
  }));
