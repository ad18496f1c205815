import { z } from "zod";
import type { DocumentType, OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent } from "#shared/schema.ts";

const params = z.object({ id: idText });

const previewLink = z
  .object({ url: z.string().describe("An absolute address"), expires: z.iso.datetime() })
  .meta({ id: "PreviewLink" });
export type PreviewLink = z.infer<typeof previewLink>;

/** Links that show a document's working copy as readers would see it, without an account. */
export const previewEndpoints = ({ write }: DocumentType["permissions"]) =>
  endpoints({
    "POST /:id/preview": {
      access: write,
      tags: ["Previews"],
      summary: "Create a link to the working copy as a page, valid for seven days",
      params,
      response: { 201: previewLink },
    },
    "DELETE /:id/preview": {
      access: write,
      tags: ["Previews"],
      summary: "Revoke all preview links of a document",
      params,
      response: { 204: noContent },
    },
  });
export type PreviewTable = ReturnType<typeof previewEndpoints>;
export type PreviewEndpoints = OfDocuments<PreviewTable>;
