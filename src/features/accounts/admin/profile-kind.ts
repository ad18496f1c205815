import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { OwnProfile } from "../schema.ts";
import { readProfile, saveProfile } from "./calls.ts";

/** The editable fields of a profile, named as in the API. */
export type ProfileValues = {
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

const bodyOf = ({ links, ...values }: ProfileValues) => ({ ...values, links: linksIn(links) });

/** One's own profile, as the form edits it; it always exists. */
export const PROFILE_KIND: FormKind<OwnProfile, ProfileValues> = {
  name: "profile",
  what: "profile",
  titleOf: () => "Author Profile",
  fields: {
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
  empty: { bio: "", imageUrl: "", links: [] },
  idOf: () => PROFILE_ID,
  valuesOf: ({ bio, image_url, links }) => ({
    ...{ bio, imageUrl: image_url },
    links: links.flatMap(({ label, url }) => [label, url]),
  }),
  missingIn: () => ({}),
  tidy: ({ bio, imageUrl, links }) => ({
    ...{ bio: bio.trim(), imageUrl: imageUrl.trim() },
    links: linksIn(links.map((text) => text.trim()))
      .filter(({ label, url }) => label !== "" || url !== "")
      .flatMap(({ label, url }) => [label, url]),
  }),
  takenOver: ["bio", "imageUrl", "links"],
  closesWhenSaved: false,
  read: readProfile,
  create: async (api, { values }) => ({ ...(await saveProfile(api, "*", bodyOf(values))), isRepeated: false }),
  update: (api, { etag }, { values }) => saveProfile(api, etag, bodyOf(values)),
  words: {
    added: "Profile updated",
    updated: "Profile updated",
    adding: { title: "Error updating profile", fallback: "Could not update the profile" },
    updating: { title: "Error updating profile", fallback: "Could not update the profile" },
    deleted: "This profile was deleted meanwhile.",
  },
};
