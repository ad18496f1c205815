import { Readable } from "node:stream";
import { z } from "zod";
import { passwordText } from "#features/identity/accounts/endpoints.ts";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { endpoints } from "#shared/endpoint.ts";
import { givenSchemas, shownSchemas } from "#shared/fields/schemas.ts";
import { idText, noContent, text } from "#shared/schema.ts";
import { MINUTE } from "#shared/time.ts";
import { BACKUP_FIELDS } from "./rules.ts";

/** A task that was given up: what it was for, its document, and why it failed. */
const failedTask = z.object({
  id: z.int(),
  kind: z.string(),
  what: z.string().describe("What it was to do: `Card of news.example`"),
  document: z
    .object({ type: z.enum(DOCUMENT_TYPES), id: z.int().positive(), title: z.string() })
    .nullable()
    .describe("The document that it was for"),
  path: z.string().nullable().describe("Where people see more: the document’s room, or a screen"),
  error: z.string(),
  at: z.iso.datetime().nullable(),
  may_retry: z.boolean().describe("Whether it can be started again from here"),
});
export type ShownTask = z.infer<typeof failedTask>;

/** The state of the installation. */
export const systemState = z
  .object({
    version: z.string(),
    node: z.string().describe("The version of Node"),
    database: z.object({ name: z.string().describe("Its name"), bytes: z.int() }),
    disk: z
      .object({ free: z.number(), total: z.number() })
      .nullable()
      .describe("In bytes, of the disk with the data; null if it can't be read"),
    tasks: z.object({ queued: z.int(), running: z.int(), failed: z.int() }),
    failed_tasks: z.array(failedTask).describe("The newest failed tasks"),
    staging: z
      .object({
        is_on: z.boolean(),
        is_variable: z.boolean().describe("Set by the operator's variable, which is stronger"),
      })
      .describe("Whether the site is a copy for trying things out"),
    jobs: z
      .array(
        z.object({
          name: z.string(),
          title: z.string().describe("What it does"),
          every_ms: z.int().describe("How long after the end of a run the next one starts"),
          last: z
            .object({ at: z.iso.datetime(), took_ms: z.int(), is_failed: z.boolean() })
            .nullable()
            .describe("Its last run in any process, up to a minute old; null before the first"),
          failure: z
            .object({ at: z.iso.datetime(), error: z.string() })
            .nullable()
            .describe("The last run that failed"),
          next: z.iso
            .datetime()
            .nullable()
            .describe("Null if it is not known, or less than a minute after the last run"),
        }),
      )
      .describe("Recurring jobs"),
    rotation_proposed: z.iso
      .datetime()
      .nullable()
      .describe("When a chief lost the role or the login, until the signing key is rotated or this is settled"),
    last_backup: z.object({ at: z.iso.datetime(), place: z.string() }).nullable(),
    backup: z
      .object({
        state: z.enum(["running", "done", "failed"]),
        started: z.iso.datetime(),
        finished: z.iso.datetime().nullable(),
        error: z.string(),
        attempt: z.int().describe("How often a scheduled backup was tried; 0 for one that a person started"),
        retry: z.iso.datetime().nullable().describe("When a failed one is tried again; null if it isn't"),
      })
      .nullable()
      .describe("The latest backup that was started here"),
    backups: z
      .array(z.object({ name: z.string(), at: z.iso.datetime(), bytes: z.number() }))
      .describe("Backups that can be downloaded from this machine, newest first"),
  })
  .meta({ id: "SystemState" });
export type SystemState = z.infer<typeof systemState>;

export const systemNotices = z
  .object({
    is_staging: z.boolean().describe("The site is a copy for trying things out"),
    is_backup_failed: z.boolean().describe("The latest backup failed; only to those who manage the system"),
    is_rotation_proposed: z
      .boolean()
      .describe("The signing key should be rotated; only to those who manage the system"),
    is_webhook_off: z
      .boolean()
      .describe("A webhook was switched off after failures; only to those who manage webhooks"),
    failed_tasks: z.array(failedTask).describe("The newest failed tasks; only to those who manage the system"),
  })
  .meta({ id: "SystemNotices" });
export type SystemNotices = z.infer<typeof systemNotices>;

/** The settings of backups: every night at a full hour of the newsroom's clocks, and how many are kept. */
export const backupSettings = z.object(shownSchemas(BACKUP_FIELDS)).meta({ id: "BackupSettings" });
export type BackupSettings = z.infer<typeof backupSettings>;

