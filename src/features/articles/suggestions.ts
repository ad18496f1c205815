import { findWorkingCopy } from "#features/documents/history/queries.ts";
import { versionName } from "#features/documents/history/rules.ts";
import type { DocumentTexts } from "#features/documents/types.ts";
import { NotFoundError } from "#shared/errors.ts";
import { readStates } from "./changes.ts";
import { type DeskStore, saveWorkingCopy } from "./desk/commands.ts";
import { type ArticleSnapshot, snapshotOf } from "./drafts.ts";
import { articleKey, NO_ARTICLE, typedNames } from "./rules.ts";

/** The texts of articles that users can suggest changes to. Accepted changes go to the working copy. */
export const articleTexts = (store: DeskStore): DocumentTexts => ({
  async read(db, id) {
    const article = await readStates(db).where("article.id", "=", id).executeTakeFirst();
    if (!article) throw new NotFoundError("article_not_found", NO_ARTICLE);
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
