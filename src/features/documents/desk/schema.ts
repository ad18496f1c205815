import { z } from "zod";
import { pickFields } from "#features/articles/fields.ts";
import { articleChange, articleDetail, articleParams, changeNoteFields } from "#features/articles/schema.ts";
import { MAX_NOTE_LENGTH } from "#features/revisions/rules.ts";
import { idText, pageQuery, text } from "#shared/schema.ts";

export const deskParams = articleParams;
export const revisionParams = articleParams.extend({ n: idText });
export const revisionQuery = pageQuery.extend({
  named: z.enum(["true"], { error: "Named must be true." }).optional().describe("Only versions that have a name"),
});

const { title, category, ...fields } = articleChange.omit({ status: true, published_date: true }).shape;
const laxText = (name: string, max: number) => text({ name, max }).optional();

/**
 * `PUT articles/{id}/draft/`: what is left out keeps its value. Unlike in a saved article, title and category may be
 * empty. Status and date are set by publishing.
 */
export const workingCopyBody = z.object(
  {
    ...fields,
    image_url: fields.image_url.pipe(z.string().optional()),
    title: laxText("Title", 300),
    category: laxText("Category", 100),
  },
  { error: "The body must be a JSON object." },
);
export type WorkingCopyBody = z.infer<typeof workingCopyBody>;

/** `retry`: an earlier try of this save may have arrived. `scheduled`: it may change an update that has a time. */
export const workingCopyQuery = z.object({ retry: z.enum(["1"]).optional(), scheduled: z.enum(["1"]).optional() });

/** The article as its working copy has it. */
export const workingCopy = articleDetail
  .extend({
    saved: z.iso.datetime(),
    saved_by: z.string().nullable().describe("The name of the account; null for one that is gone"),
    publish_at: z.iso.datetime().nullable().describe("When it becomes public, if a time was set"),
  })
  .meta({ id: "WorkingCopy" });
export type WorkingCopyAnswer = z.infer<typeof workingCopy>;

export const publishBody = z
  .object({
    at: z.iso.datetime({ offset: true, error: "The time must be an ISO 8601 date and time." }).nullish(),
    ...changeNoteFields,
  })
  .nullish();

/** A version of an article. */
export const revision = z
  .object({
    n: z.int().positive().describe("Counted from 1 in each article"),
    author: z.string().nullable().describe("The name of the account that saved it; null for one that is gone"),
    created: z.iso.datetime(),
    note: z.string().describe("Its name; empty where nobody gave it one"),
    is_autosave: z.boolean(),
    public_since: z.iso
      .datetime()
      .optional()
      .describe("In the list, of the version that readers have: since when they have it"),
  })
  .meta({ id: "Revision" });
export type Revision = z.infer<typeof revision>;
export const revisionList = z.array(revision);

/** A version with the article's fields as they were. */
export const wholeRevision = revision
  .extend({
    ...pickFields(articleDetail.shape),
    ...articleDetail.pick({ content: true, category: true, tags: true, published_date: true }).shape,
    sources: z.array(z.string()).describe("Where the newsroom knows it from"),
    authors: z.array(z.string()).describe("The names of the article's authors"),
  })
  .meta({ id: "WholeRevision" });
export type WholeRevision = z.infer<typeof wholeRevision>;

export const revisionBody = z.object(
  { note: text({ name: "Note", max: MAX_NOTE_LENGTH }) },
  { error: "The body must be a JSON object." },
);
