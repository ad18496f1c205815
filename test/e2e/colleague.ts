import { removeAccount } from "#features/single-sign-on/commands.ts";
import { operator } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { addTestAccount } from "#test/support/accounts.ts";
import { tokensOf } from "./admin.ts";
import { test as base } from "./newsroom.ts";

type Colleague = {
  name: string;
  /** What the browser of somebody who has logged in starts with. */
  storageState: { cookies: []; origins: { origin: string; localStorage: { name: string; value: string }[] }[] };
  /** A call of the API as this editor. */
  call: (method: string, url: string, body?: object, signal?: AbortSignal) => Promise<Response>;
};

/** Journeys in which a second editor works on the same articles. */
export const test = base.extend<{ colleague: Colleague }>({
  colleague: async ({ site, store, editor }, use) => {
    const account = {
      ...{ email: `colleague-${editor.email}`, password: "another long password", name: "Baraka Njoroge" },
      role: "editor" as const,
    };
    await addTestAccount(store.database, store.clock, account);
    const { access, refresh } = await tokensOf(site.url, account);
    const localStorage = [
      { name: "access_token", value: access },
      { name: "refresh_token", value: refresh },
    ];
    await use({
      name: account.name,
      storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
      call: (method, url, body, signal) =>
        fetch(`${site.url}${url}`, {
          method,
          headers: { authorization: `Bearer ${access}`, ...(body && { "content-type": "application/json" }) },
          ...(body && { body: JSON.stringify(body) }),
          ...(signal && { signal }),
        }),
    });
    // A journey may have removed it.
    await removeAccount(store.database, operator, account.email).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
  },
});
