import { useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { BulkChange } from "../schema.ts";
import { BulkDialog } from "./internal/bulk-dialog.tsx";
import { useChangeArticles } from "./use-change-articles.ts";
import type { Selection } from "./use-selection.ts";

/** The server's limit for one change. */
const MAX_SELECTED = 500;

/** `onGone` is called with the articles that were moved to the trash, while their rows are still in the list. */
type Props = { selection: Selection; onGone: (ids: number[]) => void };

/** What can be done with the selected articles: over the end of the window, so that no row moves as the first is selected. */
export function BulkBar({ selection, onGone }: Props) {
  const { articles } = selection;
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, change } = useChangeArticles(selection.note);
  if (articles.length === 0) return null;
  const isTooMany = articles.length > MAX_SELECTED;

  async function apply(wanted: BulkChange) {
    const changed = await change(articles, wanted);
    if (changed.length === 0) return;
    setIsOpen(false);
    if (!wanted.trash) return;
    onGone(changed);
    selection.set(
      changed.map((id) => ({ id })),
      false,
    );
  }

  return (
    <section
      aria-label="Selected articles"
      className="bulk-bar fixed inset-x-3 bottom-3 z-20 mx-auto flex max-w-3xl flex-wrap items-center gap-2 border border-rule bg-paper px-3 py-2 shadow-[0_8px_30px_rgb(0_0_0/0.2)]"
    >
      <p role="status" className="mr-auto text-sm font-semibold tabular-nums">
        {articles.length} selected
        {isTooMany && <span className="font-normal text-muted">: at most {MAX_SELECTED} can be changed at once</span>}
      </p>
      <AdminButton variant="primary" disabled={isTooMany} isBusy={isBusy} onClick={() => setIsOpen(true)}>
        Change
      </AdminButton>
      <AdminButton disabled={isTooMany} isBusy={isBusy} onClick={() => apply({ trash: true })}>
        Move to Trash
      </AdminButton>
      <AdminButton variant="quiet" onClick={selection.clear}>
        Clear selection
      </AdminButton>
      {isOpen && (
        <BulkDialog count={articles.length} isBusy={isBusy} onApply={apply} onClose={() => setIsOpen(false)} />
      )}
    </section>
  );
}
