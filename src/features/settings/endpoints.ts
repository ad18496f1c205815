import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";
import { auditSettings, auditSettingsBody, newsroom, newsroomBody, retention, retentionBody } from "./schema.ts";

const tags = ["Settings"];

/** What the newsroom itself settles. */
export const settingsEndpoints = endpoints({
  "GET /settings/newsroom": {
    access: "desk.use",
    tags,
    summary: "The newsroom's time zone and postal address",
    response: { 200: newsroom },
  },
  "PUT /settings/newsroom": {
    access: "settings.manage",
    tags,
    summary: "Change the newsroom's settings; what is left out keeps its value",
    description: "With their ETag in If-Match, it is refused (409) where they have been changed since.",
    body: newsroomBody,
    response: { 200: newsroom, 409: errorBody },
  },
  "GET /settings/audit": {
    access: "audit.read",
    tags,
    summary: "How long entries of the audit log are kept",
    response: { 200: auditSettings },
  },
  "PUT /settings/audit": {
    access: "settings.manage",
    tags,
    summary: "Change how long entries of the audit log are kept",
    description: "With their ETag in If-Match, it is refused (409) where they have been changed since.",
    body: auditSettingsBody,
    response: { 200: auditSettings, 400: errorBody, 409: errorBody },
  },
  "GET /settings/retention": {
    access: "public",
    tags,
    summary: "How many days what is kept about persons stays",
    response: { 200: retention },
  },
  "PUT /settings/retention": {
    access: "settings.manage",
    tags,
    summary: "Change how long what is kept about persons stays; what is left out keeps its value",
    description: "With their ETag in If-Match, it is refused (409) where they have been changed since.",
    body: retentionBody,
    response: { 200: retention, 400: errorBody, 409: errorBody },
  },
});
export type SettingsEndpoints = typeof settingsEndpoints;
