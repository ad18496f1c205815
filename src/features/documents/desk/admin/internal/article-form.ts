import type { FormValues } from "#features/articles/admin/form-values.ts";
import type { EditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { DeskArticle } from "../calls.ts";

/** The form that the parts of the writing room share. */
export type ArticleForm = EditForm<DeskArticle, FormValues>;
