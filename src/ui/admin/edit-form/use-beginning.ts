import { useEffect, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { type Beginning, beginFrom, beginNew } from "./beginning.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";

/**
 * Loads the initial state of a form: the newest version of `subject`, and the unsaved work to resume. Work whose row is
 * gone becomes a new one.
 */
export function useBeginning<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  subject: number | null,
  draft: UnsavedDraft<Values> | null,
) {
  const api = useEditorApi();
  const [beginning, setBeginning] = useState<Beginning<Row, Values> | null>(subject === null ? beginNew(draft) : null);
  const [isFailed, setIsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` triggers another fetch
  useEffect(() => {
    if (subject === null || beginning !== null) return;
    const abort = new AbortController();
    setIsFailed(false);
    kind.read(api, subject, abort.signal).then(
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
  return { beginning, isFailed, retry: () => setAttempt(attempt + 1) };
}
