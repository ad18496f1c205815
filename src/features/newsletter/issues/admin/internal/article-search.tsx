import { keepPreviousData } from "@tanstack/react-query";
import { Plus } from "lucide";
import { useState } from "react";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { MAX_QUERY_LENGTH } from "#features/articles/admin/list-address.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { tableDate } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";

const TYPING_DEBOUNCE_MS = 250;
/** How many results are shown; type more of the title to find others. */
const MAX_SHOWN = 6;
/** The maximum per issue (schema.ts). */
const MAX_ARTICLES = 30;

type Props = { chosen: number[]; onAdd: (id: number) => void };

/** Finds published articles, or lists the newest ones for an empty query, and adds them to the issue. */
export function ArticleSearch({ chosen, onAdd }: Props) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim(), TYPING_DEBOUNCE_MS);
  const list = useApi(articleListPage({ query, status: "published" }, 1), { placeholderData: keepPreviousData });
  const { data, error } = list;
  const found = data?.items.filter(({ id }) => !chosen.includes(id)).slice(0, MAX_SHOWN);
  const isFull = chosen.length >= MAX_ARTICLES;
  return (
    <section aria-label="Add articles" aria-busy={list.isFetching}>
      <Field
        label="Search published articles"
        type="search"
        value={typed}
        maxLength={MAX_QUERY_LENGTH}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        // Enter searches here instead of saving the issue.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <p role="status" className="meta my-2">
        {isFull ? `An issue has at most ${MAX_ARTICLES} articles.` : found && sentenceOf(query, found.length)}
      </p>
      {error && !data && <FailedNote onRetry={() => void list.refetch()}>Could not fetch articles</FailedNote>}
      {!data && !error && <SkeletonLines lines={MAX_SHOWN} />}
      <ul>
        {found?.map(({ id, title, published_date }) => (
          <li key={id} className="flex items-center gap-3 border-b border-rule py-1.5">
            <span className="min-w-0 grow text-[0.9375rem] wrap-anywhere">
              {title} <span className="meta">{tableDate(published_date)}</span>
            </span>
            <AdminButton aria-label={`Add: ${title}`} disabled={isFull} onClick={() => onAdd(id)}>
              <Icon icon={Plus} size={15} />
              Add
            </AdminButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentenceOf(query: string, found: number): string {
  if (found === 0) return query === "" ? "No published articles." : "No further articles found.";
  return query === "" ? "The newest articles" : `Articles found for “${query}”`;
}
