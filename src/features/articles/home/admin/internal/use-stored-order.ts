import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { ownVersions } from "#ui/admin/own-versions.ts";
import type { HomeList } from "../../rules.ts";
import type { HomeOrderBody } from "../../schema.ts";
import { arrangedIn, ORDER_KEY, readOrder, refetchOrder, type SeenOrder, saveOrder, setMember } from "../calls.ts";

const KEY = [...ORDER_KEY, "with version"];

/**
 * The order as it is stored. A change names the version that it was made of, `base`, and resolves with the one that it led
 * to: somebody else's order that was fetched meanwhile is not overwritten.
 */
export function useStoredOrder() {
  const api = useEditorApi();
  const client = useQueryClient();
  const stored = useQuery({ queryKey: KEY, queryFn: () => readOrder(api) });
  const [versions] = useState(ownVersions);
  const orderAt = (etag: string | null) => ({ key: "order", etag });

  async function save(body: HomeOrderBody, base: string | null): Promise<string | null> {
    const etag = versions.newestOf(orderAt(base));
    const next = await saveOrder(api, body, etag);
    versions.note(orderAt(etag), next.etag);
    client.setQueryData(KEY, next);
    return next.etag;
  }

  /** Sets an article's switch. The version stays `base` unless the order is `expected` then: the rest is somebody else's. */
  async function switchMember(
    { list, id, isMember }: { list: HomeList; id: number; isMember: boolean },
    expected: HomeOrderBody,
    base: string | null,
  ): Promise<string | null> {
    await setMember(api, list, id, isMember);
    await refetchOrder(client);
    const now = client.getQueryData<SeenOrder>(KEY);
    if (!now || JSON.stringify(arrangedIn(now.order)) !== JSON.stringify(expected)) return base;
    versions.note(orderAt(base), now.etag);
    return now.etag;
  }
  return { stored, save, switchMember };
}
