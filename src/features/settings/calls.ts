import { clientOf } from "#shared/endpoint-client.ts";
import type { SettingsEndpoints } from "./endpoints.ts";

const settings = clientOf<SettingsEndpoints>();

export const auditSettings = () => settings.query("GET /settings/audit");

export const newsroomSettings = () => settings.query("GET /settings/newsroom");

export const addressSettings = () => settings.query("GET /settings/addresses");

export const retentionPeriods = () => settings.query("GET /settings/retention");
