import { z } from "zod";
import { idNumber, idText, text } from "#shared/schema.ts";
import { MAX_TEMPLATE_NAME } from "../rules.ts";

const NO_OBJECT = "The body must be a JSON object.";
const name = text({ name: "Name", min: 1, max: MAX_TEMPLATE_NAME });
const document = idNumber("Document must be an id.").describe("The document that the template is created from");

const template = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    author: z.string().nullable().describe("The creator, if known"),
    may_change: z.boolean().describe("Whether the caller may change and delete it"),
    updated: z.iso.datetime(),
  })
  .meta({ id: "Template" });
export type Template = z.infer<typeof template>;
export const templateList = z.array(template);

/** A template with the initial fields of its documents, named as in the API of the type. */
export const wholeTemplate = template
  .extend({ fields: z.record(z.string(), z.unknown()) })
  .meta({ id: "WholeTemplate" });
export type WholeTemplate = z.infer<typeof wholeTemplate>;

export const templateParams = z.object({ id: idText });
export const templateBody = z.object({ name, document }, { error: NO_OBJECT });
export type TemplateBody = z.infer<typeof templateBody>;
export const templateChange = z.object({ name, document }, { error: NO_OBJECT }).partial();
export type TemplateChange = z.infer<typeof templateChange>;
