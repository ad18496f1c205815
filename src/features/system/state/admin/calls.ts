import { editorClientOf } from "#shared/editor-client.ts";
import { settingsOf } from "#ui/admin/records/setting.ts";
import type { StateEndpoints } from "../endpoints.ts";

const system = editorClientOf<StateEndpoints>();

export const systemState = () => system.query("GET /system");

export const systemNotices = () => system.query("GET /system/notices");

export const BACKUPS = settingsOf<StateEndpoints>()("backups");
