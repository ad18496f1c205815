import { z } from "zod";
import { importAnswers, importColumn, importStatus } from "#features/newsletter/audience/endpoints.ts";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, pageQuery, webAddress } from "#shared/schema.ts";
import { IMPORT_KINDS } from "../sources/items.ts";
import { IMPORT_STATES } from "./rules.ts";

const count = z.int().nonnegative();

export const importFinding = z
  .object({
    n: z.int().positive().describe("Its place in the report"),
    level: z
      .enum(["info", "warning", "error"])
      .describe("`info`: it has another form here; `warning`: a part is lost or restricted; `error`: it is skipped"),
    item: z.string().describe("What it is about, such as a title or a file"),
    message: z.string(),
  })
  .meta({ id: "ImportFinding" });

const mapping = z
  .object({
    file: z.string(),
    question: z.string().describe("What `answers` must settle before the import can start; empty for nothing"),
    columns: z.array(importColumn),
    statuses: z.array(importStatus),
  })
  .meta({ id: "ImportMapping" });
export type ImportMapping = z.infer<typeof mapping>;

const sample = z
  .object({
    title: z.string(),
    excerpt: z.string(),
    html: z.string().describe("Cleaned, as readers will get it; without pictures on other hosts"),
    published: z.iso.datetime().nullable(),
    authors: z.array(z.string()),
    topics: z.array(z.string()),
  })
  .meta({ id: "ImportSample" });
export type ImportSample = z.infer<typeof sample>;

const imported = z
  .object({
    id: z.int().positive(),
    kind: z.enum(IMPORT_KINDS).nullable().describe("Null until it is recognized"),
    name: z.string().describe("The file's name, or the address of a feed"),
    size: count.describe("The bytes of the file"),
    state: z.enum(IMPORT_STATES),
    counts: z
      .object({
        posts: count,
        pages: count,
        drafts: count.describe("Posts and pages that are drafts after the release"),
        topics: count,
        authors: count,
        pictures: count.describe("Pictures in the file"),
        subscribers: count,
        redirects: count,
        skipped: count,
      })
      .describe("What the source has"),
    differences: z
      .object({
        new: count,
        changed: count,
        same: count,
        edited: count.describe("Changed here by people since the last import, which this one leaves as they are"),
      })
      .describe("Posts and pages, compared with former imports of the same source"),
    site: z.object({ address: z.string(), name: z.string(), language: z.string() }),
    findings: z.array(importFinding).describe("The first hundred; `findings/` has all"),
    findings_total: count,
    samples: z.array(sample).describe("The first published posts"),
    mappings: z.array(mapping).describe("How the columns of lists of subscribers are understood"),
    progress: z
      .object({
        work: z.enum(["check", "start", "release", "undo"]),
        done: count,
        total: count.describe("0 until it is known"),
        seconds_left: count.nullable().describe("Null until it can be estimated"),
      })
      .nullable()
      .describe("Null unless the import is being worked on"),
    pictures: z
      .object({
        waiting: count.describe("Pictures on other sites that are still to be copied"),
        failed: count,
      })
      .nullable()
      .describe("Null before the import is staged"),
    kept: z.array(z.string()).describe("Titles of what an undo has left because people have edited it"),
    error: z.string().describe("Why it failed, or why it waits while it is worked on; otherwise empty"),
    created: z.iso.datetime(),
    checked: z.iso.datetime().nullable(),
    staged: z.iso.datetime().nullable(),
    released: z.iso.datetime().nullable(),
    finished: z.iso.datetime().nullable(),
  })
  .meta({ id: "Import" });
export type Import = z.infer<typeof imported>;

const listed = imported
  .omit({ findings: true, samples: true, mappings: true, kept: true, pictures: true })
  .meta({ id: "ListedImport" });
export type ListedImport = z.infer<typeof listed>;

/** A file that is stored in the folder of imports. A class, so that no JSON can name a file. */
export class UploadedFile {
  /** Its name there. */
  readonly file: string;
  readonly name: string;
  readonly size: number;
  constructor(file: string, name: string, size: number) {
    this.file = file;
    this.name = name;
    this.size = size;
  }
}

const importBody = z.object(
  {
    url: webAddress("The address of the feed").optional().describe("Of a feed, or of a page that names its feed"),
    file: z
      .custom<UploadedFile>((value) => value instanceof UploadedFile, { error: "The file must be in a form." })
      .optional()
      .meta({ type: "string", format: "binary" }),
    kind: z.enum(IMPORT_KINDS, { error: `Kind must be one of ${IMPORT_KINDS.join(", ")}.` }).optional(),
  },
  { error: "The form must have a file, or the body a url." },
);

