import type { SecondStep } from "#features/identity/second-factor/schema.ts";
import { successOf } from "#shared/api-client.ts";
import { DEVICE_HEADER } from "../rules.ts";
import type { LoginBody } from "../schema.ts";
import { accounts } from "./calls.ts";
import { inTurn } from "./refresh.ts";
import type { TokenStore } from "./token-store.ts";
import { transfer } from "./transport.ts";

/** The ways into a session, and out of one into the next. */
export type Entries = {
  /**
   * Returns what the second step needs, where one is due. Throws `ApiError` (401 for a wrong email or password) or
   * `NetworkError`, as do the next two.
   */
  logIn: (body: LoginBody) => Promise<SecondStep | null>;
  /** Begins a login by a passkey alone, which `takeSecondStep` completes. */
  askForPasskey: () => Promise<{ ticket: string; passkey: object }>;
  takeSecondStep: (body: { ticket: string; code?: string; passkey?: object }) => Promise<void>;
  /** Goes on with the tokens that a call without a token answers. Throws as above. */
  enterBy: (url: string, body?: object) => Promise<void>;
  /** Sends a call that needs no token. Throws `ApiError` or `NetworkError`. */
  ask: (url: string, body: object) => Promise<void>;
  /**
   * Sends a call that ends the session and whose answer is another one's tokens, and goes on with them. Throws `ApiError`
   * or `NetworkError`, and then leaves all as it is.
   */
  restartSession: (method: "PUT", url: string, body: object) => Promise<void>;
};

export const json = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** `refreshToken` replaces an access token that the server does not accept any more. */
export function entries(tokens: TokenStore, refreshToken: (stale: string | null) => Promise<string>): Entries {
  /** Sends with the device's token, and keeps the one that may be answered. */
  async function send(method: string, url: string, body: object, more: Record<string, string> = {}) {
    const device = tokens.device();
    const { headers, body: sent } = json(body);
    const known = { ...headers, ...more, ...(device && { [DEVICE_HEADER]: device }) };
    const response = await transfer({ method, url, headers: known, body: sent });
    const given = response.headers.get(DEVICE_HEADER);
    if (response.ok && given) tokens.saveDevice(given);
    return response;
  }

  /** One try of `restartSession`. Meanwhile nobody refreshes the session that it ends. */
  const tryRestart = (method: string, url: string, body: object) =>
    inTurn(async () => {
      const access = tokens.access();
      const response = await send(method, url, body, { authorization: `Bearer ${access}` });
      if (response.ok) tokens.save(await accounts.answer("POST /token/refresh", response));
      return { response, access };
    });

  return {
    async logIn(body) {
      const response = await successOf(await send("POST", accounts.url("POST /token"), body));
      const answer = await accounts.answer("POST /token", response);
      if ("ticket" in answer) return answer;
      tokens.save(answer);
      return null;
    },
    async askForPasskey() {
      return accounts.answer(
        "POST /token/passkey",
        await successOf(await send("POST", accounts.url("POST /token/passkey"), {})),
      );
    },
    async takeSecondStep(body) {
      const response = await successOf(await send("POST", accounts.url("POST /token/second-factor"), body));
      tokens.save(await accounts.answer("POST /token/second-factor", response));
    },
    async enterBy(url, body = {}) {
      tokens.save(await accounts.answer("POST /token/second-factor", await successOf(await send("POST", url, body))));
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
