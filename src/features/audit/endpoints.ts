import { Readable } from "node:stream";
import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { pageQuery, text } from "#shared/schema.ts";
import { DAY } from "#shared/time.ts";
import { MAX_AUDIT_QUERY } from "./rules.ts";

const ACTION = /^[a-z]{1,40}(\.[a-z]{1,40})?$/;

/** A date, which means the full day, or a date with a time, as epoch milliseconds. */
const instant = (name: string, wholeDay: number) =>
  z
    .string()
    .refine(
      (given) =>
        z.iso
          .date()
          .or(z.iso.datetime({ offset: true }))
          .safeParse(given).success,
      {
        error: `${name} must be an ISO 8601 date, or a date and time.`,
      },
    )
    .transform((given) => Date.parse(given) + (given.length === 10 ? wholeDay : 0));

/**
 * `query`: words, all of which an entry contains. `actor`: an account's number, name or address, or `operator`,
 * `system` or `nobody`. `action`: one, or a kind (`article`). `from` and `to`: exclusive end, but a day is included.
 */
export const auditFilter = z.object({
  query: text({ name: "Query", max: MAX_AUDIT_QUERY }).optional(),
  actor: text({ name: "Actor", max: 320 })
    .transform((actor) => actor || undefined)
    .optional(),
  action: z
    .string()
    .refine((action) => action === "" || ACTION.test(action), {
      error: "Action must be a name such as article.publish.",
    })
    .transform((action) => action || undefined)
    .optional(),
  from: instant("From", 0).optional(),
  to: instant("To", DAY).optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

const auditQuery = auditFilter.extend(pageQuery.shape);

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.object({ characters: z.int(), sha256: z.string() }).describe("A long text is stored in this form"),
]);

/** An entry of the audit log. Erased values are empty. */
export const auditEntry = z
  .object({
    n: z.int().positive().describe("Its place in the chain, without gaps"),
    at: z.iso.datetime(),
    actor: z.object({
      kind: z.enum(["account", "operator", "system", "nobody"]).describe("nobody: not signed in"),
      id: z.int().positive().nullable().describe("The account, which may have been deleted"),
      name: z.string().describe("The account's name at the time"),
      key: z.string().optional().describe("The name of the API key by which the account did it"),
    }),
    action: z.string().describe("The type of subject and the action, for example article.publish"),
    subject: z.object({
      kind: z.string(),
      id: z.string().nullable(),
      title: z.string().describe("The subject's name at the time"),
    }),
    network: z.string().describe("The client's network: an IPv4 /24 or an IPv6 /48; empty for operator and system"),
    times: z.int().positive().describe("The number of occurrences: repeated failures share one entry"),
    changes: z.record(z.string(), z.object({ from: value.optional(), to: value.optional() })),
    who_hash: z.string().describe("A hash commitment to the name and the network"),
    details_hash: z.string().describe("A hash commitment to the title and the changes"),
    previous_hash: z.string(),
    hash: z.string(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditEntries = z.array(auditEntry);

/** Text for clients, a stream on the server. */
const auditCsv = z.union([z.string(), z.instanceof(Readable)]);

/** Read-only: no endpoint changes the log. */
export const auditEndpoints = endpoints({
  "GET /audit": {
    access: "audit.read",
    summary: "The audit log, newest first; all matching entries as CSV with Accept: text/csv",
    description:
      "`query`: words. `actor`: an account's number, name or address, or operator, system, nobody. `action`: an action such as article.publish, or a type such as article. `from`, `to`: dates, or times.",
    tags: ["Audit"],
    query: auditQuery,
    responseHeaders: ["content-disposition"],
    response: {
      200: {
        description: "A page of the entries, or all of them as CSV",
        content: { "application/json": { schema: auditEntries }, "text/csv": { schema: auditCsv } },
      },
    },
  },
});
export type AuditEndpoints = typeof auditEndpoints;
