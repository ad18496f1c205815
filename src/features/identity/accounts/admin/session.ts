import { ApiError, NetworkError, shapeOf, successOf } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { accounts } from "./calls.ts";
import { type Entries, entries, json } from "./entries.ts";
import { createRefresh, SESSION_ENDED } from "./refresh.ts";
import { subjectOf, type TokenStore } from "./token-store.ts";
import { type Transfer, transfer } from "./transport.ts";

export type Session = EditorApi &
  Entries & {
    /** Ends the session here at once, and on the server as soon as it can be reached. */
    logOut: () => Promise<void>;
    subscribe: (listener: () => void) => () => void;
  };

// biome-ignore lint/suspicious/noConsole: these lines in the browser's log are promised to operators.
const log = (message: string) => console.warn(message);

const asNetworkError = (error?: unknown): never => {
  throw new NetworkError(error);
};

/** The JSON body of a success; undefined if it has none. Throws `NetworkError` if the connection breaks while reading. */
async function optionalBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(asNetworkError);
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (error) {
    return asNetworkError(error);
  }
}

/** An editor's session in this browser: the tokens, and calls that send them. */
export function createSession(tokens: TokenStore): Session {
  const refreshToken = createRefresh(tokens, log);
  let hasBegun = false;

  /** Sends with the token; on a 401, retries once with a new one. */
  async function call(request: Transfer): Promise<Response> {
    const token = tokens.access();
    if (token === null) log(`No access token for ${request.url}`);
    // An anonymous reader would get 404 for a draft, and an editor's form would take it for deleted.
    if (token === null && hasBegun) throw new ApiError(401, { detail: SESSION_ENDED });
    hasBegun ||= token !== null;
    const withToken = (value: string | null): Transfer =>
      value === null ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${value}` } };
    const response = await transfer(withToken(token));
    if (response.status !== 401) return successOf(response);
    return successOf(await transfer(withToken(await refreshToken(token))));
  }

  return {
    async read(url, shape, signal) {
      return shapeOf(await call({ method: "GET", url, headers: {}, signal }), shape);
    },
    async send(method, url, body, options = {}) {
      const { ifMatch, idempotencyKey, ...transport } = options;
      const content =
        body === undefined ? { headers: {} } : body instanceof FormData ? { headers: {}, body } : json(body);
      const headers = {
        ...content.headers,
        ...(ifMatch ? { "if-match": ifMatch } : {}),
        ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      };
      const response = await call({ method, url, ...content, headers, ...transport });
      // Nothing is specified about the body of a deletion, and an update may have none.
      const answer = method === "DELETE" ? undefined : await optionalBody(response);
      const isRepeated = response.headers.get("idempotency-replayed") === "true";
      return { body: answer, etag: response.headers.get("etag"), isRepeated };
    },
    async stream(url, signal) {
      const { body } = await call({ method: "GET", url, headers: { accept: "text/event-stream" }, signal });
      return body ?? asNetworkError();
    },
    async download(url, mediaType) {
      const response = await call({ method: "GET", url, headers: { accept: mediaType } });
      return response.blob().catch(asNetworkError);
    },
    ...entries(tokens, refreshToken),
    async logOut() {
      const refresh = tokens.refresh();
      tokens.clear();
      if (!refresh) return;
      try {
        await successOf(
          await transfer({
            method: "POST",
            url: accounts.url("POST /token/logout"),
            ...json({ refresh }),
            outlivesPage: true,
          }),
        );
      } catch (error) {
        log(`The logout could not be sent to the server: ${(error as Error).message}`);
      }
    },
    account() {
      const token = tokens.access();
      return token === null ? null : subjectOf(token);
    },
    subscribe: tokens.subscribe,
  };
}
