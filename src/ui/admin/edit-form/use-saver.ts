import { useEffect, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { FormKind } from "./form-kind.ts";
import type { Saver, Versioned } from "./versions.ts";

/** Who saved this version; null until it is known. */
export function useSaver<Row>(kind: Pick<FormKind<Row, object>, "saverOf">, version: Versioned<Row> | null): Saver {
  const api = useEditorApi();
  const [known, setKnown] = useState<{ etag: string; saver: Saver } | null>(null);
  const { row, etag = null } = version ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    let isCurrent = true;
    const note = (saver: Saver) => isCurrent && etag !== null && setKnown({ etag, saver });
    if (row) kind.saverOf?.(api, row).then(note, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [kind, api, etag]);
  return known !== null && known.etag === etag ? known.saver : null;
}
