import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, pageQuery } from "#shared/schema.ts";

export const MAIL_STATES = ["queued", "sending", "sent", "failed", "uncertain", "held", "cancelled"] as const;
export const MAIL_KINDS = [
  "welcome",
  "confirm",
  "goodbye",
  "contact",
  "reply",
  "test",
  "issue",
  "reset",
  "invitation",
  "password",
  "sign-in",
  "factors",
  "email-change",
  "notification",
] as const;

const mailParams = z.object({ id: idText });

/** `GET outbox/`. */
const outboxQuery = pageQuery.extend({
  state: z.enum(MAIL_STATES, { error: `State must be one of ${MAIL_STATES.join(", ")}.` }).optional(),
  kind: z.enum(MAIL_KINDS, { error: `Kind must be one of ${MAIL_KINDS.join(", ")}.` }).optional(),
  delayed: z
    .enum(["true"], { error: "Delayed must be true." })
    .optional()
    .describe("Only mails that could not be sent yet and will be retried; `last_error` says why"),
  rejected: z
    .enum(["true"], { error: "Rejected must be true." })
    .optional()
    .describe(
      "Only mails of the last week that servers rejected because of this site, for example because of its mail server",
    ),
});

/**
 * A mail in the outbox. `uncertain`: the process or the connection ended after the text was sent to the mail server,
 * so it may or may not have arrived; only an editor can send it again. `failed`: it did not arrive, and
 * `last_error` says why. `held`: its issue is paused.
 */
const outboxMail = z
  .object({
    id: z.int().positive(),
    kind: z.enum(MAIL_KINDS),
    state: z.enum(MAIL_STATES),
    is_file: z
      .boolean()
      .describe("Whether it was written to a file and not delivered, because no mail server was configured"),
    email: z.string(),
    subject: z.string(),
    issue_id: z.int().nullable(),
    attempts: z.int(),
    last_error: z.string(),
    created_at: z.iso.datetime(),
    due_at: z.iso.datetime().describe("The time of the next attempt, while it is queued"),
    settled_at: z.iso.datetime().nullable().describe("When it was sent, failed or became uncertain"),
  })
  .meta({ id: "OutboxMail" });
export const outboxList = z.array(outboxMail);
export type OutboxMail = z.infer<typeof outboxMail>;

const tags = ["Mail"];
const own = { access: "subscriber.manage", tags } as const;

/** `outbox/`: mails that were sent, are waiting, have failed or are uncertain. */
export const outboxEndpoints = endpoints({
  "GET /outbox": {
    ...own,
    summary: "The mails of the outbox, newest first; filter by state and kind, or by delay",
    query: outboxQuery,
    response: { 200: outboxList },
  },
  "POST /outbox/:id/send-again": {
    ...own,
    summary: "Queue a failed or uncertain mail again; an uncertain one may arrive twice",
    params: mailParams,
    errors: ["mail_not_resendable"],
    response: { 200: outboxMail },
  },
});
export type OutboxEndpoints = typeof outboxEndpoints;
