import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { ArticleBody, ArticleDetail, ArticleSummary } from "#features/articles/schema.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { test as base } from "./admin.ts";
import { expect } from "./site.ts";

type Change = Partial<Omit<ArticleBody, "image_url" | "published_date">> & { published_date?: string };
type Options = {
  /** Whether the server takes what stores itself while it is typed; `false` for end-to-end tests about saving by hand. */
  takesAutosaves: boolean;
};
type Fixtures = {
  /** Publishes an article through the API; it is deleted after the test. */
  writeArticle: (change?: Change) => Promise<ArticleDetail>;
  /** Deletes, after the test, the articles with this title: those that the test itself writes. */
  cleanUp: (title: string) => void;
};

/**
 * Runs in the page: the server has no time for autosaves. A route would not do: calls of a page that is being closed get
 * past it.
 */
function refuseAutosaves(): void {
  const real = window.fetch;
  window.fetch = (input, init) => {
    const isBegun = init?.body instanceof FormData && init.body.get("category") === "No category";
    const isAutosave = isBegun || (init?.method === "PUT" && /\/api\/articles\/\d+\/draft\/$/.test(String(input)));
    return isAutosave ? Promise.resolve(Response.json({}, { status: 429 })) : real(input, init);
  };
}

/** End-to-end tests of the Articles tab. */
export const test = base.extend<Options & Fixtures>({
  takesAutosaves: [false, { option: true }],
  context: async ({ context, takesAutosaves }, use) => {
    if (!takesAutosaves) await context.addInitScript(refuseAutosaves);
    await use(context);
  },
  writeArticle: async ({ api }, use) => {
    const ids: number[] = [];
    await use(async (change = {}) => {
      const data = { title: "A plain article", category: "Blockchain", status: "published", ...change };
      const answer = await api.post(apiUrl.articles(), { data });
      expect(answer.status()).toBe(201);
      const article: ArticleDetail = await answer.json();
      ids.push(article.id);
      return article;
    });
    for (const id of ids) await api.delete(apiUrl.article(id));
  },
  cleanUp: async ({ api }, use) => {
    const titles: string[] = [];
    await use((title) => titles.push(title));
    for (const title of titles) {
      for (const { id } of await articlesOf(api, title)) await api.delete(apiUrl.article(id));
    }
  },
});

/** The articles of this title, as an editor's list has them. */
export async function articlesOf(api: APIRequestContext, title: string): Promise<ArticleSummary[]> {
  const answer = await api.get(`${apiUrl.articles()}?${new URLSearchParams({ query: title })}`);
  const found: ArticleSummary[] = await answer.json();
  return found.filter((article) => article.title === title);
}

/** The article as it is stored. */
export async function stored(api: APIRequestContext, id: number): Promise<ArticleDetail> {
  return (await api.get(apiUrl.article(id))).json();
}

export const table = (page: Page): Locator => page.getByRole("table", { name: "Articles" });

/** The table's row with this title. */
export const rowOf = (page: Page, title: string): Locator =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByText(title, { exact: true }) });
