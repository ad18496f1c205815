import { useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { ConfirmDialog, Dialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Category } from "../schema.ts";
import { deleteCategory } from "./calls.ts";

type Props = {
  category: Category;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks, and deletes. A category with articles stays: the dialog then says why and leads to them. */
export function DeleteCategory({ category, onDeleted, onClose }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function onConfirm() {
    setIsBusy(true);
    try {
      await deleteCategory(api, category.id);
      onDeleted();
      show({ title: "Category deleted" });
    } catch (error) {
      const description = detailOf(error, "Could not delete category");
      show({ title: "Error deleting category", description, variant: "destructive" });
      setIsBusy(false);
      if (error instanceof ApiError && error.status === 409) setRefusal(description);
    }
  }

  if (refusal === null) {
    return (
      <ConfirmDialog
        title="Delete this category?"
        confirm="Delete"
        isBusy={isBusy}
        onConfirm={onConfirm}
        onCancel={onClose}
      >
        <p className="wrap-anywhere">
          <strong className="text-ink">{category.name}</strong> disappears from the menus, and its page with it.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title="This category is in use" onClose={onClose}>
      <p role="alert" className="mt-2 text-[0.9375rem] text-muted">
        {refusal}
      </p>
      <p className="mt-3 text-[0.9375rem] text-muted">
        Move its articles to another category first, or delete them. You can also rename the category: its articles
        follow, and its old address goes on leading to it.
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <Link
          to={`${pageUrl.admin()}?category=${encodeURIComponent(category.slug)}`}
          onClick={onClose}
          className="tap inline-flex items-center text-sm font-semibold underline underline-offset-4 hover:text-accent"
        >
          Show its articles
        </Link>
        <AdminButton autoFocus onClick={onClose}>
          Close
        </AdminButton>
      </div>
    </Dialog>
  );
}
