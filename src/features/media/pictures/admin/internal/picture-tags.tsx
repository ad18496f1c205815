import { X } from "lucide";
import { type FormEvent, useState } from "react";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";
import { Icon } from "#ui/icon.tsx";
import { MAX_TAG_LENGTH } from "../../rules.ts";
import type { StoredPicture } from "../../schema.ts";
import { pictureTags } from "../calls.ts";
import { useBulkPictures } from "./use-bulk-pictures.ts";

export const splitTags = (typed: string): string[] =>
  typed
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);

type FieldProps = { label: string; value: string; onChange: (value: string) => void };

/** A field for tags separated by commas, which suggests existing ones. */
export function TagField({ label, value, onChange }: FieldProps) {
  const known = (useApi(pictureTags()).data ?? []).map(({ name }) => ({ value: name, label: name }));
  return (
    <SuggestField
      label={label}
      maxLength={10 * MAX_TAG_LENGTH}
      value={value}
      offersFor={(typed) => namesLike(known, typed)}
      onChange={onChange}
    />
  );
}

/** The tags of one picture. Changes are stored immediately, independently of the form. */
export function PictureTags({ picture, mayChange }: { picture: StoredPicture; mayChange: boolean }) {
  const { isBusy, change } = useBulkPictures();
  const [typed, setTyped] = useState("");
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const tags_add = splitTags(typed);
    if (tags_add.length > 0 && (await change([picture], { tags_add })).length > 0) setTyped("");
  };
  if (!mayChange && picture.tags.length === 0) return null;
  return (
    <section aria-labelledby="picture-tags" className="mt-6">
      <h3 id="picture-tags" className="text-sm font-semibold">
        Tags
      </h3>
      {picture.tags.length === 0 && <p className="meta mt-1">No tags.</p>}
      <ul className="mt-1.5 flex flex-wrap gap-2">
        {picture.tags.map((tag) => (
          <li key={tag} className="flex max-w-full items-center border border-rule text-sm">
            <span className="min-w-0 truncate px-2.5 py-1">{tag}</span>
            {mayChange && (
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                title="Remove"
                onClick={() => void change([picture], { tags_remove: [tag] })}
                className="inline-flex min-h-8 w-8 shrink-0 items-center justify-center text-muted hover:bg-surface hover:text-ink pointer-coarse:min-h-11 pointer-coarse:w-11"
              >
                <Icon icon={X} size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <form onSubmit={add} className="mt-3 flex items-end gap-2">
          <div className="grow">
            <TagField label="Add tags" value={typed} onChange={setTyped} />
          </div>
          <AdminButton type="submit" isBusy={isBusy} className="mb-px min-h-11">
            Add
          </AdminButton>
        </form>
      )}
    </section>
  );
}
