import { completeAddress } from "#shared/web-address.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { AdDraft } from "../rules.ts";
import type { AdSpace } from "../schema.ts";
import { AD_TYPES } from "./ad-types.ts";
import { addAdSpace, changeAdSpace, readAdSpace } from "./calls.ts";

/** Ad spaces, as the form adds and edits them. */
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
    alt: { label: "Alternative Text", show: ({ alt }) => alt },
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
  takenOver: ["image_url", "target_url"],
  closesWhenSaved: true,
  read: readAdSpace,
  create: (api, { values }, key) => addAdSpace(api, values, key),
  update: (api, before, { values }) => changeAdSpace(api, before, values),
  words: {
    added: "Ad space added",
    updated: "Ad space updated",
    adding: { title: "Error adding ad space", fallback: "Could not add the ad space" },
    updating: { title: "Error updating ad space", fallback: "Could not update the ad space" },
    deleted: "This ad space was deleted meanwhile. Your text is still here: saving it makes a new ad space.",
  },
};
