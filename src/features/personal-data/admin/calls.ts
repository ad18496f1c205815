import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { PersonalDataEndpoints } from "../endpoints.ts";

const personalData = editorClientOf<PersonalDataEndpoints>();

/** Everything that is kept about an account, as a file of JSON. Throws `ApiError` or `NetworkError`. */
export const exportAccount = (api: EditorApi, id: number): Promise<Blob> =>
  api.download(personalData.url("GET /accounts/users/:id/export", { params: { id } }), "application/json");
