import { editorClientOf } from "#shared/editor-client.ts";
import { rowIn } from "#ui/admin/edit-form/versions.ts";
import { type RecordForm, recordForm } from "#ui/admin/records/record-form.ts";
import { settingsOf } from "#ui/admin/records/setting.ts";
import type { AdEndpoints } from "../endpoints.ts";
import { AD_FIELDS, type AdDraft, type AdFields } from "../fields.ts";
import type { AdSpace } from "../schema.ts";

export const ads = editorClientOf<AdEndpoints>();

/** All ad spaces, including inactive ones, with their counts. */
export const allAdSpaces = () => ads.query("GET /ads");

const AD_FORM = recordForm<AdFields, AdSpace>({ one: "ad space", path: "ads", fields: AD_FIELDS });

/** The specification's form of ad spaces. */
export const AD_KIND: RecordForm<AdSpace, AdDraft> = {
  ...AD_FORM,
  name: "ad",
  empty: { ...AD_FORM.empty, active: true },
  missingIn: ({ name, location }) => ({
    ...(name === "" && { name: "Please enter an ad name" }),
    ...(location === "" && { location: "Please enter a location" }),
  }),
  read: async (api, id, signal) =>
    AD_FORM.versioned(rowIn((await ads.send(api, "GET /ads", signal ? { signal } : {})).body, id)),
};

export const AD_SETTING = settingsOf<AdEndpoints>()("ads");
