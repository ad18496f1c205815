import { ApiError, NetworkError, successOf } from "#shared/api-client.ts";
import type { TokenPair } from "../schema.ts";
import { accounts } from "./calls.ts";
import { subjectOf, type TokenStore } from "./token-store.ts";
import { transfer } from "./transport.ts";

/** Only one tab refreshes at a time: a refresh token can be used only once. */
const REFRESH_LOCK = "jarida-token-refresh";

/** The server accepts a used refresh token again for 10 s, as its response may have been lost. Milliseconds. */
const SECOND_TRY = 1_000;

export const SESSION_ENDED = "Your session has ended. Please log in again.";

/** Statuses that end the session; any other, or no response at all, leaves it as it is. */
const REFUSALS = [400, 401, 403];

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
    const pair = await accounts.answer("POST /token/refresh", await successOf(await transfer(request)));
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

/** Returns an access token to replace `stale`; one that another tab has fetched meanwhile will do. */
async function freshToken(tokens: TokenStore, stale: string | null): Promise<string> {
  const stored = tokens.access();
  if (stored !== null && stored !== stale) {
    // What was started as one account must not be finished as another.
    if (stale !== null && subjectOf(stored) !== subjectOf(stale)) throw new ApiError(401, { detail: SESSION_ENDED });
    return stored;
  }
  const refresh = tokens.refresh();
  if (!refresh) throw new Error("No refresh token found");
  const pair = await exchange(refresh);
  // Logged out, or in again, while the request was in flight: what is stored now counts.
  if (tokens.refresh() !== refresh) return freshToken(tokens, stale);
  tokens.save(pair);
  return pair.access;
}

/**
 * Refreshes the session: one exchange for all waiting calls, in this tab and in others. A rejected one is logged, ends
 * the session and throws `ApiError` 401; a lost connection throws `NetworkError` and keeps the session.
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
        const hasAnswer = error instanceof ApiError;
        if (error instanceof NetworkError || (hasAnswer && !REFUSALS.includes(error.status))) throw error;
        // Not the tokens of somebody who has logged in meanwhile.
        if (tokens.access() === stale) tokens.clear();
        throw new ApiError(401, { detail: SESSION_ENDED });
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
}

/**
 * Runs `work` in one tab at a time. Where the Web Locks API is missing (no https), tabs may race: a retry gets the same
 * successor.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(REFRESH_LOCK, work) : work();
}