/** Omitted fields keep their value. */
const backupSettingsBody = z
  .strictObject(givenSchemas(BACKUP_FIELDS), {
    error: "The body must be a JSON object with nightly, hour and kept.",
  })
  .partial();

const taskParams = z.object({ id: idText });
const managing = { access: "system.manage", tags: ["System"] } as const;

export const stateEndpoints = endpoints({
  "GET /system": {
    ...managing,
    summary: "Version, database, disk, background tasks and backups",
    response: { 200: systemState },
  },
  "PUT /system/staging": {
    ...managing,
    summary: "Make the site a copy for trying things out, or end that",
    description:
      "A copy sends readers no mails (waiting ones are cancelled), announces and purges nothing, and asks search engines not to index it. 409 if the variable STAGING decides.",
    body: z.strictObject(
      { on: z.boolean({ error: "On must be true or false." }) },
      { error: "The body must be a JSON object with on." },
    ),
    errors: ["staging_variable"],
    response: { 200: systemState },
  },
  "GET /system/notices": {
    access: "desk.use",
    tags: ["System"],
    summary: "What the team must know about the system on every screen",
    response: { 200: systemNotices },
  },
  "POST /system/rotation/settle": {
    ...managing,
    summary: "Mark a proposed rotation of the signing key as settled",
    description: "`secret rotate` does so as well. For a key in a variable, or a chief who cannot have seen the key.",
    response: { 200: systemState },
  },
  "POST /system/tasks/:id/retry": {
    ...managing,
    summary: "Start a failed task again",
    params: taskParams,
    errors: ["task_not_found", "task_not_retried"],
    response: { 204: noContent },
  },
  "POST /system/tasks/:id/dismiss": {
    ...managing,
    summary: "Delete a failed task from the list",
    params: taskParams,
    errors: ["task_not_found"],
    response: { 204: noContent },
  },
  "POST /system/backups": {
    ...managing,
    summary: "Start a backup, into a new folder of DATA_DIR/backups",
    description: "It continues after the response; `GET /system` has its state. 409 while a backup is running.",
    errors: ["backup_running"],
    response: { 202: systemState },
  },
  "GET /settings/backups": {
    ...managing,
    summary: "Whether and when backups are made every night, and how many are kept",
    response: { 200: backupSettings },
  },
  "PUT /settings/backups": {
    ...managing,
    summary: "Change the settings of backups; omitted fields keep their value",
    description: "With their ETag in If-Match, responds 409 if they have changed since.",
    body: backupSettingsBody,
    headers: ["if-match"],
    response: { 200: backupSettings },
  },
  "POST /system/backups/:name/download": {
    ...managing,
    summary: "Allow one download of a backup within a minute",
    description:
      "Needs the user's password, also shortly after logging in; a user of single sign-on can log in again instead. The token ends with the session.",
    params: z.object({ name: z.string() }),
    body: z
      .strictObject(
        { password: passwordText("Password").optional() },
        { error: "The body must be a JSON object with password." },
      )
      .nullish(),
    errors: ["wrong_password", "password_required", "too_many_logins"],
    response: { 201: z.object({ token: z.string() }).meta({ id: "BackupDownload" }) },
  },
});

/** Bytes to the client, a stream to the server. */
const archive = z.union([z.string(), z.instanceof(Readable)]);

const downloadBody = z.strictObject(
  { token: text({ name: "Token", max: 2_000 }) },
  { error: "The body must have a token." },
);

/** Called by a form, so that the browser writes the file to its disk as it arrives. */
export const downloadEndpoints = endpoints({
  "POST /system/downloads": {
    access: "public",
    tags: ["System"],
    rateLimit: { max: 20, timeWindow: 10 * MINUTE },
    summary: "Download a backup as a tar archive, with a token from `POST /system/backups/:name/download`",
    compress: false,
    consumes: ["application/x-www-form-urlencoded"],
    body: downloadBody,
    responseHeaders: ["content-disposition"],
    errors: ["download_expired", "permission_required", "backup_not_found"],
    response: {
      200: {
        description: "A folder with the name of the backup",
        content: { "application/x-tar": { schema: archive } },
      },
    },
  },
});

export type StateEndpoints = typeof stateEndpoints;
export type DownloadEndpoints = typeof downloadEndpoints;
