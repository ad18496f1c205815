import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { reviewOf } from "#features/documents/review/admin/calls.ts";
import type { ReviewAnswer } from "#features/documents/rules.ts";
import { notificationsChanged } from "#features/notifications/admin/notification-bell.tsx";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { ReviewRequestEndpoints } from "../endpoints.ts";
import type { OpenStory, ReviewRequest } from "../schema.ts";

const client = editorClientOf<ReviewRequestEndpoints>();

export const reviewers = () => client.query("GET /reviewers");

export const requestsOf = ({ type, id }: DocumentKey) =>
  client.query(`GET ${DOCUMENT_PATHS[type]}/:id/asked`, { params: { id } });

const storyOf = ({ type, id }: DocumentKey) =>
  client.query(`GET ${DOCUMENT_PATHS[type]}/:id/story`, { params: { id } });

const NOT_STORED: DocumentKey = { type: "article", id: 0 };

/** The state of a document, and what is open before it is published; undefined while loading, or if it is not stored. */
export function useStory(document: DocumentKey | null): OpenStory | undefined {
  const enabled = useHasNewsroom() && document !== null;
  const options = { enabled, refetchOnMount: "always", refetchInterval: INTERVAL_MS } as const;
  return useApi(storyOf(document ?? NOT_STORED), options).data;
}

/**
 * Asks `people`, replacing unanswered requests. Returns nothing if no request is left. Throws
 * `ApiError` or `NetworkError`.
 */
export async function ask(
  api: EditorApi,
  { type, id }: DocumentKey,
  people: readonly number[],
  message?: string,
): Promise<ReviewRequest | undefined> {
  const path = `${DOCUMENT_PATHS[type]}/:id/asked` as const;
  if (people.length > 0) {
    const body = { people: [...people], ...(message && { message }) };
    return (await client.send(api, `PUT ${path}`, { params: { id }, body })).body;
  }
  await client.send(api, `DELETE ${path}`, { params: { id } });
  return undefined;
}

type Answering = { answer: ReviewAnswer; message?: string; etag?: string | undefined };

/** Answers a review request; `etag` names the approved text. */
export async function answer(
  api: EditorApi,
  { type, id }: DocumentKey,
  { answer, message = "", etag }: Answering,
): Promise<ReviewRequest> {
  const given = { params: { id }, body: { answer, message }, ...(etag !== undefined && { ifMatch: etag }) };
  return (await client.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/asked/answer`, given)).body;
}

/** Polling interval for answers, and for colleagues who joined, while the room is visible, in milliseconds. */
export const INTERVAL_MS = 60_000;

/** Refetches the requests of a document after a change that may have closed them, such as its publication. */
export function requestsChanged(client: QueryClient, document: DocumentKey): void {
  void client.invalidateQueries(requestsOf(document));
  storyChanged(client, document);
}

/** Refetches what is open in a document, such as its notes. */
export const storyChanged = (client: QueryClient, document: DocumentKey): void =>
  void client.invalidateQueries(storyOf(document));

export type Asked = ReviewRequest["people"][number];

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
    void client.invalidateQueries(storyOf(document));
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
    ask: (people: readonly number[], message?: string) => send([...open, ...people], "Not asked", message),
    withdraw: (person: number) =>
      send(
        open.filter((id) => id !== person),
        "Not withdrawn",
      ),
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
