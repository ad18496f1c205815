import { createContext, use } from "react";
import { ApiError, type ReadApi } from "./api-client.ts";

export type SendOptions = {
  /** The version an edit began from: an article's ETag. */
  ifMatch?: string;
  /** Names a creation, so that it may be asked for again where its answer was lost. */
  idempotencyKey?: string;
  /** Told while the body is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * A successful answer with its version; `body` is undefined for 204. `isRepeated`: its key has been created under before,
 * and nothing was changed now.
 */
export type Answer<T> = { body: T; etag: string | null; isRepeated: boolean };

/**
 * The API as a logged-in editor calls it: every call carries the token, which is refreshed as need be. `body` is
 * sent as JSON, or as a form where it is one. Throws `ApiError` or `NetworkError`.
 */
export type EditorApi = {
  /** Which account is logged in, as far as the stored token says; null for none. */
  account: () => string | null;
  read: ReadApi;
  send: (
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    body?: unknown,
    options?: SendOptions,
  ) => Promise<Answer<unknown>>;
  /** Fetches a file: the answer in the media type that is asked for. */
  download: (url: string, mediaType: string) => Promise<Blob>;
};

const Api = createContext<EditorApi | null>(null);
export const EditorApiProvider = Api.Provider;

/** The API for what is inside of the admin area. */
export function useEditorApi(): EditorApi {
  const api = use(Api);
  if (!api) throw new Error("useEditorApi is used outside of the admin area.");
  return api;
}

/** What a failure toast says: the server's own sentence, else the spec's. */
export function detailOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.detail) || fallback;
}
