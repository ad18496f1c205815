import { endpoints } from "#shared/endpoint.ts";
import { noContent } from "#shared/schema.ts";
import {
  adSettings,
  adSettingsBody,
  adSpace,
  adSpaceBody,
  adSpaceChange,
  adSpaceList,
  adSpaceParams,
  adSpaceQuery,
} from "./schema.ts";

const tags = ["Ads"];

export const adEndpoints = endpoints({
  "GET /ads": {
    access: "either",
    summary: "Ad spaces of one location, or all. Editors also get inactive ones.",
    tags,
    query: adSpaceQuery,
    response: { 200: adSpaceList },
  },
  "POST /ads": {
    access: "ad.manage",
    summary: "Add an ad space",
    description: "A repeated request with the same Idempotency-Key returns the existing ad space.",
    tags,
    body: adSpaceBody,
    headers: ["idempotency-key"],
    response: { 201: adSpace },
  },
  "PUT /ads/:id": {
    access: "ad.manage",
    summary: "Change an ad space; omitted fields keep their value",
    description: "With its ETag in If-Match, responds 409 if the ad space has changed since.",
    tags,
    params: adSpaceParams,
    body: adSpaceChange,
    headers: ["if-match"],
    response: { 200: adSpace },
  },
  "DELETE /ads/:id": {
    access: "ad.manage",
    summary: "Delete an ad space",
    tags,
    params: adSpaceParams,
    response: { 204: noContent },
  },
  "POST /ads/:id/view": {
    access: "public",
    cost: "read",
    summary: "Count a reader who sees the creative",
    tags,
    params: adSpaceParams,
    response: { 204: noContent },
  },
  "GET /settings/ads": {
    access: "public",
    summary: "Whether readers see a placeholder in empty slots",
    tags: ["Settings"],
    response: { 200: adSettings },
  },
  "PUT /settings/ads": {
    access: "ad.manage",
    summary: "Show or hide empty slots on all pages",
    description: "With the ETag of the settings in If-Match, responds 409 if they have changed since.",
    tags: ["Settings"],
    body: adSettingsBody,
    headers: ["if-match"],
    response: { 200: adSettings },
  },
});
export type AdEndpoints = typeof adEndpoints;
