import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { noContent, text } from "#shared/schema.ts";
import { TYPEFACE_ROLES } from "../fonts.ts";
import { MAX_LICENCE_LENGTH } from "./rules.ts";

const typeface = z
  .object({
    key: z.string().describe("Names it in addresses"),
    role: z.enum(TYPEFACE_ROLES).describe("What it is for: headlines, or long texts"),
    name: z.string().describe("Its family and style, as the file names them"),
    file_name: z.string(),
    size: z.int().describe("Of the uploaded file, in bytes"),
    licence: z.string().describe("Why the newsroom may use it on the web"),
    uploaded_at: z.iso.datetime(),
    is_italic: z.boolean(),
    is_bold: z.boolean(),
    is_used: z.boolean().describe("Whether pages show it if `fonts` is `own`"),
    url: z.string().describe("The file of its first letters, WOFF2"),
  })
  .meta({ id: "Typeface" });
export type ShownTypeface = z.infer<typeof typeface>;

const NO_FILE = "The form must have a font in the field file.";
const NOT_CONFIRMED = "Confirm that the licence allows the use of this typeface on the web.";

const typefaceBody = z.object(
  {
    file: z.file({ error: NO_FILE }),
    role: z.enum(TYPEFACE_ROLES, { error: `Role must be one of ${TYPEFACE_ROLES.join(", ")}.` }),
    licence: text({ name: "Licence", min: 1, max: MAX_LICENCE_LENGTH }),
    is_licensed: z.literal("true", { error: NOT_CONFIRMED }),
  },
  { error: NO_FILE },
);
export type TypefaceBody = z.infer<typeof typefaceBody>;

const tags = ["Settings"];

export const typefaceEndpoints = endpoints({
  "GET /settings/typefaces": {
    access: "settings.manage",
    tags,
    summary: "The uploaded typefaces, oldest first",
    response: { 200: z.array(typeface) },
  },
  "POST /settings/typefaces": {
    access: "settings.manage",
    tags,
    summary: "Upload a typeface for headlines or long texts: TTF, OTF, WOFF or WOFF2, up to 5 MB",
    description:
      "`licence` says why it may be used on the web; `is_licensed` must be `true`. Weight and style are read from the file. Headlines have one typeface; text has a regular and a bold one, each upright and italic. Pages show it once `fonts` of `settings/appearance/` is `own`.",
    consumes: ["multipart/form-data"],
    body: typefaceBody,
    ignoresUnknownFields: true,
    errors: [
      "typeface_unreadable",
      "typeface_restricted",
      "typeface_incomplete",
      "typeface_taken",
      "too_many_typefaces",
      "file_too_large",
      "pictures_unavailable",
    ],
    response: { 201: typeface },
  },
  "DELETE /settings/typefaces/:key": {
    access: "settings.manage",
    tags,
    summary: "Remove an uploaded typeface",
    description: "Without another one that pages can show, the site returns to the pairing `base_fonts`.",
    params: z.object({ key: z.string().max(40) }),
    errors: ["typeface_not_found"],
    response: { 204: noContent },
  },
});
export type TypefaceEndpoints = typeof typefaceEndpoints;
