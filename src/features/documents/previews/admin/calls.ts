import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { PreviewEndpoints, PreviewLink } from "../endpoints.ts";

const previews = editorClientOf<PreviewEndpoints>();

/** A new link to the working copy of a document as a page. Throws `ApiError` or `NetworkError`, as does the next. */
export async function sharePreview(api: EditorApi, { type, id }: DocumentKey): Promise<PreviewLink> {
  return (await previews.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/preview`, { params: { id } })).body;
}

/** Ends all links to the working copy of a document as a page. */
export async function endPreviews(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await previews.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id/preview`, { params: { id } });
}
