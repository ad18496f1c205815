import { type KeyboardEvent, useId, useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TAB_KEYS } from "#ui/tabs.tsx";
import type { ArticleForm } from "./article-form.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import { PreviewLink } from "./preview-link.tsx";
import { SearchResult, SocialCard } from "./shown-elsewhere.tsx";
import { type Preview, usePreview } from "./use-preview.ts";

const TABS = [
  { label: "Page", Panel: PreviewFrame },
  { label: "Search result", Panel: SearchResult },
  { label: "Social card", Panel: SocialCard },
] as const;

type Props = { form: ArticleForm; id: number; onClose: () => void };

/** The working copy as readers would get it, as search engines and other sites would show it, and a link to share. */
export function PreviewDialog({ form, id, onClose }: Props) {
  const preview = usePreview(form, id);
  const isBehind = ["offline", "conflict", "refused"].includes(form.autosave.is);
  return (
    <Dialog title="Preview" wide onClose={onClose}>
      {isBehind && (
        <p role="status" className="mt-3 border-l-4 border-accent bg-surface px-4 py-2.5 text-[0.9375rem]">
          Your latest changes are not stored yet, and not shown here.
        </p>
      )}
      <div className="mt-3">
        {preview.preview ? (
          <Shown preview={preview.preview} />
        ) : preview.isEnded ? (
          <p className="py-10 text-center text-muted">No link leads to this preview any more.</p>
        ) : preview.isLoading ? (
          <div aria-busy="true">
            <p role="status" className="sr-only">
              Loading the preview...
            </p>
            <Skeleton className="h-[60dvh] w-full" />
          </div>
        ) : (
          <FailedNote onRetry={preview.refetch}>Could not open the preview.</FailedNote>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3 border-t border-rule pt-4">
        {preview.preview ? (
          <PreviewLink preview={preview.preview} isBusy={preview.isBusy} onEnd={preview.end} />
        ) : (
          preview.isEnded && <AdminButton onClick={preview.renew}>Make a new link</AdminButton>
        )}
        <AdminButton variant="primary" className="ml-auto" onClick={onClose}>
          Close
        </AdminButton>
      </div>
    </Dialog>
  );
}

function Shown({ preview }: { preview: Preview }) {
  const id = useId();
  const [at, setAt] = useState(0);
  const Panel = TABS[at]?.Panel ?? PreviewFrame;
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const to = TAB_KEYS[event.key]?.(at, TABS.length);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  }
  return (
    <>
      <div
        role="tablist"
        aria-label="How it is shown"
        onKeyDown={onKeyDown}
        className="scroll-row flex gap-5 border-b border-rule"
      >
        {TABS.map(({ label }, index) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setAt(index)}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent text-sm font-semibold text-muted outline-offset-[-2px] hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`} className="pt-4">
        <Panel preview={preview} />
      </div>
    </>
  );
}
