import { createArticle, type UpdateNoteInput, updateArticle } from "#features/articles/admin/calls.ts";
import { isKnown } from "#features/articles/admin/category-field.tsx";
import {
  changeBody,
  createForm,
  type FormValues,
  valuesOf as formValuesOf,
  joinList,
  NEW_VALUES,
  splitLines,
  splitList,
} from "#features/articles/admin/form-values.ts";
import { typedNames, UNCATEGORIZED, UNTITLED } from "#features/articles/rules.ts";
import { readCategories } from "#features/categories/admin/category-kind.ts";
import { mergedContent } from "#features/content/rules.ts";
import type { DocumentPorts } from "#features/documents/session/admin/use-document-session.ts";
import { type Attempt, differing, type Rules, type Session, type Stored } from "#features/documents/session/session.ts";
import { uploadPicture } from "#features/media/pictures/admin/upload.ts";
import { versionsOf } from "#features/revisions/rules.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { isSameVersion, type Versioned } from "#ui/admin/edit-form/versions.ts";
import { type DeskArticle, readNewest, saveWorkingCopy } from "../calls.ts";

/** What stores itself of an article. What becomes public, and when, is decided by publishing. */
export type Written = Omit<FormValues, "status" | "published_date">;
export type ArticleSession = Session<Written>;
type StoredArticle = Stored<Written>;

const writtenIn = ({ status: _status, published_date: _date, ...written }: FormValues): Written => written;
export const NEW_WRITTEN: Written = writtenIn(NEW_VALUES);

/** The values as the room shows them: a draft may lack title and category. */
export function valuesOf(article: DeskArticle): FormValues {
  const values = formValuesOf(article);
  return article.status === "published" ? values : typedNames(values);
}

/** The article as it was last stored; null for a new one. */
export const articleOf = (stored: StoredArticle | null): DeskArticle | null => (stored?.row as DeskArticle) ?? null;

/** Fields that take over the value that the server returns; the others stay as typed. */
const TAKEN_OVER: readonly (keyof Written)[] = ["image_url", "content"];

const versionIn = (etag: string | null) => versionsOf(/"([0-9d]+)/.exec(etag ?? "")?.[1] ?? "");

/** Whether one save alone lies between two tags: they count versions and saves of the working copy. */
function isNext(before: string | null, after: string): boolean {
  const next = versionIn(after);
  if (before === null) return next?.version === 1 && next.workingCopy === null;
  const last = versionIn(before);
  if (!last || !next) return false;
  if (next.workingCopy === null) return next.version === last.version + 1;
  return last.workingCopy !== null && next.version === last.version && next.workingCopy === last.workingCopy + 1;
}

/** Whether two values of a field say the same: the server trims texts and writes lists in its own way. */
function isSameText(name: keyof Written, one: Written[keyof Written], other: Written[keyof Written]): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  const plain = (text: string) => (name === "tags" || name === "authors" ? joinList(splitList(text)) : text);
  return plain(one).trim().replace(/\s+/g, " ") === plain(other).trim().replace(/\s+/g, " ");
}

/** What an article is known to be after a response to `attempt`, if it is one. */
export function storedOf({ row, etag }: Versioned<DeskArticle>, attempt?: Attempt<Written>): StoredArticle {
  const values = writtenIn(valuesOf(row));
  if (!attempt) return { values, etag, row };
  const isOwn = isNext(attempt.base?.etag ?? null, etag);
  // What the server has put in other words does not replace what is typed.
  for (const name of Object.keys(values) as (keyof Written)[])
    if (!TAKEN_OVER.includes(name) && (isOwn || isSameText(name, values[name], attempt.values[name])))
      Object.assign(values, { [name]: attempt.values[name] });
  return { values, etag, row };
}

export const ARTICLE_RULES: Rules<Written> = {
  merge: (name, { known, mine, theirs }) => {
    if (name !== "content") return undefined;
    return mergedContent(known as string, mine as string, theirs as string) as typeof mine | undefined;
  },
  // A session reads while nothing is on its way: what it reads is never older.
  isNewer: (next, than) => !isSameVersion(next, than),
  isNext,
  mayCreate: (values) => differing(values, NEW_WRITTEN).length > 0,
};

/** The fields of a working copy as the server takes them. */
function copyBody(values: Written, names: readonly (keyof Written)[]) {
  const sent = (name: keyof Written) => {
    if (name === "sources") return splitLines(values.sources);
    return name === "tags" || name === "authors" ? splitList(values[name]) : values[name];
  };
  return Object.fromEntries(names.map((name) => [name, sent(name)]));
}

/** A draft that may lack title and category. */
const begun = ({ title, category, ...values }: Written): FormValues => ({
  ...values,
  title: title.trim() === "" ? UNTITLED : title,
  category: category.trim() === "" ? UNCATEGORIZED : category,
  status: "draft",
  published_date: null,
});

type Parts = {
  api: EditorApi;
  /** Without it work is stored by hand and kept in the browser only. */
  storesItself: boolean;
  /** Whether somebody schedules or cancels now, so that what is stored may change an update that has a time. */
  isScheduling?: () => boolean;
  /** Saves as the editor asked for, where nothing stores itself. */
  byHand?: (attempt: Attempt<Written>) => Promise<StoredArticle>;
};

/** How the session of an article reads and saves. */
export function articlePorts({ api, storesItself, isScheduling, byHand }: Parts): DocumentPorts<Written> {
  async function save(attempt: Attempt<Written>): Promise<StoredArticle> {
    const { base, values, key } = attempt;
    if (!base) return storedOf(await createArticle(api, createForm(begun(values), null), key), attempt);
    const before = versionedOf(base);
    const names = differing(values, base.values);
    if (names.length === 0) return storedOf(await readNewest(api, before.row.id));
    const options = { key, changesScheduled: isScheduling?.() ?? false };
    return storedOf(await saveWorkingCopy(api, before, copyBody(values, names), options), attempt);
  }
  return {
    rules: ARTICLE_RULES,
    storesItself,
    read: async (base) => storedOf(await readNewest(api, versionedOf(base).row.id)),
    save: (attempt) => (storesItself || !byHand ? save(attempt) : byHand(attempt)),
    // Half a name would become a category: one that does not exist yet is left to saving by hand.
    async prepare(values, base) {
      if (base || values.category.trim() === "") return values;
      return isKnown(values.category, await readCategories(api)) ? values : { ...values, category: "" };
    },
    uploadPicture: (file) => uploadPicture(api, file),
  };
}

/** A stored version with its row, for requests that change it. */
export const versionedOf = ({ row, etag }: StoredArticle): Versioned<DeskArticle> => ({
  row: row as DeskArticle,
  etag,
});

type ByHand = { values: FormValues; file: File | null; note: UpdateNoteInput | null };

/** Saves an article with its status and time, as the editor asked for. */
export async function saveByHand(
  api: EditorApi,
  attempt: Attempt<Written>,
  { values, file, note }: ByHand,
): Promise<StoredArticle> {
  const { base, key } = attempt;
  if (!base) return storedOf(await createArticle(api, createForm(values, file), key), attempt);
  const before = versionedOf(base);
  return storedOf(await updateArticle(api, before, changeBody(before.row, values, file, note), key), attempt);
}
