import type { EditorApi } from "#shared/editor-api.tsx";
import { hasLocks, isOpenHere, waitForFree, withFreeDraft } from "./draft-locks.ts";
import { draftsOf, dropDraft, findDraft, keepDraft, notifyDraftsChanged, type UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import { isPassing } from "./passing.ts";
import { mayStoreItself, storeCopy } from "./store-copy.ts";
import { refusalsIn } from "./waiting-pictures.ts";

/** A copy that the server has now, and why it has not got some of its pictures. */
export type StoredCopy<Row> = { row: Row; title: string; refused: string[] };

type Props<Row, Values extends object> = {
  kind: FormKind<Row, Values>;
  account: string;
  api: EditorApi;
  /** Tries again while the server cannot be reached. */
  retry: { schedule: () => void; stop: () => void };
  /** Some copies were stored, all in one go. */
  onStored: (copies: StoredCopy<Row>[]) => void;
};

/** Stores the copies of an account's work that no form has open, one after the other, and offers what it cannot. */
export function createCopyStorer<Row, Values extends object>(props: Props<Row, Values>) {
  const { kind, account, api, retry, onStored } = props;
  /**
   * Copies that are offered, by what they are and when they were kept: until they change. Those that the server was away
   * for are tried again once it may be back, and stay offered meanwhile: a button must not vanish under a click.
   */
  const offered = new Map<string, "asked" | "away" | "again">();
  const over = new AbortController();
  let running: Promise<void> | null = null;
  let isAsked = false;
  const nameOf = ({ key, savedAt }: UnsavedDraft) => `${key} ${savedAt}`;
  const mayStore = (draft: UnsavedDraft<object>): boolean =>
    hasLocks() &&
    draft.account === account &&
    mayStoreItself(draft) &&
    !(draft.subject !== null && isOpenHere(draft.form, draft.subject));
  const mayTry = (draft: UnsavedDraft<object>): boolean =>
    [undefined, "again"].includes(offered.get(nameOf(draft))) && mayStore(draft);
  const runWhenFree = waitForFree(over.signal, () => void storer.run());

  const storer = {
    /** Whether a copy is about to be stored for the first time: it is not offered meanwhile. */
    isDue: (draft: UnsavedDraft<object>): boolean => !offered.has(nameOf(draft)) && mayStore(draft),
    /** Stores what is due, and resolves when that is done. */
    run(): Promise<void> {
      isAsked = true;
      running ??= runWhileAsked().finally(() => {
        running = null;
      });
      return running;
    },
    /** The server may be back. */
    again(): void {
      for (const [name, why] of offered) if (why === "away") offered.set(name, "again");
      void storer.run();
    },
    stop: () => over.abort(),
  };

  async function runWhileAsked(): Promise<void> {
    while (isAsked) {
      isAsked = false;
      await storeAll();
    }
  }

  async function storeAll(): Promise<void> {
    const { free, busy } = await draftsOf<Values>(account, kind.name);
    busy.forEach(runWhenFree);
    // What was written first goes first: later work may have been begun from it.
    const due = free.filter(mayTry).reverse();
    const stored: StoredCopy<Row>[] = [];
    for (const draft of due) {
      const isMine = await withFreeDraft(draft.key, async () => void stored.push(...(await storeOne(draft.key))));
      if (!isMine) runWhenFree(draft.key);
    }
    if (![...offered.values()].includes("away")) retry.stop();
    if (due.length > 0) notifyDraftsChanged();
    if (stored.length > 0) onStored(stored);
  }

  async function storeOne(key: string): Promise<StoredCopy<Row>[]> {
    // Another tab may have stored it, or a form changed it.
    const draft = await findDraft<Values>(key);
    if (!draft || over.signal.aborted) return [];
    try {
      // The session has ended, or is somebody else's.
      if (api.account() !== account) throw new SessionOver();
      const noteTry = () => (draft.isTried ? Promise.resolve() : keepDraft({ ...draft, isTried: true }, false));
      const { is, row, rest } = await storeCopy(kind, api, draft, noteTry);
      offered.delete(nameOf(draft));
      if (rest === null) await dropDraft(key);
      // It may have been discarded meanwhile.
      else if (rest !== draft && (await findDraft(key))) await keepDraft(rest, rest.file !== draft.file);
      if (rest !== null) offered.set(nameOf(rest), "asked");
      // What the server had already is reported only where an earlier try came from here.
      const isNews = is === "stored" || (is === "known" && draft.isTried === true);
      const refused = refusalsIn(draft.values);
      return isNews && row !== null ? [{ row, title: kind.titleOf(draft.values), refused }] : [];
    } catch (error) {
      const isAway = error instanceof SessionOver || isPassing(error);
      offered.set(nameOf(draft), isAway ? "away" : "asked");
      if (isAway) retry.schedule();
      else reportError(error);
      return [];
    }
  }
  return storer;
}

class SessionOver extends Error {}

export type CopyStorer = Pick<ReturnType<typeof createCopyStorer<object, object>>, "isDue" | "run">;

/** What stores copies in this page, by the kind of form. */
const storers = new Map<string, CopyStorer>();

/** Lets lists and forms of a kind know what stores its copies. Returns how to end that. */
export function announceStorer(form: string, storer: CopyStorer): () => void {
  storers.set(form, storer);
  return () => {
    if (storers.get(form) === storer) storers.delete(form);
  };
}

/** Whether a copy is about to be stored, and not to be offered. */
export const isDue = (draft: UnsavedDraft<object>): boolean => storers.get(draft.form)?.isDue(draft) ?? false;

/** Resolves when all copies of a kind of form that can be stored are. */
export const copiesStored = async (form: string): Promise<void> => storers.get(form)?.run();
