import type { FastifyBaseLogger } from "fastify";
import { changesSince } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Staging } from "#features/settings/staging.ts";
import { taskJobs } from "#features/tasks/jobs.ts";
import { lastResult } from "#features/tasks/queries.ts";
import type { TaskKind } from "#features/tasks/rules.ts";
import type { Clock } from "#platform/clock.ts";
import type { Feature } from "#platform/feature.ts";
import { purgeJobs } from "./jobs.ts";
import { keysOfCall, PURGE_TASK, type PurgeSettings, purgeResult } from "./rules.ts";

const CALL_TIMEOUT_MS = 5_000;

/**
 * The task that purges what has changed since the last purge, in one call. The call is made before the task's only
 * step, as no transaction may wait for another server: it may thus be made twice, which does no harm.
 */
function purgeTask({ database, staging }: Pick<Deps, "database" | "staging">, settings: PurgeSettings): TaskKind {
  return {
    kind: PURGE_TASK,
    subjectOf: () => ({ what: "Message to the CDN about changed pages" }),
    isRetried: true,
    prepare: async () => {
      const last = purgeResult.safeParse(await lastResult(database.db, PURGE_TASK));
      const since = last.success ? last.data.version : undefined;
      const { version, changes } = await changesSince(database.db, since);
      const isNone = (since !== undefined && version <= since) || (await staging.read(database.db));
      const keys = isNone ? [] : keysOfCall(changes);
      if (keys.length > 0) await callPurge(settings, keys);
      const result = { version, keys: keys.length };
      return async () => ({ position: null, done: 1, total: 1, isDone: true, result });
    },
  };
}

/** Asks the CDN to forget everything under these keys. Throws if it does not say that it has. */
async function callPurge({ url, token }: PurgeSettings, keys: string[]): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "surrogate-key": keys.join(" "),
      ...(token && { authorization: `Bearer ${token}`, "fastly-key": token }),
    },
    body: JSON.stringify({ keys }),
    redirect: "error",
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The purge request failed with status ${response.status}.`);
}

type Deps = {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  staging: Pick<Staging, "read">;
  purge: PurgeSettings | undefined;
};

/** Tells a CDN what to forget after each change, where the operator has set how. */
export function cdnFeature({ purge, ...deps }: Deps): Feature {
  if (!purge) return {};
  return { jobs: [...purgeJobs(deps), ...taskJobs(deps, [purgeTask(deps, purge)])] };
}
