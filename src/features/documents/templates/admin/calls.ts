import type { QueryClient } from "@tanstack/react-query";
import { callsUnder } from "#shared/api-query.ts";
import { DOCUMENT_PATHS, type DocumentTypeName } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { TemplateEndpoints } from "../endpoints.ts";
import type { TemplateBody, TemplateChange, WholeTemplate } from "../schema.ts";

const templates = editorClientOf<TemplateEndpoints>();

/** The templates of a type, by name. */
export const templatesOf = (type: DocumentTypeName) => templates.query(`GET ${DOCUMENT_PATHS[type]}/templates`);

/** Refetches the templates of a type. */
export function templatesChanged(client: QueryClient, type: DocumentTypeName): void {
  void client.invalidateQueries(callsUnder(templates.url(`GET ${DOCUMENT_PATHS[type]}/templates`)));
}

/** A template with its fields. These calls throw `ApiError` or `NetworkError`. */
export async function readTemplate(api: EditorApi, type: DocumentTypeName, id: number): Promise<WholeTemplate> {
  return (await templates.send(api, `GET ${DOCUMENT_PATHS[type]}/templates/:id`, { params: { id } })).body;
}

export async function createTemplate(api: EditorApi, type: DocumentTypeName, body: TemplateBody): Promise<void> {
  await templates.send(api, `POST ${DOCUMENT_PATHS[type]}/templates`, { body });
}

export async function changeTemplate(
  api: EditorApi,
  type: DocumentTypeName,
  id: number,
  body: TemplateChange,
): Promise<void> {
  await templates.send(api, `PATCH ${DOCUMENT_PATHS[type]}/templates/:id`, { params: { id }, body });
}

export async function deleteTemplate(api: EditorApi, type: DocumentTypeName, id: number): Promise<void> {
  await templates.send(api, `DELETE ${DOCUMENT_PATHS[type]}/templates/:id`, { params: { id } });
}
