import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { BulkAnswer, BulkChange, ListedArticle } from "../schema.ts";
import { changeArticles } from "./calls.ts";
import { listsChanged } from "./list-cache.ts";
import { type BulkCall, losesItsTime, oppositesOf } from "./opposite-changes.ts";

const FAILURE = { title: "Error updating articles", fallback: "Could not update the articles" };
const UNDO_FAILURE = { title: "Error undoing the change", fallback: "Could not undo the change" };

const counted = (count: number) => (count === 1 ? "1 article" : `${count} articles`);

/** What could not be changed, and why: the first reason stands for all. */
function failureWords({ failed }: BulkAnswer): string | undefined {
  const [first] = failed;
  return first && `${counted(failed.length)} could not be changed. ${first.detail}`;
}

/** What Undo does not bring back. */
const untimedWords = (count: number): string | undefined =>
  count === 0 ? undefined : `${counted(count)} lost the time of publication: schedule again where it is needed.`;

/**
 * Changes many articles at once, and offers to undo that; resolves with the ids that were changed. `onChanged` is called
 * after each call that succeeded, those of an undo included.
 */
export function useChangeArticles(onChanged: (ids: number[], change: BulkChange) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, inTurn } = useTurns();

  const undo = (calls: BulkCall[]) =>
    inTurn(async () => {
      try {
        const answers = [];
        for (const call of calls) {
          const answer = await changeArticles(api, call);
          answers.push(answer);
          onChanged(answer.changed, call.change);
        }
        const failed = answers.flatMap((answer) => answer.failed);
        const description = failureWords({ changed: [], failed });
        show({ title: "Change undone", ...(description && { description, variant: "destructive" }) });
      } finally {
        listsChanged(client);
      }
    }, UNDO_FAILURE);

  const change = async (articles: ListedArticle[], wanted: BulkChange): Promise<number[]> => {
    const changed = await inTurn(async () => {
      const answer = await changeArticles(api, { ids: articles.map(({ id }) => id), change: wanted });
      listsChanged(client);
      const done = new Set(answer.changed);
      const untimed = articles.filter((article) => done.has(article.id) && losesItsTime(wanted, article));
      const description = failureWords(answer) ?? untimedWords(untimed.length);
      const opposites = oppositesOf(
        wanted,
        articles.filter(({ id }) => done.has(id)),
      );
      const verb = wanted.trash ? "moved to the trash" : "updated";
      show({
        title: done.size === 0 ? "Nothing was changed" : `${counted(done.size)} ${verb}`,
        ...(description && { description }),
        ...(answer.failed.length > 0 && { variant: "destructive" as const }),
        ...(opposites.length > 0 && { action: { label: "Undo", run: () => void undo(opposites) } }),
      });
      onChanged(answer.changed, wanted);
      return answer.changed;
    }, FAILURE);
    return changed ?? [];
  };
  return { isBusy, change };
}
