import { Readable } from "node:stream";
import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, pageQuery, text } from "#shared/schema.ts";
import { DAY } from "#shared/time.ts";
import { MAX_AUDIT_QUERY } from "./rules.ts";

const ACTION = /^[a-z]{1,40}(\.[a-z]{1,40})?$/;

/** A time as a date, of which the whole day is meant, or with its time; the result is in epoch milliseconds. */
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
 * `system` or `nobody`. `action`: one, or all of a kind (`article`). `from` and `to`: the latter is exclusive, but a day
 * is included.
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
  z.object({ characters: z.int(), sha256: z.string() }).describe("Of a long text, only this is kept"),
]);

/** An entry of the audit log. What was erased with a person is empty. */
export const auditEntry = z
  .object({
    n: z.int().positive().describe("Its place in the chain, without gaps"),
    at: z.iso.datetime(),
    actor: z.object({
      kind: z.enum(["account", "operator", "system", "nobody"]).describe("nobody: whoever has not signed in"),
      id: z.int().positive().nullable().describe("The account, which may be deleted"),
      name: z.string().describe("Its name at the time"),
    }),
    action: z.string().describe("The kind of thing, and what happened to it: article.publish"),
    subject: z.object({
      kind: z.string(),
      id: z.string().nullable(),
      title: z.string().describe("What it was called at the time"),
    }),
    network: z.string().describe("Where it came from: an IPv4 /24 or an IPv6 /48; empty for operator and system"),
    times: z.int().positive().describe("How often: repeated failures are one entry"),
    changes: z.record(z.string(), z.object({ from: value.optional(), to: value.optional() })),
    who_hash: z.string().describe("A commitment to the name and the network"),
    details_hash: z.string().describe("A commitment to the title and the changes"),
    previous_hash: z.string(),
    hash: z.string(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditEntries = z.array(auditEntry);

/** Text to the client, a stream to the server. */
const auditCsv = z.union([z.string(), z.instanceof(Readable)]);

/** Reading the audit log: no call changes it. */
export const auditEndpoints = endpoints({
  "GET /audit": {
    access: "audit.read",
    summary: "The audit log, the newest entry first; all that match as CSV by Accept: text/csv",
    description:
      "`query`: words. `actor`: an account's number, name or address, or operator, system, nobody. `action`: one, as article.publish, or a kind, as article. `from`, `to`: dates, or times.",
    tags: ["Audit"],
    query: auditQuery,
    response: {
      200: {
        description: "A page of the entries, or as CSV all of them",
        content: { "application/json": { schema: auditEntries }, "text/csv": { schema: auditCsv } },
      },
      400: errorBody,
    },
  },
});
export type AuditEndpoints = typeof auditEndpoints;
