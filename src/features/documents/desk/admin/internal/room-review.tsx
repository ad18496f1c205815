import { splitLines } from "#features/articles/admin/form-values.ts";
import { AskPanel } from "#features/documents/requests/admin/ask-panel.tsx";
import { reviewSettings } from "#features/documents/review/admin/calls.ts";
import { ReviewPanel } from "#features/documents/review/admin/review-panel.tsx";
import { SettingsGroup } from "#features/documents/room/admin/settings-group.tsx";
import { useApi } from "#shared/use-api.ts";
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
  const hasRule = useApi(reviewSettings()).data?.enabled === true;
  if (!base && !hasRule) return null;
  const sources = countSources(values.sources);
  return (
    <SettingsGroup
      name="review"
      title={hasRule ? "Sources and review" : "Review"}
      summary={sources === 0 ? (hasRule ? "No sources" : "") : `${sources} source${sources === 1 ? "" : "s"}`}
      errors={errors}
      fields={["sources"]}
    >
      {base && <AskPanel id={base.id} />}
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
    </SettingsGroup>
  );
}

/** Sources are written one in each line. */
export const countSources = (sources: string): number => splitLines(sources).length;
