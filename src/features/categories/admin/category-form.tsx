import { MAX_SLUG } from "#shared/slug.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { RowFormProps } from "#ui/admin/edit-form/use-row-form.ts";
import { FormCard } from "#ui/admin/panel.tsx";
import { Field } from "#ui/field.tsx";
import type { Category } from "../schema.ts";
import { type CategoryValues, slugOf, slugOrNone } from "./category-kind.ts";

type Props = RowFormProps<Category, CategoryValues> & { kind: FormKind<Category, CategoryValues> };

/** The card in which a category is added or edited. */
export function CategoryForm({ kind, onCancel, onDiscarded, ...props }: Props) {
  const form = useEditForm(kind, props);
  const { base, values, errors, isBusy, change } = form;
  const { name, slug } = values;
  return (
    <FormCard title={base ? "Edit Category" : "Add New Category"}>
      <FormBody
        form={form}
        firstField="name"
        className="max-w-2xl"
        onSubmit={() => void form.save({ staysOpen: false })}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Name*"
            name="name"
            value={name}
            aria-required
            maxLength={100}
            autoComplete="off"
            error={errors.name}
            // A slug derived from the name changes with it, so its error may no longer apply.
            onChange={(event) => change({ name: event.target.value, ...(slug === null && { slug }) })}
          />
          <Field
            label="Slug"
            name="slug"
            value={slug ?? slugOrNone(name)}
            maxLength={MAX_SLUG}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Auto-generated from name if left empty"
            error={errors.slug}
            onChange={(event) => change({ slug: event.target.value })}
            onBlur={() => {
              if (slug !== null && slug !== slugOrNone(slug)) change({ slug: slugOrNone(slug) });
            }}
          />
        </div>
        <SlugNote category={base} slug={slugOf(values)} />
        <div className="mt-5">
          <FormFooter
            form={form}
            save={base ? (isBusy ? "Updating..." : "Update Category") : isBusy ? "Adding..." : "Add Category"}
            onDiscard={() => onDiscarded(form.discard())}
          >
            {base && <AdminButton onClick={onCancel}>Cancel</AdminButton>}
          </FormFooter>
        </div>
      </FormBody>
    </FormCard>
  );
}

/** The category's public address, and what happens to its current one. */
function SlugNote({ category, slug }: { category: Category | null; slug: string }) {
  if (slug === "") return null;
  return (
    <p className="meta mt-3 break-words">
      Address: {absoluteUrl(window.location.origin, pageUrl.category(slug))}
      {category && slug !== category.slug && `. The old address, ${pageUrl.category(category.slug)}, redirects to it.`}
    </p>
  );
}
