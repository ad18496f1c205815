import { statfs } from "node:fs/promises";
import type { Transaction } from "kysely";
import { databaseBytes, engineName } from "#db/dialect.ts";
import type { Database } from "#db/open.ts";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import { lastOfAction, rotationProposedAt } from "#features/audit/queries.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { recordEvent } from "#features/events/commands.ts";
import { ownerOf } from "#features/identity/credentials/password.ts";
import { cancelReaderMails } from "#features/mail/leases.ts";
import { settingHandlers } from "#features/settings/handlers.ts";
import { type Staging, switchStaging } from "#features/settings/staging.ts";
import { dismissTask, retryTask } from "#features/tasks/commands.ts";
import { countTasks, failedTasks } from "#features/tasks/queries.ts";
import { NO_TASK } from "#features/tasks/rules.ts";
import { hasSwitchedOff } from "#features/webhooks/queries.ts";
import { type ApiPlugin, idIn, serve } from "#platform/endpoints.ts";
import { ConflictError } from "#shared/errors.ts";
import { viewerMayAny } from "#shared/permissions.ts";
import { PRODUCT_VERSION } from "#shared/product-version.ts";
import { isoDate } from "#shared/time.ts";
import { adminUrl } from "#shared/urls.ts";
import { actorOf, type WithViewer } from "#shared/viewer.ts";
import { type BackupStore, failureOf, isRunning, plannedBackup, readRun, retryTime, startBackup } from "./backups.ts";
import type { BackupDownloads } from "./downloads.ts";
import {
  downloadEndpoints,
  type ShownTask,
  type SystemNotices,
  type SystemState,
  stateEndpoints,
} from "./endpoints.ts";
import type { JobRuns } from "./job-runs.ts";
import { backupSetting } from "./settings.ts";

const MAX_FAILED = 20;

const iso = (time: number) => new Date(time).toISOString();

/** In bytes; null for a file system that doesn't say. */
const readDisk = (folder: string): Promise<SystemState["disk"]> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => null,
  );

/** The types of documents, which know the titles. */
type Titled = readonly Pick<DocumentType, "type" | "titles">[];

/** The newest failed tasks with the present titles of their documents. */
async function readFailed(db: Database["db"], kinds: Titled): Promise<ShownTask[]> {
  const failed = await failedTasks(db, MAX_FAILED);
  const titles = new Map<string, ReadonlyMap<number, string>>();
  for (const { type, titles: read } of kinds) {
    const ids = failed.flatMap(({ subject: { document } }) => (document?.type === type ? [document.id] : []));
    if (ids.length > 0) titles.set(type, await read(db, [...new Set(ids)]));
  }
  return failed.map(({ id, kind, last_error, finished_at, subject, isRetried }) => {
    const { what, document, path } = subject;
    // A document that was deleted since has no title, and cannot be opened.
    const title = document && titles.get(document.type)?.get(document.id);
    const shown = document && title !== undefined ? { ...document, title } : null;
    return {
      id,
      kind,
      what,
      document: shown,
      path: shown ? adminUrl[shown.type](shown.id) : (path ?? null),
      error: last_error,
      at: isoDate(finished_at),
      may_retry: isRetried,
    };
  });
}

type StateStore = BackupStore & {
  listJobs: JobRuns["list"];
  backupDownloads: BackupDownloads;
  staging: Staging;
  kinds: Titled;
};

async function readState({
  database: { db },
  clock,
  backups,
  listJobs,
  backupDownloads,
  staging,
  kinds,
}: StateStore): Promise<SystemState> {
  const now = clock.now();
  const counts = new Map((await countTasks(db, now)).map(({ state, count }) => [state, count]));
  const last = await lastOfAction(db, "publication.backup");
  const run = await readRun(db);
  return {
    version: PRODUCT_VERSION,
    node: process.versions.node,
    database: { name: engineName(db), bytes: await databaseBytes(db) },
    disk: await readDisk(backups.dataDir),
    tasks: {
      queued: counts.get("queued") ?? 0,
      running: counts.get("running") ?? 0,
      failed: counts.get("failed") ?? 0,
    },
    failed_tasks: await readFailed(db, kinds),
    staging: { is_on: await staging.read(db), is_variable: staging.variable !== undefined },
    jobs: await listJobs(db),
    rotation_proposed: isoDate((await rotationProposedAt(db)) ?? null),
    last_backup: last ? { at: iso(last.at), place: String(JSON.parse(last.changes).place?.to ?? "") } : null,
    backup: run ? backupOf(run, await plannedBackup(db, now), now) : null,
    backups: await backupDownloads.list(),
  };
}

