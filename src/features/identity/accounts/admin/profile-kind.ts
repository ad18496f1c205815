import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { OwnProfile } from "../schema.ts";
import { readProfile, saveProfile } from "./calls.ts";

/** The editable fields of a profile, named as in the API. */
export type ProfileValues = {
  name: string;
  bio: string;
  imageUrl: string;
  /** Labels and addresses in turn. */
  links: readonly string[];
};

/** Each account has one profile, and unsaved changes are stored per account. */
const PROFILE_ID = 1;

/** The links of a list of labels and addresses in turn. */
const linksIn = (list: readonly string[]) =>
  list.flatMap((label, at) => (at % 2 === 0 ? [{ label, url: list[at + 1] ?? "" }] : []));

/** What is sent: the name only where it is a new one, as it is written to all articles. */
const bodyOf = ({ name, links, ...values }: ProfileValues, before?: OwnProfile) => ({
  ...values,
  ...(name !== before?.name && { name }),
  links: linksIn(links),
});

/** One's own profile, as the form edits it; it always exists. */
export const PROFILE_KIND: FormKind<OwnProfile, ProfileValues> = {
  name: "profile",
  what: "profile",
  titleOf: () => "Author Profile",
  // Only the user changes their profile.
  isOwn: async () => true,
  fields: {
    name: { label: "Name", show: ({ name }) => name },
    bio: { label: "Bio", show: ({ bio }) => bio },
    imageUrl: { label: "Image URL", show: ({ imageUrl }) => imageUrl },
    links: {
      label: "Links",
      show: ({ links }) =>
        linksIn(links)
          .map(({ label, url }) => `${label}: ${url}`)
          .join("\n"),
    },
  },
  empty: { name: "", bio: "", imageUrl: "", links: [] },
  idOf: () => PROFILE_ID,
  valuesOf: ({ name, bio, image_url, links }) => ({
    ...{ name, bio, imageUrl: image_url },
    links: links.flatMap(({ label, url }) => [label, url]),
  }),
  // A backend without roles takes no name.
  missingIn: ({ name }, before) =>
    name.trim() === "" && (!before || before.role) ? { name: "Name is required." } : {},
  tidy: ({ name, bio, imageUrl, links }) => ({
    ...{ name: name.trim(), bio: bio.trim(), imageUrl: imageUrl.trim() },
    links: linksIn(links.map((text) => text.trim()))
      .filter(({ label, url }) => label !== "" || url !== "")
      .flatMap(({ label, url }) => [label, url]),
  }),
  takenOver: ["name", "bio", "imageUrl", "links"],
  closesWhenSaved: false,
  read: readProfile,
  create: async (api, { values }) => ({ ...(await saveProfile(api, "*", bodyOf(values))), isRepeated: false }),
  update: (api, { etag, row }, { values }) => saveProfile(api, etag, bodyOf(values, row)),
  words: {
    added: "Profile updated",
    updated: "Profile updated",
    adding: { title: "Error updating profile", fallback: "Could not update the profile" },
    updating: { title: "Error updating profile", fallback: "Could not update the profile" },
    deleted: "This profile was deleted meanwhile.",
  },
};
