import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide";
import { useState } from "react";
import { flushSync } from "react-dom";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { useCard } from "#ui/admin/card.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import { allCategories } from "../calls.ts";
import { DUPLICATE_SLUG } from "../rules.ts";
import type { Category } from "../schema.ts";
import { addCategory, type CategoryDraft, changeCategory } from "./calls.ts";
import { CategoryForm } from "./category-form.tsx";
import { DeleteCategory } from "./delete-category.tsx";

/** The Categories tab (spec section 2, Admin). */
export function CategoriesTab() {
  const { data: categories, error, refetch } = useApi(allCategories());
  const card = useCard<Category>();
  const [doomed, setDoomed] = useState<Category | null>(null);
  const { save, forget } = useCategoryChanges();
  useFailureToast(error, "Error fetching categories", "Could not fetch categories");
  const edited = card.subject === "new" ? null : card.subject;

  const columns: Column<Category>[] = [
    {
      label: "Name",
      cell: ({ name, slug }) => (
        <a href={pageUrl.category(slug)} className="link-quiet font-semibold wrap-anywhere">
          {name}
        </a>
      ),
    },
    { label: "Slug", cell: ({ slug }) => <span className="text-muted wrap-anywhere">{slug}</span> },
    { label: "Article Count", cell: ({ count }) => <span className="tabular-nums">{count}</span> },
    {
      label: "Actions",
      className: "md:w-28",
      cell: (category) => (
        <span className="-my-1.5 flex">
          <AdminIconButton label={`Edit ${category.name}`} onClick={() => card.edit(category)}>
            <Icon icon={Pencil} size={17} />
          </AdminIconButton>
          <AdminIconButton label={`Delete ${category.name}`} onClick={() => setDoomed(category)}>
            <Icon icon={Trash2} size={17} />
          </AdminIconButton>
        </span>
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
        <FailedNote onRetry={refetch}>Could not fetch categories</FailedNote>
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
      {doomed && (
        <DeleteCategory
          category={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={() => {
            if (edited?.id === doomed.id) card.close();
            // Shut first: while the dialog is open, nothing outside of it takes the focus.
            flushSync(() => setDoomed(null));
            card.heading.current?.focus();
            forget(doomed);
          }}
        />
      )}
    </>
  );
}

/** Changes categories, and what this browser knows of them. */
function useCategoryChanges() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { queryKey } = allCategories();
  const know = (change: (known: Category[]) => Category[]) => {
    client.setQueryData<Category[]>(queryKey, (known) => known && change(known));
    // Articles name their category: all lists that are open are read anew.
    void client.invalidateQueries();
  };

  /** Throws what the form shows at its fields; a taken slug is the form's to tell. */
  async function save(before: Category | null, draft: CategoryDraft): Promise<void> {
    try {
      if (before) {
        const changed = await changeCategory(api, before.id, draft);
        know((known) => known.map((one) => (one.id === changed.id ? changed : one)));
        show({ title: "Category updated" });
      } else {
        const added = await addCategory(api, draft);
        know((known) => [...known, added]);
        show({ title: "Category added" });
      }
    } catch (error) {
      const description = detailOf(error, before ? "Could not update category" : "Could not add category");
      if (description !== DUPLICATE_SLUG)
        show({
          title: before ? "Error updating category" : "Error adding category",
          description,
          variant: "destructive",
        });
      throw error;
    }
  }

  const forget = ({ id }: Category) => know((known) => known.filter((one) => one.id !== id));
  return { save, forget };
}
