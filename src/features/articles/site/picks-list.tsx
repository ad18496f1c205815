import { useApi } from "#shared/use-api.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { editorsPicks } from "../calls.ts";
import { ArticleRow, ArticleRowSkeleton } from "./article-row.tsx";

/** 'Editor's Picks' of the home page, as rows. Empty if loading fails. */
export function PicksList(props: { limit: number }) {
  const { data: picks, isPending } = useApi(editorsPicks());
  return (
    <section aria-labelledby="picks">
      <SectionHeading id="picks">Editor's Picks</SectionHeading>
      {picks?.length === 0 && <StateNote>No picks at the moment.</StateNote>}
      <div aria-busy={isPending} className="-mt-4 divide-y divide-rule">
        {isPending ? (
          <ArticleRowSkeleton />
        ) : (
          picks?.slice(0, props.limit).map((article) => <ArticleRow key={article.id} article={article} />)
        )}
      </div>
    </section>
  );
}
