import { createElement } from "react";
import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import { type UpdateNoteInput, updateArticle } from "#features/articles/admin/calls.ts";
import { isKnown } from "#features/articles/admin/category-field.tsx";
import { changeBody, type FormValues, splitLines, splitList } from "#features/articles/admin/form-values.ts";
import { missingIn, typedNames, UNCATEGORIZED, UNTITLED } from "#features/articles/rules.ts";
import { readCategories } from "#features/categories/admin/category-kind.ts";
import { mergedContent } from "#features/content/rules.ts";
import { versionsOf } from "#features/revisions/rules.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { Autosave, FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { type DeskArticle, isOwnNewest, readNewest, saveWorkingCopy, secureNewest } from "../calls.ts";
import { NewestAuthor } from "./newest-author.tsx";

/** What becomes public is decided by publishing, or by saving: not while it is chosen. */
const LEFT = ["status", "published_date"] as const;

type Copied = Exclude<keyof FormValues, (typeof LEFT)[number]>;

/** The fields of a working copy as the server takes them. */
function copyBody(values: FormValues, names: readonly (keyof FormValues)[]) {
  const copied = names.filter((name): name is Copied => !LEFT.some((left) => left === name));
  const sent = (name: Copied) => {
    if (name === "sources") return splitLines(values.sources);
    return name === "tags" || name === "authors" ? splitList(values[name]) : values[name];
  };
  return Object.fromEntries(copied.map((name) => [name, sent(name)]));
}

type Etags = { before: string | null; after: string };

/** Whether nobody else has saved the working copy between two tags: they count its versions. */
function isNextSave({ before, after }: Etags): boolean {
  const [one, other] = [before, after].map((etag) => versionsOf(/"([0-9d]+)/.exec(etag ?? "")?.[1] ?? ""));
  if (!one || !other || one.workingCopy === null) return false;
  return one.version === other.version && other.workingCopy === one.workingCopy + 1;
}

/** What was typed into the text while it was stored, and what others have stored before: by blocks, as on the server. */
function merge<Name extends keyof FormValues>(
  name: Name,
  { base, mine, theirs }: { base: FormValues[Name]; mine: FormValues[Name]; theirs: FormValues[Name] },
  etags: Etags,
): FormValues[Name] | undefined {
  // The server has only put what was sent in other words.
  if (isNextSave(etags)) return mine;
  if (name !== "content") return undefined;
  return mergedContent(base as string, mine as string, theirs as string) as FormValues[Name] | undefined;
}

/** The values as the room shows them: a draft may lack title and category. */
function valuesOf(article: DeskArticle): FormValues {
  const values = ARTICLE_KIND.valuesOf(article);
  return article.status === "published" ? values : typedNames(values);
}

/** A draft that may lack title and category. A category that does not exist yet is left to saving by hand: half a name would become one. */
async function begin(api: EditorApi, values: FormValues): Promise<FormValues> {
  const { title, category } = values;
  const known = category.trim() !== "" && isKnown(category, await readCategories(api));
  return {
    ...values,
    title: title.trim() === "" ? UNTITLED : title,
    category: known ? category : UNCATEGORIZED,
    status: "draft",
    published_date: null,
  };
}

/** Drafts that were stored without title or category are validated here as new articles are, any other by the server. */
function missing(values: FormValues, before: DeskArticle | null) {
  const isComplete = before !== null && Object.keys(missingIn(valuesOf(before))).length === 0;
  return ARTICLE_KIND.missingIn(values, isComplete ? before : null);
}

type Said = {
  /** What is said of the next save, where readers have the article. */
  note: { readonly current: UpdateNoteInput | null };
  /** Whether somebody schedules or cancels now, so that what is stored may change an update that has a time. */
  scheduling: { readonly current: boolean };
  /** Without it work is stored by hand and kept in the browser only. */
  autosaves: boolean;
};

/** The same with what is said of a save. */
export function roomKind({ note, scheduling, autosaves }: Said): typeof ROOM_KIND {
  const { autosave: _autosave, ...byHand } = ROOM_KIND;
  const update: typeof ROOM_KIND.update = (api, before, { values, file }) =>
    updateArticle(api, before, changeBody(before.row, values, file, note.current));
  if (!autosaves) return { ...byHand, update };
  const store: typeof AUTOSAVE.store = (api, before, values, names, options) =>
    saveWorkingCopy(api, before, copyBody(values, names), { ...options, changesScheduled: scheduling.current });
  return { ...byHand, update, autosave: { ...AUTOSAVE, store } };
}

const AUTOSAVE: Autosave<DeskArticle, FormValues> = {
  leaves: LEFT,
  begin,
  store: (api, before, values, names, options) => saveWorkingCopy(api, before, copyBody(values, names), options),
  // What goes to readers at a time is changed by whoever looks at it, not by half a sentence of hours ago.
  mayStoreLater: ({ publish_at }) => !publish_at,
};

/** Articles as the writing room has them: the working copy, which is stored while it is typed. */
export const ROOM_KIND: FormKind<DeskArticle, FormValues> = {
  ...ARTICLE_KIND,
  whose: ({ id }) => createElement(NewestAuthor, { id }),
  valuesOf,
  missingIn: missing,
  isOwn: (api, { id }) => isOwnNewest(api, id),
  read: readNewest,
  merge,
  secure: (api, { id }) => secureNewest(api, id),
  autosave: AUTOSAVE,
};
