import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { RecordEndpoints } from "../endpoints.ts";
import type { CorrectionBody } from "../schema.ts";

/** Adds a correction to a published article, once however often it is sent. Throws `ApiError` or `NetworkError`. */
export async function correctArticle(api: EditorApi, id: number, body: CorrectionBody): Promise<void> {
  await editorClientOf<RecordEndpoints>().send(api, "POST /articles/:id/corrections", { params: { id }, body });
}
