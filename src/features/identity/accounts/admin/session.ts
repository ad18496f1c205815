import type { SecondStep } from "#features/identity/second-factor/schema.ts";
import { VIEW_AS_HEADER } from "#shared/actor.ts";
import { ApiError, fetchApi, NetworkError, shapeOf, successOf } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { LoginBody, TokenPair } from "../endpoints.ts";
import { DEVICE_HEADER } from "../rules.ts";
import { accounts } from "./own-profile.ts";
import { subjectOf, type TokenStore } from "./token-store.ts";
import { viewedRole } from "./view-as.ts";

/** Only one tab refreshes at a time: a refresh token can be used only once. */
const REFRESH_LOCK = "jarida-token-refresh";

/** The server accepts a used refresh token again for 10 s, as its response may have been lost. Milliseconds. */
const SECOND_TRY = 1_000;

const SESSION_ENDED = { code: "session_ended", detail: "Your session has ended. Please log in again." } as const;

/** Statuses that end the session. Any other status, or no response, leaves it as it is. */
const ENDING_STATUSES = [400, 401, 403];

/** Throws `ApiError` or `NetworkError`. */
async function exchange(refresh: string): Promise<TokenPair> {
  const request = {
    method: "POST",
    url: accounts.url("POST /token/refresh"),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh }),
  };
  // A backend need not rotate the refresh token.
  const ask = async (): Promise<TokenPair> => {
    const pair = await accounts.parse("POST /token/refresh", await successOf(await transfer(request)));
    return { access: pair.access, refresh: pair.refresh ?? refresh };
  };
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, SECOND_TRY));
    return ask();
  }
}

/** Returns an access token to replace `stale`; one that another tab fetched in the meantime is used too. */
async function freshToken(tokens: TokenStore, stale: string | null): Promise<string> {
  const stored = tokens.access();
  if (stored !== null && stored !== stale) {
    // What was started as one account must not be finished as another.
    if (stale !== null && subjectOf(stored) !== subjectOf(stale)) throw new ApiError(401, SESSION_ENDED);
    return stored;
  }
  const refresh = tokens.refresh();
  if (!refresh) throw new Error("No refresh token found");
  const pair = await exchange(refresh);
  // Logged out or in again while the request was in flight: use what is stored now.
  if (tokens.refresh() !== refresh) return freshToken(tokens, stale);
  tokens.save(pair);
  return pair.access;
}

/**
 * Refreshes the session with one exchange for all waiting requests, in this tab and in others. A rejected exchange is
 * logged, ends the session and throws `ApiError` 401; a lost connection throws `NetworkError` and leaves the session.
 */
