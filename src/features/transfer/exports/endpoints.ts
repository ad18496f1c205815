import { Readable } from "node:stream";
import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, pageQuery, text } from "#shared/schema.ts";
import { MINUTE } from "#shared/time.ts";
import { EXPORT_FORMATS } from "./rules.ts";

const publicationExport = z
  .object({
    id: z.int().positive(),
    format: z.enum(EXPORT_FORMATS),
    include_subscribers: z.boolean(),
    state: z.enum(["running", "done", "failed"]),
    started: z.iso.datetime(),
    finished: z.iso.datetime().nullable(),
    done: z.int().describe("Documents and pictures written so far"),
    total: z.int().describe("0 until it is known"),
    bytes: z.int().describe("The size of the zip; 0 until it is done"),
    is_here: z.boolean().describe("Whether the machine that responds has the zip"),
    expires: z.iso.datetime().nullable().describe("When the zip will be deleted"),
    error: z.string().describe("Why it failed; otherwise empty"),
    counts: z.record(z.string(), z.int()).describe("What the zip holds, by kind"),
    losses: z
      .array(z.object({ count: z.int(), what: z.string() }))
      .describe("What the format can't hold, or what was not asked for"),
  })
  .meta({ id: "PublicationExport" });
export type PublicationExport = z.infer<typeof publicationExport>;

const exportBody = z.strictObject(
  {
    format: z.enum(EXPORT_FORMATS, { error: `Format must be ${EXPORT_FORMATS.join(", ")}.` }),
    include_subscribers: z.boolean({ error: "include_subscribers must be true or false." }).default(false),
  },
  { error: "The body must be a JSON object with format and include_subscribers." },
);

const params = z.object({ id: idText });
const own = { access: "transfer.export", tags: ["Moving out"] } as const;
/** Bytes to the client, a stream to the server. */
const zip = {
  description: "The zip, with a README.txt of what it holds and lacks",
  content: { "application/zip": { schema: z.union([z.string(), z.instanceof(Readable)]) } },
};

export const exportEndpoints = endpoints({
  "GET /exports": {
    ...own,
    summary: "The exports of the last week, newest first",
    query: pageQuery,
    response: { 200: z.array(publicationExport) },
  },
  "POST /exports": {
    ...own,
    summary: "Start an export of the publication as a zip",
    description:
      "It continues after the response, from one state of the database; `GET /exports/:id` has its progress. 409 while one is running.",
    body: exportBody,
    errors: ["export_running"],
    response: { 202: publicationExport },
  },
  "GET /exports/:id": {
    ...own,
    summary: "The progress of an export, what it holds, and what its format can't hold",
    params,
    response: { 200: publicationExport },
  },
  "GET /exports/:id/file": {
    ...own,
    summary: "Download the zip of an export, within a week",
    params,
    compress: false,
    responseHeaders: ["content-disposition"],
    errors: ["export_file_missing"],
    response: { 200: zip },
  },
  "POST /exports/:id/download": {
    ...own,
    summary: "Allow one download of the zip within a minute, for a browser",
    description: "The token is for `POST /exports/downloads`, and ends with the session.",
    params,
    errors: ["export_file_missing"],
    response: { 201: z.object({ token: z.string() }).meta({ id: "ExportDownload" }) },
  },
  "DELETE /exports/:id": {
    ...own,
    summary: "Delete an export and its zip, or stop one that is running",
    params,
    response: { 204: noContent },
  },
});

const downloadBody = z.strictObject(
  { token: text({ name: "Token", max: 2_000 }) },
  { error: "The body must have a token." },
);

/** Called by a form, so that the browser writes the file to its disk as it arrives. */
export const exportDownloadEndpoints = endpoints({
  "POST /exports/downloads": {
    access: "public",
    tags: ["Moving out"],
    rateLimit: { max: 20, timeWindow: 10 * MINUTE },
    summary: "Download the zip of an export, with a token from `POST /exports/:id/download`",
    compress: false,
    consumes: ["application/x-www-form-urlencoded"],
    body: downloadBody,
    responseHeaders: ["content-disposition"],
    errors: ["download_expired", "permission_required", "export_file_missing"],
    response: { 200: zip },
  },
});

export type ExportEndpoints = typeof exportEndpoints;
export type ExportDownloadEndpoints = typeof exportDownloadEndpoints;
