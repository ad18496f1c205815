import { z } from "zod";
import { pickFields } from "#features/articles/fields.ts";
import {
  articleChange,
  articleDetail,
  articleParams,
  articleSummary,
  changeNoteFields,
} from "#features/articles/schema.ts";
import { revision } from "#features/documents/history/schema.ts";
import { markedText } from "#features/documents/suggestions/schema.ts";
import { trashedDocument } from "#features/documents/trash/schema.ts";
import { idText, text } from "#shared/schema.ts";

export const deskParams = articleParams;
export const revisionParams = articleParams.extend({ n: idText });

const { title, category, ...fields } = articleChange.omit({ status: true, published_date: true }).shape;
const laxText = (name: string, max: number) => text({ name, max }).optional();

/**
 * `PUT articles/{id}/draft/`: omitted fields keep their value. Unlike in a saved article, title and category may be
 * empty. Status and date are set by publishing.
 */
export const workingCopyBody = z.object(
  {
    ...fields,
    image_url: fields.image_url.pipe(z.string().optional()),
    title: laxText("Title", 300),
    category: laxText("Category", 100),
    text_with_suggestions: markedText,
  },
  { error: "The body must be a JSON object." },
);
export type WorkingCopyBody = z.infer<typeof workingCopyBody>;

/** `retry`: an earlier attempt may have arrived. `scheduled`: a scheduled update may be changed. */
export const workingCopyQuery = z.object({ retry: z.enum(["1"]).optional(), scheduled: z.enum(["1"]).optional() });

export const workingCopy = articleDetail
  .extend({
    saved: z.iso.datetime(),
    saved_by: z.string().nullable().describe("The name of the account; null for a deleted one"),
    publish_at: z.iso.datetime().nullable().describe("When it becomes public, if a time was set"),
  })
  .meta({ id: "WorkingCopy" });
export type WorkingCopyResponse = z.infer<typeof workingCopy>;

export const publishBody = z
  .object({
    at: z.iso.datetime({ offset: true, error: "The time must be an ISO 8601 date and time." }).nullish(),
    ...changeNoteFields,
  })
  .nullish();

export const wholeRevision = revision
  .extend({
    ...pickFields(articleDetail.shape),
    ...articleDetail.pick({ content: true, category: true, tags: true, published_date: true }).shape,
    sources: z.array(z.string()).describe("The newsroom's sources"),
    authors: z.array(z.string()).describe("The names of the article's authors"),
  })
  .meta({ id: "WholeRevision" });
export type WholeRevision = z.infer<typeof wholeRevision>;

/** An article in the trash, with its fields at the time of deletion. */
export const trashedArticle = articleSummary
  .extend({ ...trashedDocument.shape, type: z.literal("article") })
  .meta({ id: "TrashedArticle" });
export type TrashedArticle = z.infer<typeof trashedArticle>;
