import type { ArticleForm } from "./article-form.ts";

/** Stores what was typed. Throws where it cannot be stored, for whatever reason: the form shows which. */
export async function storeTyped(form: Pick<ArticleForm, "flush">): Promise<void> {
  if (!(await form.flush())) throw new Error("What was typed could not be stored.");
}