const undoBody = z
  .object(
    {
      include_edited: z
        .boolean({ error: "include_edited must be true or false." })
        .default(false)
        .describe("Also remove what people have edited since"),
    },
    { error: "The body must be a JSON object." },
  )
  .nullish();

const MAX_ANSWERED = 100;
const startBody = z
  .object(
    {
      answers: z
        .record(z.string().max(500), importAnswers)
        .refine((answers) => Object.keys(answers).length <= MAX_ANSWERED, { error: "There are too many answers." })
        .default({})
        .describe("To the questions of `mappings`, by file"),
    },
    { error: "The body must be a JSON object." },
  )
  .nullish();

const stagedText = z
  .object({
    type: z.enum(["article", "page"]),
    id: z.int().positive(),
    title: z.string(),
    import: z.object({ id: z.int().positive(), name: z.string() }),
    becomes: z.enum(["published", "draft"]).describe("What the release makes of it"),
    published: z.iso.datetime().nullable().describe("The date that readers will see"),
  })
  .meta({ id: "StagedText" });
export type StagedText = z.infer<typeof stagedText>;

const params = z.object({ id: idText });
const own = { access: "transfer.import", tags: ["Imports"] } as const;

/** The file is streamed to the disk, which no other endpoint does. */
export const uploadEndpoints = endpoints({
  "POST /imports": {
    ...own,
    summary: "Check a file of another system; nothing but the report is stored",
    description:
      "A form with a `file` of at most 2 GiB, or JSON with the `url` of a feed. `kind` is recognized if it is missing.",
    consumes: ["multipart/form-data", "application/json"],
    body: importBody,
    errors: ["import_running", "file_too_large"],
    response: { 202: imported },
  },
});

/** `imports/`: a file is checked, stored so that only editors see it, released as one change, and can be undone. */
export const importEndpoints = endpoints({
  "GET /imports": { ...own, summary: "Imports, newest first", query: pageQuery, response: { 200: z.array(listed) } },
  "GET /imports/texts": {
    access: "article.publish",
    noKeys: true,
    summary: "Articles and pages of imports that are not released, which no other list has",
    tags: ["Imports"],
    query: pageQuery.extend({ import: idText.optional().describe("Those of one import") }),
    response: { 200: z.array(stagedText) },
  },
  "GET /imports/:id": { ...own, summary: "An import with its report", params, response: { 200: imported } },
  "DELETE /imports/:id": {
    ...own,
    summary: "Delete an import that is not running; what it has stored stays and can no longer be undone",
    params,
    errors: ["import_running"],
    response: { 204: noContent },
  },
  "GET /imports/:id/findings": {
    ...own,
    summary: "The lines of the report",
    params,
    query: pageQuery.extend({ level: z.enum(["info", "warning", "error"]).optional() }),
    response: { 200: z.array(importFinding) },
  },
  "GET /imports/:id/report.csv": {
    ...own,
    summary: "The report as CSV",
    params,
    responseHeaders: ["content-disposition"],
    sends: { status: 200, description: "The lines of the report.", type: "text/csv" },
  },
  "POST /imports/:id/start": {
    ...own,
    summary: "Store everything so that only editors see it",
    params,
    body: startBody,
    errors: ["import_running", "wrong_import_state", "csv_unclear"],
    response: { 202: imported },
  },
  "POST /imports/:id/release": {
    ...own,
    summary: "Make everything that is stored public, as one change",
    params,
    errors: ["import_running", "wrong_import_state"],
    response: { 202: imported },
  },
  "POST /imports/:id/undo": {
    ...own,
    summary: "Remove what the import has brought, except what people have edited since",
    params,
    body: undoBody,
    errors: ["import_running", "wrong_import_state"],
    response: { 202: imported },
  },
  "POST /imports/:id/cancel": {
    ...own,
    summary: "Stop a check or a start; what is stored already can be undone",
    params,
    errors: ["wrong_import_state"],
    response: { 200: imported },
  },
  "POST /imports/:id/retry-pictures": {
    ...own,
    summary: "Copy the pictures again that could not be copied from other sites",
    params,
    response: { 200: imported },
  },
});
export type ImportEndpoints = typeof importEndpoints & typeof uploadEndpoints;
