import { startEditor } from "#test/support/editor.ts";
import { test as base } from "./newsroom.ts";

type Colleague = {
  name: string;
  email: string;
  /** A request of this person. */
  call: (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: object) => Promise<Response>;
};

/** Component tests in which another editor works on the same server. */
export const test = base.extend<{ colleague: Colleague }>({
  colleague: async ({ server }, use) => {
    const account = {
      email: "colleague@news.example",
      password: "another long password",
      name: "Baraka Njoroge",
      role: "editor" as const,
    };
    const { headers } = await startEditor(server.app, server.store.database, account);
    await use({
      name: account.name,
      email: account.email,
      call: async (method, url, body) => {
        const response = await server.app.inject({ method, url, headers, ...(body && { payload: body }) });
        return new Response(response.statusCode === 204 ? null : response.body, { status: response.statusCode });
      },
    });
  },
});
