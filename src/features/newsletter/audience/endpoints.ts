import { z } from "zod";
import { type SubscriberEndpoints, subscriber } from "#features/newsletter/endpoints.ts";
import { task } from "#features/tasks/endpoints.ts";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress, idText, noContent } from "#shared/schema.ts";

const NO_OBJECT = "The body must be a JSON object.";

const subscriberParams = z.object({ id: idText });

/** The body for adding a subscriber, and for exporting or erasing a person. */
const personBody = z.object({ email: emailAddress }, { error: NO_OBJECT });

/** Bytes of a CSV; some 200,000 addresses. */
const MAX_CSV_BYTES = 8 * 1024 * 1024;

/**
 * The use of a column of a CSV. `status`: words such as active or unsubscribed; `yes`: yes, or a date, means
 * subscribed; `no`: anything but no, for example a date, means that the person has left.
 */
const COLUMN_ROLES = ["ignore", "email", "name", "first_name", "last_name", "since", "status", "yes", "no"] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const MAX_COLUMNS = 256;
/** States of one file that are listed and can be given a meaning. */
export const MAX_STATUSES = 60;

/** An editor's answers: the use of each column, and the meaning of states that are not known. */
export const importAnswers = z.object({
  columns: z
    .array(z.enum(COLUMN_ROLES, { error: `A column must be one of ${COLUMN_ROLES.join(", ")}.` }))
    .max(MAX_COLUMNS, { error: `There may be at most ${MAX_COLUMNS} columns.` })
    .optional()
    .describe("The meaning of each column, in order; guessed by default"),
  statuses: z
    .array(
      z.object(
        { value: z.string().max(100), is_subscribed: z.boolean() },
        { error: "A state must have a value and is_subscribed." },
      ),
    )
    .max(2 * MAX_STATUSES, { error: "There are too many states." })
    .optional()
    .describe("The meaning of the states listed in the report"),
});
export type ImportAnswers = z.infer<typeof importAnswers>;

/** `POST newsletter/subscribers/import/`. `dry_run`: only report what would happen. */
const importBody = z.object(
  {
    csv: z.string({ error: "The CSV must be text." }).min(1, { error: "The CSV is empty." }),
    dry_run: z.boolean({ error: "dry_run must be true or false." }).default(false),
    ...importAnswers.shape,
  },
  { error: NO_OBJECT },
);

export const importColumn = z.object({
  heading: z.string(),
  samples: z.array(z.string()),
  role: z.enum(COLUMN_ROLES),
  is_unclear: z.boolean().describe("A guess that must be confirmed by `columns` before anything is imported"),
});
export type ImportColumn = z.infer<typeof importColumn>;

export const importStatus = z.object({
  value: z.string(),
  count: z.int().describe("The number of rows with this state"),
  meaning: z.enum(["subscribed", "left", "unknown"]).describe("`statuses` must give `unknown` states a meaning"),
});

/** The result of an import, or its preview. Line numbers start at 1. */
const importReport = z
  .object({
    rows: z.int(),
    added: z.int().describe("New subscribers"),
    known: z.int().describe("Subscribers already"),
    repeated: z.int().describe("Twice in the file"),
    left: z.int().describe("Unsubscribed here or according to the file, and not added again"),
    unclear: z.int().describe("Rows with an unknown state, not imported until it is known"),
    invalid: z.int(),
    problems: z
      .array(z.object({ line: z.int(), value: z.string(), problem: z.string() }))
      .describe("The first hundred invalid rows"),
    columns: z.array(importColumn),
    statuses: z.array(importStatus),
  })
  .meta({ id: "ImportReport" });
export type ImportReport = z.infer<typeof importReport>;

/** The cause of a bounce: the mailbox does not exist, a fault of this site, or neither. */
export const BOUNCE_KINDS = ["mailbox", "sender", "other"] as const;
export type BounceKind = (typeof BOUNCE_KINDS)[number];

const bounceKinds = z.array(
  z
    .object({ kind: z.enum(BOUNCE_KINDS), count: z.int(), example: z.string().describe("One of the replies") })
    .meta({ id: "BounceKind" }),
);
export type BounceKinds = z.infer<typeof bounceKinds>;

const MAX_SELECTED = 500;

/** `POST newsletter/bounces/clear/`: a kind of reply, or subscribers. */
const clearBouncesBody = z
  .object(
    {
      kind: z.enum(BOUNCE_KINDS, { error: `Kind must be one of ${BOUNCE_KINDS.join(", ")}.` }).optional(),
      ids: z
        .array(z.int().positive(), { error: "The ids must be a list of numbers." })
        .max(MAX_SELECTED, { error: `There may be at most ${MAX_SELECTED} ids.` })
        .optional(),
    },
    { error: NO_OBJECT },
  )
  .refine(({ kind, ids }) => (kind === undefined) !== (ids === undefined), {
    error: "Either kind or ids is required.",
    path: ["kind"],
  });
export type ClearBounces = z.infer<typeof clearBouncesBody>;

const clearedBounces = z.object({ cleared: z.int() }).meta({ id: "ClearedBounces" });

/** All data stored about a person. */
export const personExport = z
  .object({
    email: z.string(),
    subscriber: subscriber.nullable(),
    messages: z.array(
      z.object({
        firstName: z.string(),
        lastName: z.string(),
        subject: z.string(),
        message: z.string(),
        created_at: z.iso.datetime(),
      }),
    ),
    replies: z.array(z.object({ text: z.string(), sent_at: z.iso.datetime() })).describe("To its messages"),
    mails: z.array(
      z.object({ kind: z.string(), subject: z.string(), state: z.string(), created_at: z.iso.datetime() }),
    ),
  })
  .meta({ id: "PersonExport" });
export type PersonExport = z.infer<typeof personExport>;

const tags = ["Audience"];
const own = { access: "subscriber.manage", tags } as const;

/** `newsletter/subscribers/` and `newsletter/people/`: the list as editors manage it. */
export const audienceEndpoints = endpoints({
  "POST /newsletter/subscribers": {
    ...own,
    summary: "Add a subscriber, who gets the welcome mail",
    body: personBody,
    errors: ["subscriber_exists"],
    response: { 201: subscriber },
  },
  "DELETE /newsletter/subscribers/:id": {
    ...own,
    summary: "Remove a subscriber",
    params: subscriberParams,
    response: { 204: noContent },
  },
  "POST /newsletter/subscribers/import": {
    ...own,
    bodyLimit: MAX_CSV_BYTES,
    summary: "Import the subscribers of a CSV, or report what would happen; a large CSV is imported by a task (202)",
    body: importBody,
    responseHeaders: ["location"],
    errors: ["invalid_csv", "csv_unclear"],
    response: { 200: importReport, 202: task },
  },
  "GET /newsletter/bounces": {
    ...own,
    summary: "Addresses without issues because servers rejected them, counted by the kind of the last reply",
    response: { 200: bounceKinds },
  },
  "POST /newsletter/bounces/clear": {
    ...own,
    summary: "Resume sending to rejected addresses: all with a kind of reply, or the given subscribers",
    body: clearBouncesBody,
    response: { 200: clearedBounces },
  },
  "POST /newsletter/people/export": {
    access: "personal_data.manage",
    summary: "All stored data about a person",
    tags,
    body: personBody,
    response: { 200: personExport },
  },
  "POST /newsletter/people/erase": {
    access: "personal_data.manage",
    summary: "Erase all data about a person",
    tags,
    body: personBody,
    response: { 204: noContent },
  },
});
export type AudienceEndpoints = typeof audienceEndpoints & SubscriberEndpoints;
