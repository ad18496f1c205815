import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import { readAddressSite } from "#features/settings/queries.ts";
import type { Staging } from "#features/settings/staging.ts";
import { enqueueTask } from "#features/tasks/commands.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import { hasQueuedTask, lastResult } from "#features/tasks/queries.ts";
import { RetryLaterError, type TaskKind } from "#features/tasks/rules.ts";
import type { Clock } from "#platform/clock.ts";
import type { Job } from "#platform/scheduler.ts";
import { InvalidError } from "#shared/errors.ts";
import { articlePath } from "#shared/page.ts";
import { DAY } from "#shared/time.ts";
import { absoluteUrl, adminUrl, feedUrl } from "#shared/urls.ts";
import { type Announced, INDEXNOW_TASK, WEBSUB_TASK } from "./kinds.ts";
import { articlesChangedSince, type ChangedArticle, isDueSince, listsOf } from "./queries.ts";
import { indexNowKey, isPublicSite, keyPath, MAX_ADDRESSES, MAX_LISTS, type Receivers } from "./rules.ts";

export type AnnouncementDeps = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  site: { url: string };
  secretKey: string;
  announce: Receivers;
  staging: Pick<Staging, "read">;
};

const announced = z.object({ version: z.int(), at: z.int(), sent: z.int() });

const LOOK_INTERVAL_MS = 1_000;
const CALL_TIMEOUT_MS = 10_000;
/** Search engines get all changes of this time in one request, hubs each change at once. */
const INDEXNOW_DELAY_MS = 30_000;

type Announcer = {
  kind: string;
  delayMs: number;
  /** Who receives it, in the subject of a failed task. */
  receiver: string;
  /** Sends the addresses of these articles, at least one, and returns how many it sent. */
  send: (articles: readonly ChangedArticle[]) => Promise<number>;
};

/** The jobs that send changes to search engines and hubs; none for a site that others can't reach. */
export function announcementJobs(deps: AnnouncementDeps): Job[] {
  if (!isPublicSite(deps.site.url)) return [];
  const { indexNowUrl, hub } = deps.announce;
  const announcers: Announcer[] = [
    ...(indexNowUrl === undefined ? [] : [indexNow(deps, indexNowUrl)]),
    ...(hub === undefined ? [] : [webSub(deps, hub)]),
  ];
  return [
    ...announcers.map((announcer) => noticeJob(deps, announcer)),
    ...taskJobs(
      deps,
      announcers.map((announcer) => taskOf(deps, announcer)),
    ),
  ];
}

/** Queues a task after changes that readers may see, alongside them as for a CDN: no save waits for it. */
function noticeJob({ database, clock }: AnnouncementDeps, { kind, delayMs }: Announcer): Job {
  let seen: { version: number; at: number } | undefined;
  const run = async () => {
    const [version, now] = [database.contentVersion(), clock.now()];
    if (seen?.version === version && !(await isDueSince(database.db, seen.at, now))) return;
    const last = announced.safeParse(await lastResult(database.db, kind));
    // Finished tasks are kept for a week: without a newer one, what was announced would be forgotten.
    const isKnown = last.success && last.data.version >= version && now - last.data.at < DAY;
    if (!isKnown || (await isDueSince(database.db, last.data.at, now)))
      await database.db.transaction().execute(async (trx) => {
        if (await hasQueuedTask(trx, kind)) return;
        await enqueueTask(trx, now, { kind, payload: null, dueAt: now + delayMs });
      });
    seen = { version, at: now };
  };
  return { name: `changes for ${kind}`, every: LOOK_INTERVAL_MS, alone: true, run };
}

/** Announces all changes since the last time; the first time none, as the archive is nothing new. */
function taskOf({ database, clock, staging }: AnnouncementDeps, { kind, receiver, send }: Announcer): TaskKind {
  return {
    kind,
    subjectOf: () => ({ what: `News of changed pages for ${receiver}`, path: adminUrl.settings() }),
    isRetried: true,
    prepare: async () => {
      const now = clock.now();
      const last = announced.safeParse(await lastResult(database.db, kind));
      const since = last.success ? last.data : { version: database.contentVersion(), at: now };
      const { version, articles } = await articlesChangedSince(database.db, now, since);
      // What changed in a copy for trying things out is never announced, also later.
      const isNone = articles.length === 0 || (await staging.read(database.db));
      const sent = isNone ? 0 : await send(articles);
      const result: Announced = { version, at: now, sent };
      return async () => ({ position: null, done: 1, total: 1, isDone: true, result });
    },
  };
}

const isTemporary = (status: number) => status >= 500 || status === 408 || status === 429;

/** Sends a request whose body says what has changed. Throws with the status if the other side does not accept it. */
async function post(name: string, url: string, { type, body }: { type: string; body: string }): Promise<void> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const request = { method: "POST", headers: { "content-type": type }, body, redirect: "error", signal } as const;
  const response = await fetch(url, request).catch(() => {
    throw new RetryLaterError(`${name} could not be reached.`);
  });
  await response.body?.cancel();
  if (response.ok) return;
  const sentence = `${name} responded with status ${response.status}.`;
  if (!isTemporary(response.status)) throw new InvalidError("invalid_request", sentence);
  throw new RetryLaterError(sentence, retryAfterOf(response.headers.get("retry-after")));
}

/** `Retry-After` in milliseconds, at most a day; undefined if it is a date or missing. */
const retryAfterOf = (value: string | null) =>
  value !== null && /^\d{1,9}$/.test(value) ? Math.min(Number(value) * 1_000, DAY) : undefined;

function indexNow({ database, site, secretKey }: AnnouncementDeps, url: string): Announcer {
  const key = indexNowKey(secretKey);
  return {
    kind: INDEXNOW_TASK,
    receiver: "search engines (IndexNow)",
    delayMs: INDEXNOW_DELAY_MS,
    async send(articles) {
      const addresses = await readAddressSite(database.db);
      const urlList = articles
        .filter(({ isElsewhere }) => !isElsewhere)
        .slice(0, MAX_ADDRESSES)
        .map((article) => absoluteUrl(site.url, articlePath(addresses, article)));
      if (urlList.length === 0) return 0;
      const keyLocation = absoluteUrl(site.url, keyPath(key));
      const body = JSON.stringify({ host: new URL(site.url).host, key, keyLocation, urlList });
      await post("IndexNow", url, { type: "application/json; charset=utf-8", body });
      return urlList.length;
    },
  };
}

function webSub({ database, clock, site }: AnnouncementDeps, hub: string): Announcer {
  return {
    kind: WEBSUB_TASK,
    receiver: "feed readers (WebSub)",
    delayMs: 0,
    async send(articles) {
      const pages = ["", ...(await listsOf(database.db, clock.now(), articles, MAX_LISTS))];
      const feeds = pages
        .flatMap((page) => [feedUrl.rss(page), feedUrl.json(page)])
        .map((path) => absoluteUrl(site.url, path));
      const body = new URLSearchParams([["hub.mode", "publish"], ...feeds.map((feed) => ["hub.url", feed])]);
      await post("The hub", hub, { type: "application/x-www-form-urlencoded", body: body.toString() });
      return feeds.length;
    },
  };
}
