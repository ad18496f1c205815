import { test as base } from "vitest";
import { seedFoundation } from "#app/demo/seed.ts";
import type { ArticleDraft } from "#features/articles/drafts.ts";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { systemClock } from "#platform/clock.ts";
import type { Images } from "#platform/images.ts";
import type { Role } from "#shared/actor.ts";
import type { SiteInfo } from "#shared/page.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startTestApp, type TestApp } from "#test/support/test-app.ts";
import type { Backend, PageResponse } from "./page/network.ts";
import type { Page } from "./page/page.ts";
import { openWindow } from "./page/test.tsx";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Given = {
  data?: object;
  /** A form with one file, as uploads send it. */
  multipart?: { file: { name: string; mimeType: string; buffer: Uint8Array } };
  headers?: Record<string, string>;
};

/** The API as an editor calls it, to set up and to look at what a test needs. */
export function apiOf({ app }: TestApp, authorization: string) {
  const send =
    (method: Method) =>
    async (url: string, { data, multipart, headers }: Given = {}) => {
      const form = multipart && (await formRequest({}, { file: multipart.file.buffer }, multipart.file.name));
      const payload = form?.payload ?? data;
      const response = await app.inject({
        method,
        url,
        headers: { ...(authorization && { authorization }), ...form?.headers, ...headers },
        ...(payload && { payload }),
      });
      return {
        status: () => response.statusCode,
        ok: () => response.statusCode < 400,
        headers: () => response.headers,
        text: async () => response.body,
        json: async () => response.json(),
      };
    };
  return { get: send("GET"), post: send("POST"), put: send("PUT"), patch: send("PATCH"), delete: send("DELETE") };
}
export type Api = ReturnType<typeof apiOf>;

/** The server in this process. Streams of presence stay open and silent. */
const backendOf =
  ({ app }: TestApp): Backend =>
  async ({ method, url, headers, body }) => {
    if (url.includes("/presence/") && method === "GET") return new Promise<never>(() => {});
    const response = await app.inject({
      method: method as Method,
      url,
      headers,
      remoteAddress: "192.0.2.7",
      ...(body && { payload: Buffer.from(body, "latin1") }),
    });
    const kept: [string, string][] = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    const reply: PageResponse = {
      status: response.statusCode,
      headers: Object.fromEntries(kept.filter(([name]) => !/^(content-length|connection|keep-alive)$/.test(name))),
      body: response.rawPayload,
    };
    return reply;
  };

/** The server has no time for what is saved while typing. */
const rejectAutosaves = (page: Page) =>
  page.route(/\/api\/articles\//, (route) => {
    const request = route.request();
    const isFirst = request.method() === "POST" && request.postData().includes("No category");
    const isDraft = request.method() === "PUT" && request.url().endsWith("/draft/");
    return isFirst || isDraft ? route.fulfill({ status: 429, json: {} }) : route.fallback();
  });

/** Seeding categories and ad spaces processes none. */
const NO_IMAGES = {} as Images;

type Fixtures = {
  /** Whether the browser starts with the editor's tokens. */
  isLoggedIn: boolean;
  /** Whether the server accepts what is saved while typing; `false` for tests about saving by hand. */
  takesAutosaves: boolean;
  /** What the editor may do. */
  role: Role;
  siteInfo: Partial<SiteInfo>;
  server: TestApp;
  store: TestApp["store"];
  editor: { email: string; password: string; name: string; role: Role };
  /** The API with a token of a separate session. */
  api: Api;
  /** A second editor, and the API with their token. */
  colleague: { name: string; email: string; password: string; api: Api };
  /** The API without a credential. */
  request: Api;
  publishArticle: (change: Partial<ArticleDraft>) => Promise<number>;
  /** Publishes an article through the API. */
  writeArticle: (change?: object) => Promise<ArticleDetail>;
  /** A database lasts for one test: nothing is left to delete. */
  cleanUp: (title: string) => void;
  opened: ReturnType<typeof openWindow>;
  page: Page;
  complaints: string[];
};

/** Pages whose requests go to a server in this process, on a SQLite database with categories, ad spaces and six articles. */
export const test = base.extend<Fixtures>({
  isLoggedIn: true,
  takesAutosaves: true,
  role: "chief",
  siteInfo: {},
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern.
  server: async ({}, use) => {
    const server = await startTestApp(await openSqliteForTest(), { clock: systemClock });
    await seedFoundation({ ...server.store, storage: server.storage, images: NO_IMAGES });
    for (const [number, category] of ["Blockchain", "Crypto", "Markets", "Blockchain", "Crypto", "Markets"].entries())
      await publish(server.store, {
        title: `Story ${number}`,
        excerpt: `Of wallet ${number}.`,
        category,
        is_featured: number < 2,
        is_editors_pick: number === 2,
      });
    await use(server);
  },
  store: async ({ server }, use) => use(server.store),
  editor: async ({ role }, use) =>
    use({ email: "editor@news.example", password: "correct horse battery", name: "Amina Otieno", role }),
  api: async ({ server, editor }, use) => {
    const { headers } = await startEditor(server.app, server.store.database, editor);
    await use(apiOf(server, headers.authorization));
  },
  colleague: async ({ server }, use) => {
    const account = { email: "baraka@news.example", password: "another long password", name: "Baraka Njoroge" };
    const { headers } = await startEditor(server.app, server.store.database, { ...account, role: "editor" });
    await use({ ...account, api: apiOf(server, headers.authorization) });
  },
  request: async ({ server }, use) => use(apiOf(server, "")),
  publishArticle: async ({ store }, use) => use((change) => publish(store, change)),
  writeArticle: async ({ api }, use) =>
    use(async (change = {}) => {
      const data = { title: "A plain article", category: "Blockchain", status: "published", ...change };
      return (await api.post(apiUrl.articles(), { data })).json();
    }),
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern.
  cleanUp: async ({}, use) => use(() => {}),
  opened: async ({ server, api, editor, isLoggedIn, takesAutosaves, siteInfo }, use) => {
    void api;
    const opened = openWindow(backendOf(server), { sendsMail: true, ...siteInfo });
    if (!takesAutosaves) await rejectAutosaves(opened.page);
    if (isLoggedIn) {
      const { email, password } = editor;
      const tokens = await server.app.inject({ method: "POST", url: "/api/token/", payload: { email, password } });
      const { access, refresh } = tokens.json();
      localStorage.setItem("access_token", access);
      localStorage.setItem("refresh_token", refresh);
    }
    await use(opened);
  },
  page: async ({ opened }, use) => use(opened.page),
  complaints: async ({ opened }, use) => use(opened.complaints),
});
