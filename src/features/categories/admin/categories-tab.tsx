import { Pencil, Trash2 } from "lucide";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable, RowActions } from "#ui/admin/data-table.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useRowForm } from "#ui/admin/edit-form/use-row-form.ts";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import { allCategories } from "../calls.ts";
import type { Category } from "../schema.ts";
import { versioned } from "./calls.ts";
import { CategoryForm } from "./category-form.tsx";
import { categoryKind } from "./category-kind.ts";
import { useDeleteCategory } from "./use-delete-category.tsx";

/** The Categories tab. */
export function CategoriesTab() {
  const list = allCategories();
  const kind = categoryKind(useApi(list).data ?? []);
  // Articles include their category's name: all open lists are refetched.
  const { rows: categories, error, ...form } = useRowForm({ kind, list, versioned, touches: "everything" });
  const { opened, addButton } = form;
  useFailureToast(error, "Error fetching categories", "Could not fetch categories");
  const deleting = useDeleteCategory(form.forget);

  const columns: Column<Category>[] = [
    {
      label: "Name",
      card: "title",
      cell: NameCell,
    },
    { label: "Slug", cell: ({ slug }) => <span className="text-muted wrap-anywhere">{slug}</span> },
    { label: "Article Count", cell: ({ count }) => <span className="tabular-nums">{count ?? 0}</span> },
    {
      label: "Actions",
      card: "actions",
      className: "as-rows:w-28",
      cell: (category) => (
        <RowActions>
          <AdminIconButton label={`Edit ${category.name}`} {...form.editButton(category)}>
            <Icon icon={Pencil} size={17} />
          </AdminIconButton>
          <AdminIconButton label={`Delete ${category.name}`} onClick={() => deleting.ask(category)}>
            <Icon icon={Trash2} size={17} />
          </AdminIconButton>
        </RowActions>
      ),
    },
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

/** Links to the category's public page. */
function NameCell({ name, slug, is_hidden }: Category) {
  if (!is_hidden)
    return (
      <a href={pageUrl.category(slug)} className="link-quiet font-semibold wrap-anywhere">
        {name}
      </a>
    );
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">{name}</span>
      <span className="meta block">Hidden until an article in it is published</span>
    </span>
  );
}
