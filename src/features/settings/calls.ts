import { editorClientOf } from "#shared/editor-client.ts";
import type { SettingsEndpoints } from "./endpoints.ts";

export const settings = editorClientOf<SettingsEndpoints>();

/** How long entries of the audit log are kept. */
export const auditSettings = () => settings.query("GET /settings/audit");

/** The newsroom's time zone and postal address. */
export const newsroomSettings = () => settings.query("GET /settings/newsroom");
