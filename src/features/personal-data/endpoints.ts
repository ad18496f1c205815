import { Readable } from "node:stream";
import { z } from "zod";
import { auditEntry } from "#features/audit/endpoints.ts";
import { role } from "#features/identity/accounts/endpoints.ts";
import { ownEmail } from "#features/identity/credentials/endpoints.ts";
import { apiKey } from "#features/keys/endpoints.ts";
import { personExport } from "#features/newsletter/audience/endpoints.ts";
import { notificationSettings } from "#features/notifications/endpoints.ts";
import { NOTIFIED } from "#features/notifications/rules.ts";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { endpoints } from "#shared/endpoint.ts";
import { linkSchema } from "#shared/fields/schemas.ts";
import { idText } from "#shared/schema.ts";

const accountParams = z.object({ id: idText });

const when = z.iso.datetime();
const id = z.int().positive();
const document = z.object({ type: z.enum(DOCUMENT_TYPES), id });

/** All personal data of a current or former member of the newsroom. */
const accountExport = z
  .object({
    account: z.object({
      id,
      name: z.string(),
      email: z.string(),
      bio: z.string(),
      image_url: z.string(),
      links: z.array(linkSchema),
      role: role.nullable().describe("Null for an author who cannot log in, like the times"),
      is_active: z.boolean(),
      created: when.nullable(),
      last_sign_in: when.nullable(),
    }),
    email_change: ownEmail.shape.pending.describe("The requested new address, until it is confirmed"),
    second_factors: z.object({
      totp: z.boolean(),
      passkeys: z.array(z.object({ name: z.string(), created: when })),
      recovery: z.int().describe("The number of unused recovery codes"),
    }),
    former_addresses: z.array(z.string()).describe("Former addresses of the author's page"),
    merged_names: z.array(z.string()).describe("Names of the authors that were merged into this one"),
    sign_on: z
      .array(z.object({ issuer: z.string(), subject: z.string() }))
      .describe("The account's identities at single sign-on providers"),
    sessions: z.array(z.object({ device: z.string(), origin: z.string(), started: when, last_used: when })),
    api_keys: z.array(apiKey.omit({ id: true, start: true, owner: true, key: true })),
    holdings: z.array(z.object({ symbol: z.string(), from: z.string(), to: z.string().nullable() })),
    reader: personExport.nullable().describe("The subscription, messages and mails of the same address"),
    articles: z.array(
      z.object({ id, title: z.string(), status: z.string(), published_date: when.nullable(), created: when }),
    ),
    trash: z.array(z.object({ id, title: z.string(), created: when, trashed: when })),
    stories: z
      .array(
        z.object({
          id,
          title: z.string(),
          note: z.string(),
          due: when.nullable(),
          is_added: z.boolean(),
          created: when,
        }),
      )
      .describe("Stories of the budget that the account added, or that are assigned to it"),
    pictures: z.array(
      z
        .object({ id, url: z.string(), name: z.string(), alt: z.string(), caption: z.string(), credit: z.string() })
        .extend({ uploaded: when }),
    ),
    notes: z.array(
      z.object({
        id,
        article: id.nullable(),
        document,
        quote: z.string(),
        text: z.string(),
        state: z.string(),
        created: when,
      }),
    ),
    replies: z.array(z.object({ id, note: id, text: z.string(), created: when })),
    revisions: z.array(z.object({ article: id, n: id, note: z.string(), is_autosave: z.boolean(), created: when })),
    issue_versions: z
      .array(z.object({ issue: id, n: id, note: z.string(), is_autosave: z.boolean(), created: when }))
      .describe("Versions of newsletter issues"),
    page_versions: z
      .array(z.object({ page: id, n: id, note: z.string(), is_autosave: z.boolean(), created: when }))
      .describe("Versions of pages"),
    approvals: z
      .array(
        z.object({
          id,
          article: id.nullable(),
          document,
          is_override: z.boolean(),
          reason: z.string(),
          created: when,
        }),
      )
      .describe("Other users' texts approved by the account"),
    review_requests: z
      .array(
        z.object({
          article: id.nullable(),
          document,
          is_asked: z.boolean(),
          message: z.string().describe("Review requests by the account"),
          answer: z.string().nullable().describe("The account's answer to a review request"),
          answer_message: z.string(),
          created: when,
        }),
      )
      .describe("Review requests to and by the account"),
    suggestions: z
      .array(z.object({ document, created: when, state: z.string() }))
      .describe("Suggestions for documents, without their texts"),
    notifications: z.array(
      z.object({
        id,
        article: id.nullable(),
        document: z.object({ type: z.enum(NOTIFIED), id }),
        kind: z.string(),
        detail: z.string(),
        created: when,
        read: when.nullable(),
      }),
    ),
    notification_settings: notificationSettings.shape.kinds.describe("The account's notification settings"),
    notification_mail: notificationSettings.shape.mail,
    templates: z.array(z.object({ type: z.enum(DOCUMENT_TYPES), name: z.string() })),
    saved_views: z.array(z.object({ name: z.string(), filters: z.string() })),
    mails: z
      .array(z.object({ kind: z.string(), email: z.string(), subject: z.string(), state: z.string(), created: when }))
      .describe("Mails to the account, at its current, former and requested addresses"),
    audit: z.array(auditEntry).describe("Entries with the account as actor or subject"),
  })
  .meta({ id: "AccountExport" });
export type AccountExport = z.infer<typeof accountExport>;

/** JSON to the client, a stream of it to the server. */
const accountExportStream = z.union([accountExport, z.instanceof(Readable)]);

/** Personal data of the newsroom's accounts; readers' data is at `newsletter/people/`. */
export const personalDataEndpoints = endpoints({
  "GET /accounts/users/:id/export": {
    access: "personal_data.manage",
    cost: "file",
    summary: "All stored data about a current or former member of the newsroom",
    tags: ["People"],
    params: accountParams,
    responseHeaders: ["content-disposition"],
    response: {
      200: {
        description: "The person's data, as a file",
        content: { "application/json": { schema: accountExportStream } },
      },
    },
  },
});
export type PersonalDataEndpoints = typeof personalDataEndpoints;
