import { Pencil, Trash2 } from "lucide";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { useCard } from "#ui/admin/card.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable, RowActions } from "#ui/admin/data-table.tsx";
import { useListChanges } from "#ui/admin/list-changes.ts";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import { allCategories } from "../calls.ts";
import { DUPLICATE_SLUG } from "../rules.ts";
import type { Category } from "../schema.ts";
import { addCategory, changeCategory } from "./calls.ts";
import { CategoryForm } from "./category-form.tsx";
import { useDeleteCategory } from "./use-delete-category.tsx";

/** The Categories tab. */
export function CategoriesTab() {
  const { data: categories, error, refetch } = useApi(allCategories());
  const card = useCard<Category>();
  const { save, forget } = useListChanges({
    list: allCategories(),
    add: addCategory,
    change: changeCategory,
    words: {
      add: { saved: "Category added", failed: "Error adding category", fallback: "Could not add category" },
      change: { saved: "Category updated", failed: "Error updating category", fallback: "Could not update category" },
    },
    // Articles name their category: all lists that are open are read anew.
    touches: "everything",
    isToldByForm: (description) => description === DUPLICATE_SLUG,
  });
  useFailureToast(error, "Error fetching categories", "Could not fetch categories");
  const edited = card.subject === "new" ? null : card.subject;
  const deleting = useDeleteCategory((category) => {
    if (edited?.id === category.id) card.close();
    card.heading.current?.focus();
    forget(category);
  });

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
          <AdminIconButton label={`Edit ${category.name}`} onClick={() => card.edit(category)}>
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
      <PanelHeading ref={card.heading} title="Manage Categories">
        <AdminButton variant={card.subject === "new" ? "plain" : "primary"} onClick={card.toggle}>
          {card.subject === "new" ? "Cancel" : "Add New Category"}
        </AdminButton>
      </PanelHeading>
      {card.subject !== null && (
        <CategoryForm
          key={edited?.id ?? "new"}
          category={edited}
          categories={categories ?? []}
          onSave={async (draft) => {
            await save(edited, draft);
            card.close();
          }}
          onCancel={card.cancel}
          onUnsaved={card.setUnsaved}
        />
      )}
      {error && !categories ? (
        <FailedNote isTold onRetry={refetch}>
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

/** Leads to the category's page, where readers see it. */
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
