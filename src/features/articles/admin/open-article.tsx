import { type Ref, useEffect, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FailedNote, FormCard } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { ArticleDetail } from "../schema.ts";
import { ArticleForm, type FormGuard } from "./article-form.tsx";
import { type Beginning, beginFrom, beginNew } from "./beginning.ts";
import { readArticle } from "./calls.ts";
import type { UnsavedDraft } from "./draft-store.ts";

type Props = {
  account: string;
  /** The article to edit; null for a new one. */
  article: number | null;
  /** Unsaved work to go on with. */
  draft: UnsavedDraft | null;
  guard: Ref<FormGuard>;
  onDone: (article: ArticleDetail) => void;
  onCreated: (article: ArticleDetail) => void;
  onCancel: () => void;
};

/** The form, once there is what it begins with: the article in its newest version. */
export function OpenArticle({ article, draft, ...rest }: Props) {
  const api = useEditorApi();
  const [beginning, setBeginning] = useState<Beginning | null>(article === null ? beginNew(draft) : null);
  const [isFailed, setIsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another one
  useEffect(() => {
    if (article === null || beginning !== null) return;
    const abort = new AbortController();
    setIsFailed(false);
    readArticle(api, article, abort.signal).then(
      (base) => setBeginning(beginFrom(base, draft)),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const isGone = error instanceof ApiError && error.status === 404;
        if (isGone && draft) setBeginning(beginNew(draft));
        else setIsFailed(true);
      },
    );
    return () => abort.abort();
  }, [attempt]);

  if (beginning) return <ArticleForm {...rest} beginning={beginning} />;
  return (
    <FormCard title="Edit Article">
      {isFailed ? (
        <FailedNote onRetry={() => setAttempt(attempt + 1)}>Could not load the article.</FailedNote>
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
