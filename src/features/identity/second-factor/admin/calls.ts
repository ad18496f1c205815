import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { RequirementEndpoints } from "../endpoints.ts";
import { requirementVersion } from "../rules.ts";
import type { Requirement } from "../schema.ts";

const requirements = editorClientOf<RequirementEndpoints>();

/** The roles that need a second factor. */
export const requiredFactors = () => requirements.query("GET /settings/second-factor");

/** Changes `before`; `ApiError` 409 if it has changed since, or whoever asks would be locked out. */
export async function saveRequirement(api: EditorApi, before: Requirement, body: Requirement): Promise<Requirement> {
  const ifMatch = `"${requirementVersion(before)}"`;
  return (await requirements.send(api, "PUT /settings/second-factor", { body, ifMatch })).body;
}