type Run = NonNullable<Awaited<ReturnType<typeof readRun>>>;

function backupOf(run: Run, planned: number | undefined, now: number): NonNullable<SystemState["backup"]> {
  const error = failureOf(run, now);
  return {
    state: isRunning(run, now) ? "running" : error === undefined ? "done" : "failed",
    started: iso(run.started_at),
    finished: isoDate(run.finished_at),
    error: error ?? "",
    attempt: run.attempt,
    retry: run.scheduled_for === planned ? isoDate(retryTime(run, now) ?? null) : null,
  };
}

async function readNotices(
  { database: { db }, clock, staging, kinds }: StateStore,
  isManager: boolean,
  managesWebhooks: boolean,
): Promise<SystemNotices> {
  const run = isManager ? await readRun(db) : undefined;
  return {
    is_staging: await staging.read(db),
    is_backup_failed: run !== undefined && failureOf(run, clock.now()) !== undefined,
    is_rotation_proposed: isManager && (await rotationProposedAt(db)) !== undefined,
    is_webhook_off: managesWebhooks && (await hasSwitchedOff(db)),
    failed_tasks: isManager ? await readFailed(db, kinds) : [],
  };
}

export function stateRoutes(store: StateStore): ApiPlugin {
  const decide = async (
    call: WithViewer & { params: { id: string } },
    action: "task.retry" | "task.dismiss",
    act: (trx: Transaction<Tables>, id: number) => Promise<void>,
  ) => {
    const { database, clock } = store;
    const id = idIn(call.params.id, "task_not_found", NO_TASK);
    await shareCommit(database.db, async (trx) => {
      await act(trx, id);
      await recordEvent(trx, clock, { by: actorOf(call), action, subject: { kind: "task", id } });
    });
  };
  return async (app) =>
    serve(app, stateEndpoints, {
      "GET /system": () => readState(store),
      "PUT /system/staging": async (call) => {
        if (store.staging.variable !== undefined)
          throw new ConflictError("staging_variable", "The operator's variable STAGING decides.");
        const { on } = call.body;
        await switchStaging(store, actorOf(call), on, async (trx) => {
          if (on) await cancelReaderMails(trx, store.clock.now());
        });
        return readState(store);
      },
      "GET /system/notices": async ({ viewer }) =>
        readNotices(store, viewerMayAny(viewer, "system.manage"), viewerMayAny(viewer, "webhook.manage")),
      "POST /system/rotation/settle": async (call) => {
        const { database, clock } = store;
        const subject = { kind: "secret" };
        if ((await rotationProposedAt(database.db)) !== undefined)
          await recordEvent(database.db, clock, { by: actorOf(call), action: "secret.settle", subject });
        return readState(store);
      },
      "POST /system/tasks/:id/retry": (call) =>
        decide(call, "task.retry", (trx, id) => retryTask(trx, store.clock.now(), id)),
      "POST /system/tasks/:id/dismiss": (call) => decide(call, "task.dismiss", dismissTask),
      "POST /system/backups": async (call) => {
        await startBackup(store, actorOf(call));
        return readState(store);
      },
      ...settingHandlers(store, backupSetting),
      "POST /system/backups/:name/download": async (call) => ({
        token: await store.backupDownloads.allow(call.params.name, ownerOf(call)),
      }),
    });
}

const MAX_FORM_BYTES = 4_000;

/** Its own plugin, as it alone accepts a form. */
export function downloadRoutes(downloads: BackupDownloads): ApiPlugin {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
      async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
    );
    serve(app, downloadEndpoints, {
      "POST /system/downloads": async ({ body, ip }, reply) => {
        const { name, stream } = await downloads.open(body.token, ip);
        reply.header("content-type", "application/x-tar");
        reply.header("content-disposition", `attachment; filename="jarida-${name}.tar"`);
        reply.header("cache-control", "no-store");
        return stream;
      },
    });
  };
}
