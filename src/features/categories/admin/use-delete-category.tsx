import { useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { Category } from "../schema.ts";
import { deleteCategory } from "./calls.ts";

/**
 * Deletes a category once the editor has confirmed it. One with articles is kept: a dialog links to them. Where the list
 * already counts articles nothing is asked first; drafts are not counted, so the server decides about the others.
 */
export function useDeleteCategory(onDeleted: (category: Category) => void) {
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
    call: ({ id }) => deleteCategory(api, id),
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

/** What to do about a category with articles. */
function CategoryInUse({ category, onClose }: { category: Category; onClose: () => void }) {
  const count = category.count ?? 0;
  return (
    <Dialog title="This category is in use" onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        <strong className="text-ink">{category.name}</strong>
        {count > 0 ? ` has ${count} published ${count === 1 ? "article" : "articles"}` : " has articles"} and cannot be
        deleted. Move its articles, drafts included, to another category first, or delete them. You can also rename the
        category: its articles follow, and its old address redirects.
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