export function createRefresh(
  tokens: TokenStore,
  log: (message: string) => void,
): (stale: string | null) => Promise<string> {
  let refreshing: Promise<string> | null = null;
  return (stale) => {
    refreshing ??= inTurn(() => freshToken(tokens, stale))
      .catch((error: Error) => {
        log(`The session could not be refreshed: ${error.message}`);
        const hasResponse = error instanceof ApiError;
        if (error instanceof NetworkError || (hasResponse && !ENDING_STATUSES.includes(error.status))) throw error;
        // Another user may have logged in since: leave their tokens.
        if (tokens.access() === stale) tokens.clear();
        throw new ApiError(401, SESSION_ENDED);
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
}

/**
 * Runs `work` in one tab at a time. Without the Web Locks API (no https) tabs may race; a retry gets the same
 * successor.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(REFRESH_LOCK, work) : work();
}

/** Ways to start a session, or to replace it. */
export type Entries = {
  /**
   * Returns the second step if the account has one. Throws `ApiError` (401 for a wrong email or password) or
   * `NetworkError`, as do the next two.
   */
  logIn: (body: LoginBody) => Promise<SecondStep | null>;
  /** Starts a login by passkey alone, which `takeSecondStep` completes. */
  startPasskeyLogin: () => Promise<{ ticket: string; passkey: object }>;
  takeSecondStep: (body: { ticket: string; code?: string; passkey?: object }) => Promise<void>;
  /** Logs in with the tokens that an endpoint without authentication returns. Throws as above. */
  enterBy: (url: string, body?: object) => Promise<void>;
  /** Sends a request without a token. Throws `ApiError` or `NetworkError`. */
  ask: (url: string, body: object) => Promise<void>;
  /**
   * Sends a request that ends the session and returns tokens of a new one, and uses them. If it throws `ApiError` or
   * `NetworkError`, the session is unchanged.
   */
  restartSession: (method: "PUT", url: string, body: object) => Promise<void>;
};

export const json = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** `refreshToken` replaces an access token that the server rejected. */
export function entries(tokens: TokenStore, refreshToken: (stale: string | null) => Promise<string>): Entries {
  /** Sends the device token, and stores a new one if the response has it. */
  async function send(method: string, url: string, body: object, more: Record<string, string> = {}) {
    const device = tokens.device();
    const { headers, body: sent } = json(body);
    const known = { ...headers, ...more, ...(device && { [DEVICE_HEADER]: device }) };
    const response = await transfer({ method, url, headers: known, body: sent });
    const given = response.headers.get(DEVICE_HEADER);
    if (response.ok && given) tokens.saveDevice(given);
    return response;
  }

  /** One attempt of `restartSession`. Nothing else refreshes the session in the meantime. */
  const tryRestart = (method: string, url: string, body: object) =>
    inTurn(async () => {
      const access = tokens.access();
      const response = await send(method, url, body, { authorization: `Bearer ${access}` });
      if (response.ok) tokens.save(await accounts.parse("POST /token/refresh", response));
      return { response, access };
    });

  return {
    async logIn(body) {
      const response = await successOf(await send("POST", accounts.url("POST /token"), body));
      const login = await accounts.parse("POST /token", response);
      if ("ticket" in login) return login;
      tokens.save(login);
      return null;
    },
    async startPasskeyLogin() {
      return accounts.parse(
        "POST /token/passkey",
        await successOf(await send("POST", accounts.url("POST /token/passkey"), {})),
      );
    },
    async takeSecondStep(body) {
      const response = await successOf(await send("POST", accounts.url("POST /token/second-factor"), body));
      tokens.save(await accounts.parse("POST /token/second-factor", response));
    },
    async enterBy(url, body = {}) {
      tokens.save(await accounts.parse("POST /token/second-factor", await successOf(await send("POST", url, body))));
    },
    async ask(url, body) {
      await successOf(await send("POST", url, body));
    },
    async restartSession(method, url, body) {
      const { response, access } = await tryRestart(method, url, body);
      if (response.status !== 401) {
        await successOf(response);
        return;
      }
      await refreshToken(access);
      await successOf((await tryRestart(method, url, body)).response);
    },
  };
}

export type Session = EditorApi &
  Entries & {
    /** Ends the session here immediately, and on the server as soon as it is reachable. */
    logOut: () => Promise<void>;
    subscribe: (listener: () => void) => () => void;
  };

// biome-ignore lint/suspicious/noConsole: these lines in the browser's log are promised to operators.
const log = (message: string) => console.warn(message);

const asNetworkError = (error?: unknown): never => {
  throw new NetworkError(error);
};

/** Parses the JSON body of a success; undefined if it has none. Throws `NetworkError` if the connection breaks. */
async function optionalBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(asNetworkError);
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (error) {
    return asNetworkError(error);
  }
}

/** The session of an editor in this browser: its tokens, and requests that send them. */
export function createSession(tokens: TokenStore): Session {
  const refreshToken = createRefresh(tokens, log);
  let hasStarted = false;

  /** Sends the token; on a 401, retries once with a new one. */
  async function call(request: Transfer): Promise<Response> {
    const token = tokens.access();
    if (token === null) log(`No access token for ${request.url}`);
    // An anonymous reader would get 404 for a draft, and an editor's form would take it for deleted.
    if (token === null && hasStarted) throw new ApiError(401, SESSION_ENDED);
    hasStarted ||= token !== null;
    const role = viewedRole();
    const more = role && { [VIEW_AS_HEADER]: role };
    const withToken = (value: string | null): Transfer =>
      value === null
        ? request
        : { ...request, headers: { ...request.headers, authorization: `Bearer ${value}`, ...more } };
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
      const received = method === "DELETE" ? undefined : await optionalBody(response);
      const hasOthers = ["idempotency-replayed", "save-merged"].some((name) => response.headers.get(name) === "true");
      return { body: received, etag: response.headers.get("etag"), hasOthers };
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

export type Transfer = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((share: number) => void) | undefined;
  /** Delivered even if the page is closed. */
  outlivesPage?: boolean;
};

/** Sends one request unchanged. Returns the response whatever its status; throws NetworkError if there is none. */
export async function transfer(request: Transfer): Promise<Response> {
  if (request.onProgress) return transferWithProgress(request, request.onProgress);
  const { method, url, headers, body, signal, outlivesPage = false } = request;
  try {
    return await fetchApi(url, {
      method,
      headers,
      keepalive: outlivesPage,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(error);
  }
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function transferWithProgress(request: Transfer, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    xhr.onload = () => {
      const etag = xhr.getResponseHeader("etag");
      const isEmpty = xhr.status === 204 || xhr.status === 304;
      resolve(new Response(isEmpty ? null : xhr.responseText, { status: xhr.status, headers: etag ? { etag } : {} }));
    };
    xhr.onerror = () => reject(new NetworkError());
    xhr.ontimeout = () => reject(new NetworkError());
    xhr.onabort = () => reject(request.signal?.reason ?? new DOMException("Aborted", "AbortError"));
    request.signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(request.body ?? null);
  });
}
