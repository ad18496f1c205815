import { z } from "zod";
import { articleSummary } from "#features/articles/schema.ts";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { idText, pageQuery } from "#shared/schema.ts";

const trashing = {
  trashed: z.iso.datetime(),
  trashed_by: z.string().nullable().describe("The name of who deleted it, if known"),
  purge: z.iso.datetime().describe("When it will be permanently deleted"),
};

/** An article in the trash. */
const trashedArticle = articleSummary
  .extend({ type: z.literal("article"), ...trashing })
  .meta({ id: "TrashedArticle" });
export type TrashedArticle = z.infer<typeof trashedArticle>;

/** A document of another type in the trash. */
const trashedDocument = z
  .object({
    type: z.enum(DOCUMENT_TYPES).exclude(["article"]),
    id: z.int().positive(),
    title: z.string(),
    ...trashing,
  })
  .meta({ id: "TrashedDocument" });

export const trashList = z.array(z.discriminatedUnion("type", [trashedArticle, trashedDocument]));
export type TrashedDocument = z.infer<typeof trashList>[number];

const type = z.enum(DOCUMENT_TYPES, { error: `Type must be one of ${DOCUMENT_TYPES.join(", ")}.` });
export const trashQuery = pageQuery.extend({ type: type.optional().describe("Documents of this type alone") });
export const purgeParams = z.object({ id: idText });
export const purgeQuery = z.object({ type: type.optional().describe("An article where it is left out") });
