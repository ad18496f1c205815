import { AdminButton } from "#ui/admin/controls.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { useBeginning } from "#ui/admin/edit-form/use-beginning.ts";
import { FailedNote, FormCard } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ArticleForm, type ArticleFormProps } from "./article-form.tsx";
import { ARTICLE_KIND } from "./article-kind.ts";
import type { FormValues } from "./form-values.ts";

type Props = Omit<ArticleFormProps, "beginning"> & {
  /** The article to edit; null for a new one. */
  article: number | null;
  /** Unsaved changes to continue with. */
  draft: UnsavedDraft<FormValues> | null;
};

/** The form, shown once its initial values are loaded: the newest version of the article. */
export function OpenArticle({ article, draft, ...rest }: Props) {
  const { beginning, isFailed, retry } = useBeginning(ARTICLE_KIND, article, draft);
  if (beginning) return <ArticleForm {...rest} beginning={beginning} />;
  return (
    <FormCard title="Edit Article">
      {isFailed ? (
        <FailedNote onRetry={retry}>Could not load the article.</FailedNote>
      ) : (
        <div role="status" className="space-y-5">
          <span className="sr-only">Loading article...</span>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-[200px] w-full" />
        </div>
      )}
      <AdminButton className="mt-5" onClick={rest.onCancel}>
        Cancel
      </AdminButton>
    </FormCard>
  );
}
