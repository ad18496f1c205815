import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { RemoteEndpoints } from "../endpoints.ts";
import { MAX_REMOTE_ITEMS, type RemoteItem } from "../rules.ts";
import type { RemoteState } from "../schema.ts";

const remote = editorClientOf<RemoteEndpoints>();

/** Requests a remote item, `retry` also after a failure; returns its state. Throws `ApiError` or `NetworkError`. */
async function askForItem(api: EditorApi, item: RemoteItem, retry = false): Promise<RemoteState | undefined> {
  return (await remote.send(api, "POST /remote", { body: { items: [item], retry } })).body[0];
}

/** Polling intervals for pending and failed items, in milliseconds. */
const WAITING_INTERVAL_MS = 1_500;
const FAILED_INTERVAL_MS = 15_000;

const keyOf = ({ kind, address }: RemoteItem) => ["remote", kind, address];

/** The state of remote items. Requesting them starts the fetch. */
export function useRemoteItems(items: readonly RemoteItem[]): RemoteState[] {
  const api = useEditorApi();
  const results = useQueries({
    queries: items.slice(0, MAX_REMOTE_ITEMS).map((item) => ({
      queryKey: keyOf(item),
      queryFn: () => askForItem(api, item).then((state) => state ?? null),
      refetchInterval: ({ state: { data } }: { state: { data: RemoteState | null | undefined } }) =>
        data?.state === "done" ? false : data?.state === "failed" ? FAILED_INTERVAL_MS : WAITING_INTERVAL_MS,
      staleTime: WAITING_INTERVAL_MS,
      // Without a response nothing is shown, and the request is repeated.
      retry: false,
    })),
  });
  return results.flatMap(({ data }) => data ?? []);
}

/** Requests failed items again. Throws `ApiError` or `NetworkError`. */
export function useRetry(): (item: RemoteItem) => Promise<void> {
  const api = useEditorApi();
  const client: QueryClient = useQueryClient();
  return async (item) => {
    client.setQueryData(keyOf(item), (await askForItem(api, item, true)) ?? null);
  };
}
