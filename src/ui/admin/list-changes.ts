import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { ApiQuery } from "#shared/api-query.ts";
import { detailOf, type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "./toasts.tsx";

/** What the toasts say: of success, and of failure with a description for when the server gives none. */
type Words = { saved: string; failed: string; fallback: string };

type Changes<Row, Draft> = {
  /** The list that is shown, all of it. */
  list: ApiQuery<Row[]>;
  add: (api: EditorApi, draft: Draft) => Promise<Row>;
  change: (api: EditorApi, id: number, draft: Draft) => Promise<Row>;
  words: { add: Words; change: Words };
  /** What a change makes stale besides the list: nothing, or whatever this browser has read. */
  touches?: "everything";
  /** Whether the form tells of a failure itself, so that no toast does. */
  isToldByForm?: (description: string) => boolean;
};

/** Changes the rows of a list that is shown whole, and what this browser knows of them, until it is read anew. */
export function useListChanges<Row extends { id: number }, Draft>(changes: Changes<Row, Draft>) {
  const { list, add, change, words, touches, isToldByForm } = changes;
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const queryKey: QueryKey = list.queryKey;
  const know = (how: (known: Row[]) => Row[]) => {
    client.setQueryData<Row[]>(queryKey, (known) => known && how(known));
    void client.invalidateQueries(touches === "everything" ? {} : { queryKey });
  };

  /** Changes the row `before`, or adds one where it is null. Tells of the outcome; throws what the form shows. */
  async function save(before: Row | null, draft: Draft): Promise<void> {
    const { saved, failed, fallback } = before ? words.change : words.add;
    try {
      if (before) {
        const changed = await change(api, before.id, draft);
        know((known) => known.map((one) => (one.id === changed.id ? changed : one)));
      } else {
        const added = await add(api, draft);
        know((known) => [...known, added]);
      }
      show({ title: saved });
    } catch (error) {
      const description = detailOf(error, fallback);
      if (!isToldByForm?.(description)) show({ title: failed, description, variant: "destructive" });
      throw error;
    }
  }

  /** The row is gone. */
  const forget = ({ id }: Row) => know((known) => known.filter((one) => one.id !== id));
  return { save, forget };
}
