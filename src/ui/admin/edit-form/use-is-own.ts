import { useEffect, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { FormKind } from "./form-kind.ts";
import type { IsOwn, Versioned } from "./versions.ts";

/** Whether the user has saved this version, in another tab or on another device. */
export function useIsOwn<Row>(kind: Pick<FormKind<Row, object>, "isOwn">, version: Versioned<Row> | null): IsOwn {
  const api = useEditorApi();
  const [known, setKnown] = useState<{ etag: string; isOwn: boolean } | null>(null);
  const { row, etag = null } = version ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    let isCurrent = true;
    const note = (isOwn: boolean) => isCurrent && etag !== null && setKnown({ etag, isOwn });
    if (row) kind.isOwn?.(api, row).then(note, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [kind, api, etag]);
  return known !== null && known.etag === etag ? known.isOwn : null;
}
