import { splitLines } from "#features/articles/admin/form-values.ts";
import { RequestsPanel } from "#features/documents/requests/admin/requests-panel.tsx";
import { ReviewBanner } from "#features/documents/requests/admin/review-banner.tsx";
import { reviewSettings } from "#features/documents/review/admin/calls.ts";
import { ReviewPanel } from "#features/documents/review/admin/review-panel.tsx";
import { SettingsGroup } from "#features/documents/room/admin/settings-group.tsx";
import { useApi } from "#shared/use-api.ts";
import { storeTyped } from "#ui/admin/edit-form/store-typed.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { ArticleForm } from "../article-type.ts";

/** Stores what was typed: an approval is of what is stored. Returns the tag of that version. */
async function storedTag(form: ArticleForm): Promise<string | undefined> {
  await storeTyped(form);
  return form.latest().version?.etag;
}

/** The review of the article among the settings: who is asked for it, and where it stands. */
export function RoomReview({ form }: { form: ArticleForm }) {
  return useHasNewsroom() ? <Review form={form} /> : null;
}

/** Above the text: that the user is asked to review the article, and which changes others request. */
export function RoomReviewBanner({ form }: { form: ArticleForm }) {
  const hasNewsroom = useHasNewsroom();
  if (!form.base || !hasNewsroom) return null;
  return <ReviewBanner document={{ type: "article", id: form.base.id }} store={() => storedTag(form)} />;
}

function Review({ form }: { form: ArticleForm }) {
  const { base, values, errors, change } = form;
  const { version } = form.latest();
  const hasRule = useApi(reviewSettings()).data?.enabled === true;
  if (!base && !hasRule) return null;
  const document = base && ({ type: "article", id: base.id } as const);
  const sources = countSources(values.sources);
  return (
    <SettingsGroup
      name="review"
      title={hasRule ? "Sources and review" : "Review"}
      summary={sources === 0 ? (hasRule ? "No sources" : "") : `${sources} source${sources === 1 ? "" : "s"}`}
      errors={errors}
      fields={["sources"]}
    >
      {document && <RequestsPanel document={document} />}
      <ReviewPanel
        document={document && version ? { ...document, etag: version.etag } : null}
        store={() => storedTag(form)}
        sources={{ value: values.sources, error: errors.sources, onChange: (sources) => change({ sources }) }}
      />
    </SettingsGroup>
  );
}

/** Sources are written one in each line. */
export const countSources = (sources: string): number => splitLines(sources).length;
