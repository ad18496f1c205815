import { MAX_SLUG } from "#shared/slug.ts";
import { absoluteUrl } from "#shared/urls.ts";
import { Field } from "#ui/field.tsx";

type Props = {
  /** As it is typed; null while it is made of the name. */
  slug: string | null;
  name: string;
  /** That of the stored row; undefined for a new one. */
  stored: string | undefined;
  /** The slug that a text gives; empty if it gives none. */
  slugOf: (text: string) => string;
  pathOf: (slug: string) => string;
  error: string | undefined;
  onChange: (slug: string) => void;
};

/** The slug of something with a page, with its address, and the former one that redirects. */
export function SlugField({ slug, name, stored, slugOf, pathOf, error, onChange }: Props) {
  const shown = slugOf(slug ?? "") || slugOf(name);
  return (
    <div>
      <Field
        label="Slug"
        name="slug"
        value={slug ?? slugOf(name)}
        maxLength={MAX_SLUG}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <AddressNote {...{ shown, stored, pathOf }} className="mt-1.5" />
    </div>
  );
}

type NoteProps = Pick<Props, "stored" | "pathOf"> & { shown: string; className: string };

/** The address that a slug gives, and the former one that redirects. */
export function AddressNote({ shown, stored, pathOf, className }: NoteProps) {
  if (shown === "") return null;
  return (
    <p className={`meta break-words ${className}`}>
      Address: {absoluteUrl(window.location.origin, pathOf(shown))}
      {stored !== undefined && shown !== stored && `. The old address, ${pathOf(stored)}, redirects to it.`}
    </p>
  );
}
