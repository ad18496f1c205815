import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { MAX_SLUG } from "#shared/slug.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormCard } from "#ui/admin/panel.tsx";
import { useSaveKey } from "#ui/admin/save-key.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { categorySlug, DUPLICATE_SLUG } from "../rules.ts";
import type { Category } from "../schema.ts";
import type { CategoryDraft } from "./calls.ts";

type Props = {
  /** The category to edit; null for a new one. */
  category: Category | null;
  /** All categories: a slug holds for one of them only. */
  categories: readonly Category[];
  /** Sends it. What it throws is shown at its field; telling of it otherwise is the caller's part. */
  onSave: (draft: CategoryDraft) => Promise<void>;
  onCancel: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
};

/** The card in which a category is added or edited (Categories tab; rules in section 5). */
export function CategoryForm({ category, categories, onSave, onCancel, onUnsaved }: Props) {
  const show = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(category?.name ?? "");
  // Null follows the name, until it is edited by hand.
  const [ownSlug, setOwnSlug] = useState<string | null>(category?.slug ?? null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  const derived = slugOrNone(name);
  const slug = ownSlug ?? derived;
  // What the server is sent: a slug that is one, whatever was typed.
  const settled = slugOrNone(slug) || derived;
  const isUnsaved = name !== (category?.name ?? "") || (ownSlug !== null && ownSlug !== category?.slug);
  useSaveKey(form);
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=name]")?.focus(), []);

  function refuse(title: string, field: "name" | "slug", sentence: string) {
    setErrors({ [field]: sentence });
    show({ title, description: sentence, variant: "destructive" });
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const draft = { name: name.trim(), slug: settled };
    if (draft.name === "") return refuse("Missing required fields", "name", "Please enter a category name");
    if (categories.some((other) => other.id !== category?.id && other.slug === draft.slug))
      return refuse("Duplicate slug", "slug", DUPLICATE_SLUG);
    setIsBusy(true);
    try {
      await onSave(draft);
    } catch (error) {
      const found = error instanceof ApiError ? error.errors : {};
      if (found.slug === DUPLICATE_SLUG) refuse("Duplicate slug", "slug", DUPLICATE_SLUG);
      else setErrors(found);
      setIsBusy(false);
    }
  }

  const title = category ? "Edit Category" : "Add New Category";
  return (
    <FormCard title={title}>
      <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} className="max-w-2xl">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Name*"
            name="name"
            value={name}
            aria-required
            maxLength={100}
            autoComplete="off"
            error={errors.name}
            onChange={(event) => {
              setName(event.target.value);
              setErrors({});
            }}
          />
          <Field
            label="Slug"
            name="slug"
            value={slug}
            maxLength={MAX_SLUG}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Auto-generated from name if left empty"
            error={errors.slug}
            onChange={(event) => {
              setOwnSlug(event.target.value);
              setErrors({});
            }}
            onBlur={() => ownSlug !== null && setOwnSlug(slugOrNone(ownSlug))}
          />
        </div>
        <SlugNote category={category} slug={settled} />
        <div className="mt-5 flex flex-wrap gap-2">
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {category ? (isBusy ? "Updating..." : "Update Category") : isBusy ? "Adding..." : "Add Category"}
          </AdminButton>
          {category && <AdminButton onClick={onCancel}>Cancel</AdminButton>}
        </div>
      </form>
    </FormCard>
  );
}

/** The slug of what is typed; none while there is nothing. */
const slugOrNone = (typed: string) => (typed.trim() === "" ? "" : categorySlug(typed));

/** Where readers will find the category, and what becomes of the address it has. */
function SlugNote({ category, slug }: { category: Category | null; slug: string }) {
  if (slug === "") return null;
  return (
    <p className="meta mt-3 break-words">
      Address: {absoluteUrl(window.location.origin, pageUrl.category(slug))}
      {category && slug !== category.slug && `. The old one, ${pageUrl.category(category.slug)}, goes on leading here.`}
    </p>
  );
}
