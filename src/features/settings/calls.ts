import { editorClientOf } from "#shared/editor-client.ts";
import type { SettingsEndpoints } from "./endpoints.ts";

export const settings = editorClientOf<SettingsEndpoints>();

/** The newsroom's time zone and postal address. */
export const newsroomSettings = () => settings.query("GET /settings/newsroom");
