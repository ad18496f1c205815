import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { type Beginning, beginFrom, beginNew } from "./beginning.ts";
import { copiesStored } from "./copy-storer.ts";
import { whenStored } from "./draft-locks.ts";
import { findDraft, type UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";

/**
 * Loads the initial state of a form: the newest version of `subject`, and the unsaved work to resume. Work whose row is
 * gone becomes a new one. What failed as the session had ended is loaded again after logging in, as all queries are.
 */
export function useBeginning<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  subject: number | null,
  draft: UnsavedDraft<Values> | null,
) {
  const api = useEditorApi();
  const [beginning, setBeginning] = useState<Beginning<Row, Values> | null>(subject === null ? beginNew(draft) : null);
  const { data, error, isFetching, refetch } = useQuery({
    // Every form begins from what is stored when it opens: nothing is shared.
    queryKey: ["beginning", kind.name, subject, useId()],
    queryFn: async ({ signal }) => {
      // What was left in this browser is stored first, and may include the draft: one goes on from it.
      await copiesStored(kind.name);
      if (draft) await whenStored(draft.key);
      const resumed = draft && ((await findDraft<Values>(draft.key)) ?? null);
      return { row: await kind.read(api, subject ?? 0, signal), resumed };
    },
    enabled: beginning === null,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  const isGone = error instanceof ApiError && error.status === 404;
  if (beginning === null && data) setBeginning(beginFrom(data.row, data.resumed));
  else if (beginning === null && isGone && draft) setBeginning(beginNew(draft));
  return {
    beginning,
    /** There is no such row. */
    isMissing: isGone && !isFetching,
    isFailed: error !== null && !isGone && !isFetching,
    retry: () => void refetch(),
  };
}
