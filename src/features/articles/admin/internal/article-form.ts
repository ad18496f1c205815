import type { EditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { ArticleDetail } from "../../schema.ts";
import type { FormValues } from "../form-values.ts";

/** The form that the parts of the writing room share. */
export type ArticleForm = EditForm<ArticleDetail, FormValues>;
