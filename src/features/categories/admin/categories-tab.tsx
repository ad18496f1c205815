import { Pencil, Trash2 } from "lucide";
import { useState } from "react";
import { Link } from "react-router";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { AccentField } from "#features/settings/appearance/admin/colour-field.tsx";
import type { AppearanceEndpoints } from "#features/settings/appearance/endpoints.ts";
import { pagesOf } from "#features/settings/appearance/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { clientOf } from "#shared/endpoint-client.ts";
import { MAX_SLUG } from "#shared/slug.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog, lastButton } from "#ui/admin/dialog.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import { type RowFormProps, useRowForm } from "#ui/admin/edit-form/use-row-form.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { FailedNote, FormCard, PanelHeading } from "#ui/admin/panel.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { actionsColumn, RecordName } from "#ui/admin/records/record-screen.tsx";
import { AddressNote } from "#ui/admin/slug-field.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import type { Category } from "../endpoints.ts";
import { CATEGORY_FIELDS } from "../fields.ts";
import { allCategories } from "../rules.ts";
import { type CategoryValues, categoryKind, slugOf, slugOrNone } from "./category-kind.ts";

export function CategoriesTab() {
  const list = allCategories();
  const kind = categoryKind(useApi(list).data ?? []);
  // Articles include their category's name: all open lists are refetched.
  const {
    rows: categories,
    error,
    ...form
  } = useRowForm({ kind, list, versioned: kind.versioned, touches: "everything" });
  const { opened, addButton } = form;
  useFailureToast(error, "Error fetching categories", "Could not fetch categories");
  const deleting = useDeleteCategory(kind, form.forget);

  const columns: Column<Category>[] = [
    {
      label: "Name",
      card: "title",
      cell: (category) => (
        <RecordName row={category} href={pageUrl.category(category.slug)}>
          {category.is_hidden && <span className="meta block">Hidden until one of its articles is published</span>}
        </RecordName>
      ),
    },
    { label: "Slug", cell: ({ slug }) => <span className="text-muted wrap-anywhere">{slug}</span> },
    { label: "Article Count", cell: ({ count }) => <span className="tabular-nums">{count ?? 0}</span> },
    actionsColumn(kind, [
      { verb: "Edit", icon: Pencil, act: form.edit },
      { verb: "Delete", icon: Trash2, act: deleting.ask },
    ]),
  ];

  return (
    <>
      <PanelHeading ref={form.heading} title="Manage Categories">
        <AdminButton ref={addButton.ref} variant={addButton.isAdding ? "plain" : "primary"} onClick={addButton.onClick}>
          {addButton.isAdding ? "Cancel" : "Add New Category"}
        </AdminButton>
      </PanelHeading>
      <DraftOffers {...form.offers} />
      {opened && <CategoryForm key={opened.key} kind={kind} {...opened.props} />}
      {error && !categories ? (
        <FailedNote isAnnounced onRetry={form.refetch}>
          Could not fetch categories
        </FailedNote>
      ) : (
        <DataTable
          caption="Categories"
          columns={columns}
          rows={categories}
          rowKey={({ id }) => id}
          loading="Loading categories..."
          empty="No categories found. Add your first category to get started."
        />
      )}
      {deleting.question}
    </>
  );
}

type Kind = ReturnType<typeof categoryKind>;
type FormProps = RowFormProps<Category, CategoryValues> & { kind: Kind };

function CategoryForm({ kind, onCancel, onDiscarded, ...props }: FormProps) {
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
        <SectionFields {...{ values, errors, change }} />
        <AddressNote shown={slugOf(values)} stored={base?.slug} pathOf={pageUrl.category} className="mt-3" />
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

type SectionProps = {
  values: CategoryValues;
  errors: FieldErrors;
  change: (values: Partial<CategoryValues>) => void;
};

const settings = clientOf<AppearanceEndpoints>();

/** What its page has besides its name. */
function SectionFields({ values, errors, change }: SectionProps) {
  const { data: look } = useApi(settings.query("GET /settings/appearance"));
  return (
    <div className="mt-5 grid gap-5 sm:grid-cols-2">
      <Field
        label="Description"
        name="description"
        rows={2}
        className="sm:col-span-2"
        hint="One sentence, shown below the heading of its page"
        value={values.description ?? ""}
        maxLength={CATEGORY_FIELDS.description.max}
        error={errors.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Field
        label="Edited by"
        name="editor"
        hint="Shown to readers"
        value={values.editor ?? ""}
        maxLength={CATEGORY_FIELDS.editor.max}
        autoComplete="off"
        error={errors.editor}
        onChange={(event) => change({ editor: event.target.value })}
      />
      <AccentField
        isOptional
        hint="Links and marks on its page. Empty: the site’s."
        value={values.accent ?? ""}
        pages={look && pagesOf(look)}
        error={errors.accent}
        onChange={(accent) => change({ accent })}
      />
      <div className="sm:col-span-2">
        <PictureField
          label={CATEGORY_FIELDS.image_url.label}
          hint="Next to the heading of its page"
          value={values.image_url ?? ""}
          error={errors.image_url}
          onChange={(url) => change({ image_url: url })}
        />
      </div>
    </div>
  );
}

/**
 * Deletes a category after confirmation. A category with articles stays, and a dialog links to them. If the list
 * already counts articles there is no confirmation; drafts are not counted, so the server decides in all other cases.
 */
function useDeleteCategory(kind: Kind, onDeleted: (category: Category) => void) {
  const api = useEditorApi();
  const hasNewsroom = useHasNewsroom();
  const [inUse, setInUse] = useState<Category | null>(null);
  const { ask, question } = useDeletion<Category>({
    words: {
      title: "Delete this category?",
      confirm: "Delete",
      deleted: "Category deleted",
      failed: "Error deleting category",
      fallback: "Could not delete category",
    },
    consequence: ({ name }) => (
      <>
        The page and the menu link of <strong className="text-ink">{name}</strong> are removed too.
      </>
    ),
    call: (category) => kind.remove(api, category),
    onDeleted,
    onFailed: (error, category) => {
      if (!(error instanceof ApiError && error.status === 409)) return "stay";
      setInUse(category);
      return "close";
    },
  });
  const close = () => setInUse(null);
  // Another backend may delete categories in use, or move their articles.
  const askOf = (category: Category) => (hasNewsroom && (category.count ?? 0) > 0 ? setInUse(category) : ask(category));
  return { ask: askOf, question: inUse ? <CategoryInUse category={inUse} onClose={close} /> : question };
}

function CategoryInUse({ category, onClose }: { category: Category; onClose: () => void }) {
  const count = category.count ?? 0;
  return (
    <Dialog title="This category is in use" onClose={onClose} focused={lastButton}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        <strong className="text-ink">{category.name}</strong>
        {count > 0 ? ` has ${count} published ${count === 1 ? "article" : "articles"}` : " has articles"} and cannot be
        deleted. First delete its articles, including drafts, or move them to another category. You can also rename the
        category: its articles move with it, and its old address redirects.
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <Link
          to={`${pageUrl.admin()}?category=${encodeURIComponent(category.slug)}`}
          onClick={onClose}
          className="tap inline-flex items-center text-sm font-semibold underline underline-offset-4 hover:text-accent"
        >
          Show its articles
        </Link>
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>
  );
}
