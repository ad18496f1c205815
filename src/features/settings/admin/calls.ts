import { auditSettingsVersion } from "#features/audit/rules.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import { showTimesIn } from "#ui/admin/local-time.ts";
import type { SettingsEndpoints } from "../endpoints.ts";
import { newsroomVersion, type Retention, retentionVersion } from "../rules.ts";
import type { AuditSettings, Newsroom, NewsroomBody } from "../schema.ts";

const settings = editorClientOf<SettingsEndpoints>();

/** The settings with the version that `If-Match` names. */
export const versioned = (row: Newsroom): Versioned<Newsroom> => ({ row, etag: `"${newsroomVersion(row)}"` });

/** Fetches the current settings. Throws `ApiError` or `NetworkError`, as does the next call. */
export async function readNewsroom(api: EditorApi): Promise<Versioned<Newsroom>> {
  return versioned((await settings.send(api, "GET /settings/newsroom")).body);
}

/** Changes the version that `etag` names; `ApiError` 409 if the settings have changed since. */
export async function saveNewsroom(api: EditorApi, etag: string, body: NewsroomBody): Promise<Versioned<Newsroom>> {
  const saved = (await settings.send(api, "PUT /settings/newsroom", { body, ifMatch: etag })).body;
  showTimesIn(saved.time_zone);
  return versioned(saved);
}

/** Changes `before`; `ApiError` 409 if the settings have changed since. */
export async function saveAuditSettings(
  api: EditorApi,
  before: AuditSettings,
  body: AuditSettings,
): Promise<AuditSettings> {
  const ifMatch = `"${auditSettingsVersion(before)}"`;
  return (await settings.send(api, "PUT /settings/audit", { body, ifMatch })).body;
}

/** Changes the periods from `before`; `ApiError` 409 if they have changed since. */
export async function saveRetention(api: EditorApi, before: Retention, body: Retention): Promise<Retention> {
  const ifMatch = `"${retentionVersion(before)}"`;
  return (await settings.send(api, "PUT /settings/retention", { body, ifMatch })).body;
}
