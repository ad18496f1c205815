import type { TokenPair } from "#features/identity/accounts/endpoints.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import { operator } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { tokensOf } from "./admin.ts";
import { test as base } from "./newsroom.ts";

type Colleague = {
  name: string;
  tokens: TokenPair;
  /** A call of the API as this editor. */
  call: (method: string, url: string, body?: object, signal?: AbortSignal) => Promise<Response>;
};

/** End-to-end tests in which a second editor works on the same articles. */
export const test = base.extend<{ colleague: Colleague }>({
  colleague: async ({ site, store, editor }, use) => {
    const account = {
      email: `colleague-${editor.email}`,
      password: "another long password",
      name: "Baraka Njoroge",
      role: "editor" as const,
    };
    await addTestAccount(store.database, store.clock, account);
    const tokens = await tokensOf(site.url, account);
    await use({
      name: account.name,
      tokens,
      call: (method, url, body, signal) =>
        fetch(`${site.url}${url}`, {
          method,
          headers: { authorization: `Bearer ${tokens.access}`, ...(body && { "content-type": "application/json" }) },
          ...(body && { body: JSON.stringify(body) }),
          ...(signal && { signal }),
        }),
    });
    // A test may have removed it.
    await removeAccount(store.database, operator, account.email).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
  },
});
