import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import { type FormValues, tagsOf } from "#features/articles/admin/form-values.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { type DeskArticle, readNewest, saveWorkingCopy } from "../calls.ts";

/** What becomes public is decided by publishing, or by saving: not while it is chosen. */
const LEFT = ["status", "published_date"] as const;

type Copied = Exclude<keyof FormValues, (typeof LEFT)[number]>;

/** The fields of a working copy as the server takes them. */
function copyBody(values: FormValues, names: readonly (keyof FormValues)[]) {
  const copied = names.filter((name): name is Copied => !LEFT.some((left) => left === name));
  const isList = (name: Copied): name is "tags" | "authors" => name === "tags" || name === "authors";
  return Object.fromEntries(copied.map((name) => [name, isList(name) ? tagsOf(values[name]) : values[name]]));
}

/** Articles as the writing room has them: the working copy, which is stored while it is typed. */
export const ROOM_KIND: FormKind<DeskArticle, FormValues> = {
  ...ARTICLE_KIND,
  read: readNewest,
  autosave: {
    leaves: LEFT,
    begin: (values) => ({ ...values, status: "draft", published_date: null }),
    store: (api, before, values, names) => saveWorkingCopy(api, before, copyBody(values, names)),
  },
};
