import type { DocumentType, OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import { noContent } from "#shared/schema.ts";
import { templateBody, templateChange, templateList, templateParams, wholeTemplate } from "./schema.ts";

const tags = ["Templates"];

/** Users who see only their own documents may change only their own templates. */
export const templateEndpoints = ({ write }: DocumentType["permissions"]) =>
  endpoints({
    "GET /templates": {
      access: write,
      summary: "All templates, by name",
      tags,
      response: { 200: templateList },
    },
    "POST /templates": {
      access: write,
      summary: "Create a template from a document",
      description: "Uses the newest text, including the working copy, without dates, slug, byline and switches.",
      tags,
      body: templateBody,
      errors: ["too_many_templates", "name_taken", "article_not_found", "issue_not_found", "page_not_found"],
      response: { 201: wholeTemplate },
    },
    "GET /templates/:id": {
      access: write,
      summary: "A template with its fields, for creating a document",
      tags,
      params: templateParams,
      response: { 200: wholeTemplate },
    },
    "PATCH /templates/:id": {
      access: write,
      summary: "Rename a template, or replace its fields with those of a document",
      tags,
      params: templateParams,
      body: templateChange,
      errors: ["name_taken", "article_not_found", "issue_not_found", "page_not_found"],
      response: { 200: wholeTemplate },
    },
    "DELETE /templates/:id": {
      access: write,
      summary: "Delete a template",
      description: "Documents created from it do not change.",
      tags,
      params: templateParams,
      response: { 204: noContent },
    },
  });
export type TemplateTable = ReturnType<typeof templateEndpoints>;
export type TemplateEndpoints = OfDocuments<TemplateTable>;
