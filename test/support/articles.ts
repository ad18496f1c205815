import { type ArticleStore, createArticle } from "#features/articles/commands.ts";
import { type ArticleDraft, NEW_ARTICLE } from "#features/articles/drafts.ts";
import { operator } from "#shared/actor.ts";

const HOUR = 60 * 60 * 1000;

/** A published article an hour old; a test sets only what it is about. */
export function articleDraft(now: number, change: Partial<ArticleDraft> = {}): ArticleDraft {
  return {
    ...NEW_ARTICLE,
    title: "A plain article",
    excerpt: "What it says in short.",
    category: "Blockchain",
    content: "<p>What it says at length.</p>",
    authorId: null,
    status: "published",
    publishedAt: now - HOUR,
    ...change,
  };
}

/** Stores such an article and returns its id. */
export function publish(store: ArticleStore, change: Partial<ArticleDraft> = {}): Promise<number> {
  return createArticle(store, operator, articleDraft(store.clock.now(), change));
}
