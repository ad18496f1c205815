import { readStates } from "#features/articles/changes.ts";
import { type ArticleSnapshot, snapshotOf } from "#features/articles/drafts.ts";
import { articleKey, NO_ARTICLE, typedNames } from "#features/articles/rules.ts";
import { type DeskStore, saveWorkingCopy } from "#features/documents/desk/commands.ts";
import type { DocumentTexts } from "#features/documents/kinds.ts";
import { findWorkingCopy } from "#features/revisions/queries.ts";
import { versionName } from "#features/revisions/rules.ts";
import { NotFoundError } from "#shared/errors.ts";

/** The texts of articles that can be suggested. Accepted ones go to the working copy. */
export const articleTexts = (store: DeskStore): DocumentTexts => ({
  async read(db, id) {
    const article = await readStates(db).where("article.id", "=", id).executeTakeFirst();
    if (!article) throw new NotFoundError(NO_ARTICLE);
    const copy = await findWorkingCopy(db, articleKey(id));
    const whole = { ...snapshotOf(article), ...copy?.changes } as ArticleSnapshot;
    const { title } = article.status === "published" ? whole : typedNames(whole);
    const { excerpt, content } = whole;
    return { texts: { title, excerpt, content }, name: versionName(article.version, copy?.version ?? null) };
  },
  async save(actor, id, texts, write) {
    await saveWorkingCopy(store, actor, id, texts, { ...write, changesScheduled: true });
  },
});
