import { useQueryClient } from "@tanstack/react-query";
import { reviewOf } from "#features/documents/review/admin/calls.ts";
import { notificationsChanged } from "#features/notifications/admin/notification-bell.tsx";
import type { DocumentKey } from "#shared/document.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { useCall } from "#ui/admin/use-call.ts";
import type { ReviewRequest } from "../schema.ts";
import { answer, ask, requestsOf } from "./calls.ts";

/** Polling interval for answers while the room is visible, in milliseconds. */
const INTERVAL_MS = 60_000;

export type Asked = ReviewRequest["people"][number];

/** The review requests of a document, and the user's actions on them. */
export function useRequests(document: DocumentKey) {
  const api = useEditorApi();
  const client = useQueryClient();
  const { data, isError, refetch } = useApi(requestsOf(document), {
    refetchOnMount: "always",
    refetchInterval: INTERVAL_MS,
  });
  const { isBusy, run } = useCall();
  const onFailed = () => void refetch();
  const store = (changed: ReviewRequest | undefined) => {
    if (changed) client.setQueryData(requestsOf(document).queryKey, changed);
    else void refetch();
  };
  const open = (data?.people ?? []).filter((person) => person.answer === null).map(({ id }) => id);
  const send = (people: readonly number[], title: string, message?: string) =>
    run(
      async () => {
        store(await ask(api, document, people, message));
        return true;
      },
      { title, fallback: "Please try again.", onFailed },
    );
  return {
    people: data?.people,
    hasFailed: isError && !data,
    retry: () => void refetch(),
    isBusy,
    /** Asks more people. Resolves with true on success. */
    ask: (people: readonly number[], message?: string) => send([...open, ...people], "Not asked", message),
    withdraw: (person: number) =>
      send(
        open.filter((id) => id !== person),
        "Not withdrawn",
      ),
    /** Approves the version stored by `store`. Resolves with true on success. */
    approve: (stored: () => Promise<string | undefined>) =>
      run(
        async () => {
          const etag = await stored();
          if (etag === undefined) return false;
          store(await answer(api, document, { answer: "approve", etag }));
          void client.invalidateQueries(reviewOf(document));
          notificationsChanged(client);
          return true;
        },
        { title: "Not approved", fallback: "Could not approve this text", onFailed },
      ),
    /** Requests changes. Resolves with true on success. */
    requestChanges: (message: string) =>
      run(
        async () => {
          store(await answer(api, document, { answer: "changes", message }));
          notificationsChanged(client);
          return true;
        },
        { title: "Not sent", fallback: "Please try again.", onFailed },
      ),
  };
}
