import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { MAX_QUERY_LENGTH } from "#features/articles/admin/list-address.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { tableDate } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";

const TYPING_DEBOUNCE_MS = 250;
/** How many results are shown; type more of the title to find others. */
const MAX_FOUND = 8;

type Props = { title: string; taken: readonly number[]; onAdd: (id: number) => void; onClose: () => void };

/** Finds a published article, or one of the newest, to be added to a list of the home page. */
export function AddDialog({ title, taken, onAdd, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim(), TYPING_DEBOUNCE_MS);
  const { data, error, refetch, isFetching } = useApi(articleListPage({ query, status: "published" }, 1), {
    placeholderData: keepPreviousData,
  });
  const found = data?.items.filter(({ id }) => !taken.includes(id)).slice(0, MAX_FOUND);
  return (
    <Dialog title={`Add to ${title}`} onClose={onClose}>
      <div className="mt-3" aria-busy={isFetching}>
        <Field
          label="Search published articles"
          autoComplete="off"
          autoFocus
          value={typed}
          maxLength={MAX_QUERY_LENGTH}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p role="status" className="meta my-2">
          {found?.length === 0 ? "No further articles found." : query === "" ? "The newest articles" : ""}
        </p>
        {error && !data && <FailedNote onRetry={() => void refetch()}>Could not fetch articles</FailedNote>}
        {!data && !error && <SkeletonLines lines={MAX_FOUND} />}
        <ul className="mb-4">
          {found?.map(({ id, title: name, published_date }) => (
            <li key={id} className="border-b border-rule">
              <button
                type="button"
                onClick={() => onAdd(id)}
                className="flex min-h-11 w-full items-center justify-between gap-3 py-1.5 text-left text-[0.9375rem] hover:text-accent"
              >
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="meta shrink-0">{tableDate(published_date)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex justify-end">
        <AdminButton onClick={onClose}>Cancel</AdminButton>
      </div>
    </Dialog>
  );
}
