import { z } from "zod";
import { idText, pageQuery, wholeNumber } from "#shared/schema.ts";

/** Article statuses (spec section 9). Scheduled is not a status: it is published with a future date. */
export const articleStatus = z.enum(["published", "draft"]);

/** An article as it stands in every list (contract section 2). Never carries `content`. */
export const articleSummary = z
  .object({
    id: z.int().positive(),
    title: z.string(),
    excerpt: z.string(),
    category: z.string().describe("The category's name"),
    category_slug: z.string(),
    image_url: z.string(),
    image_alt: z.string().describe("What the picture shows; empty where it only decorates"),
    author: z.string(),
    published_date: z.iso.datetime().nullable().describe("ISO 8601 in UTC; in the future for a scheduled article"),
    last_updated: z.iso.datetime().nullable(),
    status: articleStatus,
    is_auto_update: z.boolean(),
    is_featured: z.boolean(),
    is_editors_pick: z.boolean(),
    tags: z.array(z.string()),
  })
  .meta({ id: "ArticleSummary" });
export type ArticleSummary = z.infer<typeof articleSummary>;

export const articleAuthor = z
  .object({ name: z.string(), image_url: z.string(), bio: z.string() })
  .meta({ id: "ArticleAuthor" });

/** An article with its content, as `GET articles/{id}/` answers it. `content` is sanitised HTML. */
export const articleDetail = articleSummary
  .omit({ author: true })
  .extend({ content: z.string(), author: articleAuthor })
  .meta({ id: "ArticleDetail" });
export type ArticleDetail = z.infer<typeof articleDetail>;

export const articleList = z.array(articleSummary);
export const articleParams = z.object({ id: idText });
export const articleListQuery = pageQuery;

/** Reader lists have at most 50 items (contract section 2); a page may ask for fewer. */
export const readerListQuery = z.object({ limit: wholeNumber("Limit", 1, 50, 50) });
