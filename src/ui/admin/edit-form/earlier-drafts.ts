import { createStore, entries, promisifyRequest } from "idb-keyval";

/** Unsaved work in the format of an earlier version, imported once after an upgrade. */
export type UnsavedDraft<Values extends object = object> = {
  key: string;
  account: string;
  /** The kind of form, for example 'article'. */
  form: string;
  /** The id of the edited row; null for a new one. */
  subject: number | null;
  /** The version the work is based on. */
  etag: string | null;
  /** The idempotency key of its creation. */
  createKey: string;
  values: Values;
  /** The fields that differ from that version, with their values in it; missing in the oldest entries. */
  changed?: readonly string[];
  began?: Partial<Values>;
  /** Whether it was sent as a change of that version: it may have been stored. */
  isTried?: boolean;
  /** A chosen picture that has not been uploaded, and the pictures in its texts. */
  file: File | null;
  pictures?: Readonly<Record<string, File>>;
  /** Epoch milliseconds. */
  savedAt: number;
  /** Whether it is another user's version that was overwritten, or the user's own that was not chosen. */
  isReplaced: boolean;
  isLeftOut?: boolean;
};

type Entry = Omit<UnsavedDraft, "file" | "pictures">;
/** An entry from when only articles were stored. */
type OldEntry = Omit<Entry, "form" | "subject" | "createKey"> & { article: number | null };

const DRAFT = "draft:";
const PICTURE = "picture:";
/** Followed by the draft's key, a space, and the address that stands for the picture in the text. */
const TEXT_PICTURE = "text-picture:";
/** The lock of a form that has a draft open: a tab may still run the earlier version. */
const LOCK = "jarida-draft:";

const store = () => createStore("jarida-drafts", "drafts");

/** An account's drafts of one kind of form that no tab has open, oldest first. */
export async function earlierDrafts(account: string, form: string): Promise<UnsavedDraft[]> {
  const all = new Map(await entries<string, unknown>(store()).catch(() => []));
  if (all.size === 0) return [];
  const locks = await navigator.locks?.query();
  const isOpen = (key: string) => locks?.held?.some(({ name }) => name === LOCK + key) === true;
  return [...all]
    .flatMap(([name, value]) => (name.startsWith(DRAFT) ? [withPictures(all, inTodaysShape(value as Entry))] : []))
    .filter((draft) => draft.account === account && draft.form === form && !isOpen(draft.key))
    .sort((one, other) => one.savedAt - other.savedAt);
}

/** Deletes an imported draft. */
export async function dropEarlierDraft(key: string): Promise<void> {
  await store()("readwrite", (objects) => {
    for (const name of [DRAFT + key, PICTURE + key]) objects.delete(name);
    objects.delete(IDBKeyRange.bound(`${TEXT_PICTURE}${key} `, `${TEXT_PICTURE}${key} \uffff`));
    objects.transaction.commit();
    return promisifyRequest(objects.transaction);
  });
}

function withPictures(all: ReadonlyMap<string, unknown>, entry: Entry): UnsavedDraft {
  const prefix = `${TEXT_PICTURE}${entry.key} `;
  const texts = [...all].filter(([name]) => name.startsWith(prefix));
  const pictures = Object.fromEntries(texts.map(([name, file]) => [name.slice(prefix.length), file as File]));
  const file = (all.get(PICTURE + entry.key) as File | undefined) ?? null;
  return { ...entry, file, ...(texts.length > 0 && { pictures }) };
}

function inTodaysShape(entry: Entry | OldEntry): Entry {
  if ("form" in entry) return entry;
  const { article, ...rest } = entry;
  return { ...rest, form: "article", subject: article, createKey: entry.key };
}
