import { useEffect, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { FormKind } from "./form-kind.ts";
import type { Versioned } from "./versions.ts";

/** Whether the user has saved this version, in another tab or on another device; false until that is known. */
export function useIsOwn<Row>(kind: Pick<FormKind<Row, object>, "isOwn">, version: Versioned<Row> | null): boolean {
  const api = useEditorApi();
  const [own, setOwn] = useState<string | null>(null);
  const { row, etag = null } = version ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    let isCurrent = true;
    const note = (is: boolean) => isCurrent && setOwn(is ? etag : null);
    if (row) kind.isOwn?.(api, row).then(note, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [kind, api, etag]);
  return etag !== null && own === etag;
}
