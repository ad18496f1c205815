import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { OwnProfile } from "../schema.ts";
import { readProfile, saveProfile } from "./calls.ts";

/** The editable fields of a profile, named as in the API. */
export type ProfileValues = { bio: string; imageUrl: string };

/** Each account has one profile, and unsaved changes are stored per account. */
const PROFILE_ID = 1;

/** One's own profile, as the form edits it; it always exists. */
export const PROFILE_KIND: FormKind<OwnProfile, ProfileValues> = {
  name: "profile",
  what: "profile",
  titleOf: () => "Author Profile",
  fields: {
    bio: { label: "Bio", show: ({ bio }) => bio },
    imageUrl: { label: "Image URL", show: ({ imageUrl }) => imageUrl },
  },
  empty: { bio: "", imageUrl: "" },
  idOf: () => PROFILE_ID,
  valuesOf: ({ bio, image_url }) => ({ bio, imageUrl: image_url }),
  missingIn: () => ({}),
  tidy: ({ bio, imageUrl }) => ({ bio: bio.trim(), imageUrl: imageUrl.trim() }),
  takenOver: ["bio", "imageUrl"],
  closesWhenSaved: false,
  read: readProfile,
  create: async (api, { values }) => ({ ...(await saveProfile(api, "*", values)), isRepeated: false }),
  update: (api, { etag }, { values }) => saveProfile(api, etag, values),
  words: {
    added: "Profile updated",
    updated: "Profile updated",
    adding: { title: "Error updating profile", fallback: "Could not update the profile" },
    updating: { title: "Error updating profile", fallback: "Could not update the profile" },
    deleted: "This profile was deleted meanwhile.",
  },
};
