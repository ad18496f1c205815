import { createElement } from "react";
import { isKnown } from "#features/articles/admin/article-fields.tsx";
import {
  createArticle,
  type DeskArticle,
  discardWorkingCopy,
  listCreated,
  listsChanged,
  listUpdated,
  newestSaver,
  readNewest,
  revisionsOf,
  saveWorkingCopy,
  secureNewest,
  type UpdateNoteInput,
  updateArticle,
} from "#features/articles/admin/calls.ts";
import {
  changeBody,
  copyForm,
  createForm,
  type FormValues,
  valuesOf as formValuesOf,
  NEW_VALUES,
  splitLines,
  VERSION_FIELDS,
} from "#features/articles/admin/form-values.tsx";
import { missingIn as requiredIn, typedNames, UNCATEGORIZED, UNTITLED } from "#features/articles/rules.ts";
import { readCategories } from "#features/categories/admin/category-kind.ts";
import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import type { RoomForm, SubmitOf } from "#features/documents/room/admin/use-room-form.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { joinList, splitList } from "#ui/admin/chips-field.tsx";
import { problemOf } from "#ui/admin/date-values.ts";
import type { Saved } from "#ui/admin/edit-form/versions.ts";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { exactTime } from "#ui/admin/local-time.ts";

/** Fields that are never autosaved: whether and when the article is public. */
export type Choices = Pick<FormValues, "status" | "published_date">;
export type Written = Omit<FormValues, keyof Choices>;
export type ArticleType = RoomType<DeskArticle, Written, Choices>;
export type ArticleForm = RoomForm<DeskArticle, Written, Choices>;

function valuesOf(article: DeskArticle): FormValues {
  const values = formValuesOf(article);
  return article.status === "published" ? values : typedNames(values);
}

const draftOf = ({ title, category, ...values }: Written): FormValues => ({
  ...values,
  title: title.trim() === "" ? UNTITLED : title,
  category: category.trim() === "" ? UNCATEGORIZED : category,
  status: "draft",
  published_date: null,
});

/** The fields of a working copy as sent to the server. */
function copyBody(values: Written, names: readonly (keyof Written)[]) {
  const sent = (name: keyof Written) => {
    if (name === "sources") return splitLines(values.sources);
    return name === "tags" || name === "authors" ? splitList(values[name]) : values[name];
  };
  return Object.fromEntries(names.map((name) => [name, sent(name)]));
}

/** Drafts stored without title or category are validated here like new articles, others by the server. */
function missingIn(values: FormValues, stored: DeskArticle | null): FieldErrors {
  const isComplete = stored !== null && Object.keys(requiredIn(valuesOf(stored))).length === 0;
  // The server never sees a date that cannot be parsed.
  const date = problemOf(values.published_date);
  return { ...(isComplete ? {} : requiredIn(values)), ...(date && { published_date: date }) };
}

/** Saves an article with its status and time by hand, with the reason of an update. */
export const saveArticle = (
  api: EditorApi,
  { before, values, file, key }: Parameters<SubmitOf<DeskArticle, FormValues>>[1],
  note: UpdateNoteInput | null,
): Promise<Saved<DeskArticle>> =>
  before
    ? updateArticle(api, before, changeBody(before.row, values, file, note), key)
    : createArticle(api, createForm(values, file), key);

export const ARTICLE_TYPE: ArticleType = {
  type: "article",
  urlOf: adminUrl.article,
  empty: NEW_VALUES,
  valuesOf,
  choices: ["status", "published_date"],
  titleOf: ({ title }) => title,
  textField: "content",
  pictureField: "image_url",
  takenOver: ["image_url", "content", "authors"],
  plain: (name, text) => (name === "tags" || name === "authors" ? joinList(splitList(text)) : text),
  fields: VERSION_FIELDS,
  whose: ({ id }) => createElement(NewestAuthor, { id }),
  storesItself: () => true,
  isAddedByHand: true,
  missingIn,
  read: readNewest,
  // An autosave never creates a category: half a name would become one.
  async begin(api, values) {
    if (values.category.trim() === "") return values;
    return isKnown(values.category, await readCategories(api)) ? values : { ...values, category: "" };
  },
  create: (api, values, key) => createArticle(api, createForm(draftOf(values), null), key),
  save: (api, before, { values, names, key, isAsked }) =>
    saveWorkingCopy(api, before, copyBody(values, names), { key, changesScheduled: isAsked }),
  copy: (api, values, key) => createArticle(api, createForm({ ...values, status: "draft" }, null), key),
  duplicate: (api, article, key) => createArticle(api, copyForm(article), key),
  valuesFromTemplate: ({ tags, ...fields }) => ({ ...fields, tags: joinList(tags as string[]) }),
  newestSaver,
  secureNewest,
  workingCopy: {
    isIn: ({ saved, has_draft }) => saved !== undefined || has_draft === true,
    discard: discardWorkingCopy,
  },
  onCreated: listCreated,
  onUpdated: listUpdated,
  onLeft: listsChanged,
  words: {
    new: "Add New Article",
    edit: "Edit Article",
    back: "Cancel",
    added: "Article added",
    updated: "Article updated",
    adding: { title: "Error adding article", fallback: "Could not add the article" },
    updating: { title: "Error updating article", fallback: "Could not update the article" },
    deleted: "Another user deleted this article. Your text is still here: saving it creates a new article.",
  },
};

/** Who saved the newest version of an article, and when. Empty until it is loaded. */
function NewestAuthor({ id }: { id: number }) {
  const { data } = useApi(revisionsOf(id)(1, 1), { refetchOnMount: "always" });
  const [newest] = data?.items ?? [];
  if (!newest) return null;
  return `saved by ${newest.author ?? "a removed user"}, ${exactTime(newest.created)}`;
}
