import { z } from "zod";
import { DOCUMENT_TYPES, type DocumentTypeName } from "#shared/document.ts";
import { idText, pageQuery } from "#shared/schema.ts";

export const trashedDocument = z.object({
  type: z.enum(DOCUMENT_TYPES),
  id: z.int().positive(),
  title: z.string(),
  trashed: z.iso.datetime(),
  trashed_by: z.string().nullable().describe("The name of the account that deleted it, if known"),
  purge: z.iso.datetime().describe("When it will be permanently deleted"),
});
export type TrashedDocument = z.infer<typeof trashedDocument>;
/** The schema of a type that adds fields to its documents. */
export type TrashEntry = z.ZodObject<{ [Name in keyof TrashedDocument]: z.ZodType<TrashedDocument[Name]> }>;
type Listed = { type: DocumentTypeName; trash: { entry?: TrashEntry } };

/** The list of the trash. Each type has its own schema, or the common fields. */
export function trashList(kinds: readonly Listed[]): z.ZodType<TrashedDocument[]> {
  const described = kinds.filter(({ trash }) => trash.entry !== undefined);
  const own = described.flatMap(({ trash }) => trash.entry ?? []);
  const others = DOCUMENT_TYPES.filter((type) => described.every((kind) => kind.type !== type));
  const plain = trashedDocument.extend({ type: z.enum(others) }).meta({ id: "TrashedDocument" });
  return z.array(z.discriminatedUnion("type", [plain, ...own]));
}

const type = z.enum(DOCUMENT_TYPES, { error: `Type must be one of ${DOCUMENT_TYPES.join(", ")}.` });
export const trashQuery = pageQuery.extend({ type: type.optional().describe("Only documents of this type") });
export const purgeParams = z.object({ id: idText });
export const purgeQuery = z.object({ type: type.optional().describe("An article by default") });
