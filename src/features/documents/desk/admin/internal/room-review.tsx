import { AskPanel } from "#features/documents/requests/admin/ask-panel.tsx";
import { ReviewPanel } from "#features/documents/review/admin/review-panel.tsx";
import { storeTyped } from "#ui/admin/edit-form/store-typed.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { ArticleForm } from "./use-article-form.ts";

/**
 * The review of the article in the room: who is asked for it, and where it stands. It is of what is stored: what was typed
 * is stored before it is approved.
 */
export function RoomReview({ form }: { form: ArticleForm }) {
  return useHasNewsroom() ? <Review form={form} /> : null;
}

function Review({ form }: { form: ArticleForm }) {
  const { base, values, errors, change } = form;
  const { version } = form.latest();
  return (
    <>
      {base && (
        <div className="border-t border-rule pt-6">
          <AskPanel id={base.id} />
        </div>
      )}
      <ReviewPanel
        article={base && version ? { id: base.id, etag: version.etag } : null}
        store={async () => {
          await storeTyped(form);
          return form.latest().version?.etag;
        }}
        sources={values.sources}
        error={errors.sources}
        onSources={(sources) => change({ sources })}
      />
    </>
  );
}
