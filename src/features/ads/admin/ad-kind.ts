import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { completeAddress } from "#shared/web-address.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { rowIn, type Versioned } from "#ui/admin/edit-form/versions.ts";
import { settingsOf } from "#ui/admin/records/setting.ts";
import type { AdEndpoints } from "../endpoints.ts";
import { type AdDraft, adVersion } from "../rules.ts";
import type { AdSpace, AdType } from "../schema.ts";

export const AD_TYPES = [
  { value: "leaderboard", label: "Leaderboard" },
  { value: "rectangle", label: "Rectangle" },
  { value: "sidebar", label: "Sidebar" },
] as const satisfies readonly { value: AdType; label: string }[];

export const AD_KIND: FormKind<AdSpace, AdDraft> = {
  name: "ad",
  what: "ad space",
  titleOf: ({ name }) => name,
  fields: {
    name: { label: "Ad Name", show: ({ name }) => name },
    location: { label: "Location", show: ({ location }) => location },
    type: { label: "Ad Type", show: ({ type }) => AD_TYPES.find(({ value }) => value === type)?.label },
    active: { label: "Status", show: ({ active }) => (active ? "Active" : "Inactive") },
    image_url: { label: "Image URL", show: ({ image_url }) => image_url },
    alt: { label: "Alternative text", show: ({ alt }) => alt },
    target_url: { label: "Target URL", show: ({ target_url }) => target_url },
  },
  empty: { name: "", location: "", type: "leaderboard", active: true, image_url: "", alt: "", target_url: "" },
  idOf: ({ id }) => id,
  valuesOf: ({ name, location, type, active, image_url, alt, target_url }) => ({
    name,
    location,
    type,
    active,
    image_url,
    alt,
    target_url,
  }),
  missingIn: ({ name, location }) => ({
    ...(name === "" && { name: "Please enter an ad name" }),
    ...(location === "" && { location: "Please enter a location" }),
  }),
  tidy: ({ name, location, image_url, alt, target_url, ...rest }) => ({
    ...rest,
    name: name.trim(),
    location: location.trim(),
    image_url: image_url.trim(),
    alt: alt.trim(),
    target_url: completeAddress(target_url),
  }),
  read: readAdSpace,
  create: (api, values, key) => addAdSpace(api, values, key),
  update: (api, before, values) => changeAdSpace(api, before, values),
  words: {
    added: "Ad space added",
    updated: "Ad space updated",
    adding: { title: "Error adding ad space", fallback: "Could not add the ad space" },
    updating: { title: "Error updating ad space", fallback: "Could not update the ad space" },
    deleted: "Another user deleted this ad space. Your text is still here: saving it creates a new ad space.",
  },
};

export const ads = editorClientOf<AdEndpoints>();

/** All ad spaces, including inactive ones, with their counts. */
export const allAdSpaces = () => ads.query("GET /ads");

export const versioned = (row: AdSpace): Versioned<AdSpace> => ({ row, etag: `"${adVersion(row)}"` });

/** Fetches one ad space. Like all functions here, throws `ApiError` or `NetworkError`. */
async function readAdSpace(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<AdSpace>> {
  const { body } = await ads.send(api, "GET /ads", signal ? { signal } : {});
  return versioned(rowIn(body, id));
}

/** Adds an ad space. Repeated requests with the same key add it once. */
async function addAdSpace(api: EditorApi, draft: AdDraft, idempotencyKey: string) {
  const { body, hasOthers } = await ads.send(api, "POST /ads", { body: draft, idempotencyKey });
  return { ...versioned(body), hasOthers };
}

async function changeAdSpace(api: EditorApi, { row, etag }: Versioned<AdSpace>, draft: AdDraft) {
  const sent = { params: { id: row.id }, body: draft, ifMatch: etag };
  return versioned((await ads.send(api, "PUT /ads/:id", sent)).body);
}

export const AD_SETTING = settingsOf<AdEndpoints>()("ads");
