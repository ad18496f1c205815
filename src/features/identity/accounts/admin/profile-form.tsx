import { AdminButton } from "#ui/admin/controls.tsx";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { Field } from "#ui/field.tsx";
import type { OwnProfile } from "../endpoints.ts";
import { MAX_LINK_LABEL, MAX_LINKS } from "../rules.ts";
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

/** The links in alternating labels and addresses. */
export const linksIn = (list: readonly string[]) =>
  list.flatMap((label, at) => (at % 2 === 0 ? [{ label, url: list[at + 1] ?? "" }] : []));

export const linksOf = (links: readonly { label: string; url: string }[]): string[] =>
  links.flatMap(({ label, url }) => [label, url]);

/** Without spaces around texts, and without empty links. */
export const tidyLinks = (links: readonly string[]): string[] =>
  linksOf(linksIn(links.map((text) => text.trim())).filter(({ label, url }) => label !== "" || url !== ""));

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
    name,
    bio,
    imageUrl: image_url,
    links: linksOf(links),
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

type Props = {
  /** Alternating labels and addresses, as form values are flat lists. */
  links: readonly string[];
  errors: FieldErrors;
  hint?: string;
  onChange: (links: string[]) => void;
};

const OWN_LINKS = "Your other pages, such as your own site, Mastodon or X.";

/** Up to five labelled addresses where else to find an author. */
export function LinkFields({ links, errors, hint = OWN_LINKS, onChange }: Props) {
  const count = links.length / 2;
  const put = (at: number, text: string) => onChange(links.map((other, index) => (index === at ? text : other)));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Links</legend>
      <p className="meta mb-3">
        {hint} At most {MAX_LINKS}.
      </p>
      <ul className="space-y-4">
        {Array.from({ length: count }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place.
          <li key={n} className="grid items-start gap-3 sm:grid-cols-[10rem_1fr_auto]">
            <Field
              label={`Label ${n + 1}`}
              name={`links.${n}.label`}
              maxLength={MAX_LINK_LABEL}
              value={links[2 * n] ?? ""}
              error={errors[`links.${n}.label`]}
              onChange={({ target }) => put(2 * n, target.value)}
            />
            <Field
              label={`Address ${n + 1}`}
              name={`links.${n}.url`}
              inputMode="url"
              autoComplete="off"
              value={links[2 * n + 1] ?? ""}
              error={errors[`links.${n}.url`]}
              onChange={({ target }) => put(2 * n + 1, target.value)}
            />
            <AdminButton
              className="sm:mt-7"
              aria-label={`Remove link ${n + 1}`}
              onClick={() => onChange(links.filter((_text, at) => Math.floor(at / 2) !== n))}
            >
              Remove
            </AdminButton>
          </li>
        ))}
      </ul>
      {count < MAX_LINKS && (
        <AdminButton className={count > 0 ? "mt-4" : ""} onClick={() => onChange([...links, "", ""])}>
          Add a link
        </AdminButton>
      )}
    </fieldset>
  );
}
