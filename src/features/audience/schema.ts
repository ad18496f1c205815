import { z } from "zod";
import { subscriber } from "#features/newsletter/schema.ts";
import { emailAddress } from "#shared/email.ts";
import { idText } from "#shared/schema.ts";

const NO_OBJECT = "The body must be a JSON object.";

export const subscriberParams = z.object({ id: idText });

/** The body for adding a subscriber, and for exporting or erasing a person. */
export const personBody = z.object({ email: emailAddress }, { error: NO_OBJECT });

/** Bytes of a CSV; some 200,000 addresses. */
export const MAX_CSV_BYTES = 8 * 1024 * 1024;

/** `POST newsletter/subscribers/import/`. `dry_run`: only report what would happen. */
export const importBody = z.object(
  {
    csv: z.string({ error: "The CSV must be text." }).min(1, { error: "The CSV is empty." }),
    dry_run: z.boolean({ error: "dry_run must be true or false." }).default(false),
  },
  { error: NO_OBJECT },
);

/** What an import did, or would do. Line numbers start at 1. */
export const importReport = z
  .object({
    rows: z.int(),
    added: z.int().describe("New subscribers"),
    known: z.int().describe("Subscribers already"),
    repeated: z.int().describe("Twice in the file"),
    left: z.int().describe("Unsubscribed, here or by the file's status column; they are not brought back"),
    invalid: z.int(),
    problems: z
      .array(z.object({ line: z.int(), value: z.string(), problem: z.string() }))
      .describe("The first hundred invalid ones"),
  })
  .meta({ id: "ImportReport" });
export type ImportReport = z.infer<typeof importReport>;

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
    mails: z.array(
      z.object({ kind: z.string(), subject: z.string(), state: z.string(), created_at: z.iso.datetime() }),
    ),
  })
  .meta({ id: "PersonExport" });
export type PersonExport = z.infer<typeof personExport>;
