import { createContext, use } from "react";
import { ApiError, type ReadApi } from "./api-client.ts";
import type { SiteInfo } from "./page.ts";

/** Changes facts of the site that the admin area's document has named, after a setting was saved. */
export const SiteChanges = createContext<(facts: Partial<SiteInfo>) => void>(() => undefined);

export type SendOptions = {
  /** The version an edit is based on: an article's ETag. */
  ifMatch?: string;
  /** Identifies a creation, so that it can be retried safely if its response was lost. */
  idempotencyKey?: string;
  /** Called while the body is sent, with values from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Delivered even if the page is closed. Browsers do so for bodies of up to 64 KiB. */
  outlivesPage?: boolean;
};

/**
 * A success response with its version; `body` is undefined for 204. `hasOthers`: the body may contain changes of others:
 * the key was used before and nothing was changed now, or the change was merged with theirs.
 */
export type ApiResponse<T> = { body: T; etag: string | null; hasOthers: boolean };

/**
 * The API for a logged-in editor: every request sends the token, which is refreshed when necessary. `body` is sent as
 * JSON, or as a form if it is one. Throws `ApiError` or `NetworkError`.
 */
export type EditorApi = {
  /** The logged-in account according to the stored token; null for none. */
  account: () => string | null;
  read: ReadApi;
  send: (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    body?: unknown,
    options?: SendOptions,
  ) => Promise<ApiResponse<unknown>>;
  /** Opens a stream of server-sent events, whose bytes it returns. */
  stream: (url: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Fetches a file in the requested media type. */
  download: (url: string, mediaType: string) => Promise<Blob>;
};

/** Whose token cannot be read: the server rejects it, which ends the session. */
export const UNKNOWN_ACCOUNT = "unknown";

/** The API of one account, which sends nothing once another one is logged in, for example from another tab. */
export function ofAccount(api: EditorApi, account: string): EditorApi {
  const own =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const current = api.account();
      if (current !== null && current !== account && current !== UNKNOWN_ACCOUNT)
        throw new ApiError(401, { code: "session_ended" });
      return call(...given);
    };
  const { read, send, stream, download } = api;
  return {
    account: api.account,
    read: own(read) as ReadApi,
    send: own(send),
    stream: own(stream),
    download: own(download),
  };
}

const Api = createContext<EditorApi | null>(null);
export const EditorApiProvider = Api.Provider;

export function useEditorApi(): EditorApi {
  const api = use(Api);
  if (!api) throw new Error("useEditorApi is used outside the admin area.");
  return api;
}

/** The text of a failure toast: the server's sentence, else a default. */
export function detailOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.detail) || fallback;
}
