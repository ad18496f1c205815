import type { APIRequestContext } from "@playwright/test";
import type { ArticleDraft } from "#features/articles/drafts.ts";
import type { ArticleDetail, ArticleSummary } from "#features/articles/schema.ts";
import { trashArticle } from "#features/articles/type.ts";
import { operator } from "#shared/actor.ts";
import { NotFoundError } from "#shared/errors.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { test as base } from "./site.ts";

type Fixtures = {
  /** Publishes an article for this test alone and returns its id; it is deleted afterwards. */
  publishArticle: (change: Partial<ArticleDraft>) => Promise<number>;
};

/** End-to-end tests that publish: what one of them adds, no other one sees. */
export const test = base.extend<Fixtures>({
  publishArticle: async ({ store }, use) => {
    const ids: number[] = [];
    await use(async (change) => {
      const id = await publish(store, change);
      ids.push(id);
      return id;
    });
    for (const id of ids) {
      await trashArticle(store, operator, id).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
      });
    }
  },
});

/** A list of the API, to compare a screen with. */
export async function listOf(request: APIRequestContext, url: string): Promise<ArticleSummary[]> {
  return (await request.get(url)).json();
}

/** An article as the API returns it. */
export async function detailOf(request: APIRequestContext, id: number): Promise<ArticleDetail> {
  return (await request.get(apiUrl.article(id))).json();
}
