import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { linkLines, linksIn, linkTexts, tidyLinks } from "#ui/admin/link-fields.tsx";
import type { OwnProfile } from "../endpoints.ts";
import { readProfile, saveProfile } from "./own-profile.ts";

/** The editable fields of a profile, named as in the API. */
type ProfileValues = {
  name: string;
  bio: string;
  imageUrl: string;
  /** Alternating labels and addresses. */
  links: readonly string[];
};

/** Each account has one profile, and unsaved changes are stored per account. */
const PROFILE_ID = 1;

/** The request body. It has the name only if that changed, as a new name is written to all articles. */
const bodyOf = ({ name, links, ...values }: ProfileValues, before?: OwnProfile) => ({
  ...values,
  ...(name !== before?.name && { name }),
  links: linksIn(links),
});

export const PROFILE_KIND: FormKind<OwnProfile, ProfileValues> = {
  name: "profile",
  what: "profile",
  titleOf: () => "Author Profile",
  fields: {
    name: { label: "Name", show: ({ name }) => name },
    bio: { label: "Bio", show: ({ bio }) => bio },
    imageUrl: { label: "Image URL", show: ({ imageUrl }) => imageUrl },
    links: { label: "Links", show: ({ links }) => linkLines(links) },
  },
  empty: { name: "", bio: "", imageUrl: "", links: [] },
  idOf: () => PROFILE_ID,
  valuesOf: ({ name, bio, image_url, links }) => ({
    name,
    bio,
    imageUrl: image_url,
    links: linkTexts(links),
  }),
  // A backend without roles takes no name.
  missingIn: ({ name }, before) =>
    name.trim() === "" && (!before || before.role) ? { name: "Name is required." } : {},
  tidy: ({ name, bio, imageUrl, links }) => ({
    name: name.trim(),
    bio: bio.trim(),
    imageUrl: imageUrl.trim(),
    links: tidyLinks(links),
  }),
  read: readProfile,
  create: async (api, values) => ({ ...(await saveProfile(api, "*", bodyOf(values))), hasOthers: false }),
  update: (api, { etag, row }, values) => saveProfile(api, etag, bodyOf(values, row)),
  words: {
    added: "Profile updated",
    updated: "Profile updated",
    adding: { title: "Error updating profile", fallback: "Could not update the profile" },
    updating: { title: "Error updating profile", fallback: "Could not update the profile" },
    deleted: "This profile has been deleted.",
  },
};
