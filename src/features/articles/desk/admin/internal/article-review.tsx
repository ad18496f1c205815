import { splitLines } from "#features/articles/admin/form-values.ts";
import { reviewSettings } from "#features/documents/review/admin/calls.ts";
import { RoomReview } from "#features/documents/room/admin/room-review.tsx";
import { SettingsGroup } from "#features/documents/room/admin/settings-group.tsx";
import { useApi } from "#shared/use-api.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { ArticleForm } from "../article-type.ts";

/** The review of the article among the settings: who is asked for it, and where it stands. */
export function ArticleReview({ form }: { form: ArticleForm }) {
  return useHasNewsroom() ? <Review form={form} /> : null;
}

function Review({ form }: { form: ArticleForm }) {
  const { base, values, errors, change } = form;
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
      <RoomReview
        form={form}
        sources={{ value: values.sources, error: errors.sources, onChange: (sources) => change({ sources }) }}
      />
    </SettingsGroup>
  );
}

/** Sources are written one in each line. */
export const countSources = (sources: string): number => splitLines(sources).length;
