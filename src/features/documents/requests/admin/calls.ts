import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { ReviewRequestEndpoints } from "../endpoints.ts";
import type { ReviewRequest } from "../schema.ts";

const client = editorClientOf<ReviewRequestEndpoints>();

/** Who can be asked to review articles. */
export const reviewers = () => client.query("GET /reviewers");

/** Who is asked to review an article. */
export const requestOf = (id: number) => client.query("GET /articles/:id/asked", { params: { id } });

/** Asks a person, or nobody any more. Throws `ApiError` or `NetworkError`. */
export async function ask(api: EditorApi, id: number, person: number | null): Promise<ReviewRequest> {
  if (person !== null)
    return (await client.send(api, "PUT /articles/:id/asked", { params: { id }, body: { person } })).body;
  await client.send(api, "DELETE /articles/:id/asked", { params: { id } });
  return { asked: null, people: [] };
}
