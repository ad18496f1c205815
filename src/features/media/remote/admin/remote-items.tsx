import { type QueryClient, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { isRemote } from "#shared/pictures.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { ToastMessage } from "#ui/toast-stage.tsx";
import type { RemoteEndpoints } from "../endpoints.ts";
import { hostOf, MAX_REMOTE_ITEMS, type RemoteItem } from "../rules.ts";
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

/** How often links are asked about while their check has not ended, and how many times at most. */
const LINK_INTERVAL_MS = 3_000;
const MAX_LINK_QUESTIONS = 60;
const LINKS_STALE_MS = 5 * 60_000;

/**
 * Why there is no page at addresses of other sites, by address, as far as it is known. Asking starts the check, which the server
 * does in the background: a slow host delays nothing else.
 */
export function useMissingPages(addresses: readonly string[]): ReadonlyMap<string, string> {
  const api = useEditorApi();
  const { data } = useQuery({
    queryKey: ["remote", "links", addresses],
    enabled: addresses.length > 0,
    queryFn: async () => {
      const items = addresses.map((address) => ({ kind: "link" as const, address }));
      return (await remote.send(api, "POST /remote", { body: { items } })).body;
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < MAX_LINK_QUESTIONS && data?.some(({ state }) => state === "waiting") ? LINK_INTERVAL_MS : false,
    staleTime: LINKS_STALE_MS,
    // Without a response, no link is reported.
    retry: false,
  });
  const failed = data?.filter(({ state }) => state === "failed") ?? [];
  return new Map(failed.map(({ address, detail }) => [address, detail]));
}

/** Requests failed items again. Throws `ApiError` or `NetworkError`. */
export function useRetry(): (item: RemoteItem) => Promise<void> {
  const api = useEditorApi();
  const client: QueryClient = useQueryClient();
  return async (item) => {
    client.setQueryData(keyOf(item), (await askForItem(api, item, true)) ?? null);
  };
}

/** Debounce of a typed address, in milliseconds. */
const PAUSE_MS = 1_200;

type Props = { address: string; onCopied: (url: string) => void };

/** The note below a picture on another host: that it is being copied, or why it could not be. */
export function RemoteNote({ address, onCopied }: Props) {
  const settled = useSettled(address.trim(), PAUSE_MS);
  const isElsewhere = isRemote(settled) && URL.canParse(settled) && settled === address.trim();
  const [state] = useRemoteItems(isElsewhere ? [{ kind: "picture", address: settled }] : []);
  const retry = useRetry();
  const call = useCall();
  useCopied(state ? [state] : [], ({ url }) => {
    onCopied(url);
    return true;
  });
  if (!isElsewhere || !state) return null;
  const host = hostOf(settled);
  const again = () =>
    void call.run(() => retry({ kind: "picture", address: settled }), {
      title: "Could not request the picture",
      fallback: "Please try again in a moment.",
    });
  return (
    <div role="status" className="meta mt-2 flex flex-wrap items-center gap-x-3">
      {state.state === "failed" ? (
        <>
          <span>
            This picture could not be copied from {host}. {state.detail}
          </span>
          <AdminButton variant="quiet" isBusy={call.isBusy} onClick={again}>
            Retry
          </AdminButton>
        </>
      ) : (
        <span>This picture is being copied from {host}: readers see only the copy.</span>
      )}
    </div>
  );
}

/** Returns the message about the first copy that lost its animation; null if there is none. */
export function animationNote(states: readonly RemoteState[]): ToastMessage | null {
  const still = states.find(({ kind, state, detail }) => kind === "picture" && state === "done" && detail !== "");
  return still ? { title: "Animation removed", description: still.detail } : null;
}

/**
 * Calls `onCopied` with the copy of each picture; it returns whether it uses the copy. Announces, once for each used copy,
 * that only the first frame of an animation was kept.
 */
export function useCopied(states: readonly RemoteState[], onCopied: (copy: RemoteState) => boolean): void {
  const show = useToast();
  const announced = useRef(new Set<string>());
  useEffect(() => {
    const used = states.filter((copy) => copy.url !== "" && onCopied(copy));
    const note = animationNote(used.filter(({ address }) => !announced.current.has(address)));
    for (const { address } of used) announced.current.add(address);
    if (note) show(note);
  });
}
