import { editorClientOf } from "#shared/editor-client.ts";
import type { StateEndpoints } from "../endpoints.ts";

const system = editorClientOf<StateEndpoints>();

export const systemState = () => system.query("GET /system");

export const systemNotices = () => system.query("GET /system/notices");

export const backupSettings = () => system.query("GET /settings/backups");
