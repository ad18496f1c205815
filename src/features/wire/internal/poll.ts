import { SourceError } from "#features/transfer/sources/items.ts";
import type { Clock } from "#platform/clock.ts";
import { createSemaphore } from "#platform/concurrency.ts";
import { RemoteError, type RemoteRead, type RemoteReply } from "#platform/remote-fetch.ts";
import { backoff, spread } from "#shared/retry.ts";
import { DAY } from "#shared/time.ts";
import { noteFailure, storePoll, type WireStore } from "../commands.ts";
import { dueSources, findSource } from "../queries.ts";
import { MAX_FAILING_MS, type OffReason, POLL_MS, pollDelay, RETRIES } from "../rules.ts";
import type { WireSourceRow } from "../tables.ts";
import { askFor, bodyHash, type ReadFeed, readFeed, textOf, validatorsOf } from "./fetch.ts";

export type PollParts = WireStore & { readRemote: RemoteRead };

const GONE = 410;
const NOT_MODIFIED = 304;
/** Slow hosts delay no others. */
const AT_A_TIME = 4;

/** Fetches the sources that are due, a few at a time. Throws the first unexpected error after the others were fetched. */
export async function pollDue(parts: PollParts, signal?: AbortSignal): Promise<void> {
  const slots = createSemaphore(AT_A_TIME);
  const due = await dueSources(parts.database.db, parts.clock.now());
  const polls = due.map((id) => slots.run(async () => (signal?.aborted ? undefined : pollSource(parts, id))));
  for (const result of await Promise.allSettled(polls)) if (result.status === "rejected") throw result.reason;
}

/** Fetches one source and stores what came of it. A failure is noted in its row. */
export async function pollSource(parts: PollParts, id: number): Promise<void> {
  const source = await findSource(parts.database.db, id);
  if (!source) return;
  try {
    const reply = await askFor(parts.readRemote, source.url, conditionsOf(source));
    if (reply.status !== 200 && reply.status !== NOT_MODIFIED)
      return await fail(parts, source, statusSentence(reply), reply);
    await succeed(parts, source, reply);
  } catch (error) {
    if (!(error instanceof RemoteError) && !(error instanceof SourceError)) throw error;
    await fail(parts, source, error.message);
  }
}

const statusSentence = ({ status }: RemoteReply): string =>
  status === GONE ? "Its host said that the feed is gone (410)." : `Its host responded with ${status}.`;

const conditionsOf = ({ etag, last_modified }: WireSourceRow): Record<string, string> => ({
  ...(etag && { "if-none-match": etag }),
  ...(last_modified && { "if-modified-since": last_modified }),
});

async function succeed(parts: PollParts, source: WireSourceRow, reply: RemoteReply): Promise<void> {
  const isSame = reply.status === NOT_MODIFIED || bodyHash(reply.bytes) === source.body_hash;
  const feed: ReadFeed | null = isSame ? null : await readFeed(textOf(reply), reply.address);
  const every = feed ? feed.info.everyMinutes : source.every_minutes;
  const now = parts.clock.now();
  const delay = pollDelay(every, maxAgeOf(reply), (source.hub_until ?? 0) > now);
  await storePoll(parts, source, {
    feed,
    moved: reply.moved,
    columns: {
      ...(reply.status === 200 && { ...validatorsOf(reply), body_hash: bodyHash(reply.bytes) }),
      ...(feed && { read_at: now }),
      every_minutes: every,
      // Feeds that were added together are not fetched together for ever.
      due_at: now + delay + Math.floor(Math.random() * 0.1 * delay),
    },
  });
}

async function fail(parts: PollParts, source: WireSourceRow, error: string, reply?: RemoteReply): Promise<void> {
  const now = parts.clock.now();
  const failures = source.failures + 1;
  const delay = Math.max(spread(backoff(RETRIES, failures)), POLL_MS.min, reply ? retryAfterOf(reply, parts.clock) : 0);
  const isTooLong = now - (source.failing_since ?? now) >= MAX_FAILING_MS;
  const off: OffReason = reply?.status === GONE ? "gone" : isTooLong ? "failures" : "";
  await noteFailure(parts, source, { error, due_at: now + Math.floor(delay), off });
}

function retryAfterOf({ headers }: RemoteReply, clock: Clock): number {
  const given = headers["retry-after"]?.trim() ?? "";
  const wait = /^\d{1,9}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - clock.now();
  return Number.isFinite(wait) ? Math.min(DAY, Math.max(0, wait)) : 0;
}

/** How long a response says that it stays fresh, in milliseconds. */
function maxAgeOf({ headers }: RemoteReply): number {
  const seconds = /max-age=(\d{1,9})/i.exec(headers["cache-control"] ?? "")?.[1];
  return seconds ? Number(seconds) * 1000 : 0;
}
