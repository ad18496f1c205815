import { clientOf } from "#shared/endpoint-client.ts";
import type { SettingsEndpoints } from "./endpoints.ts";

const settings = clientOf<SettingsEndpoints>();

/** How long entries of the audit log are kept. */
export const auditSettings = () => settings.query("GET /settings/audit");

/** The newsroom's time zone and postal address. */
export const newsroomSettings = () => settings.query("GET /settings/newsroom");

/** How many days what is kept about persons stays. */
export const retentionPeriods = () => settings.query("GET /settings/retention");
