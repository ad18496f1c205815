const LOCK = "jarida-draft:";

/** What a form is open at: the kind of form, and its row; null for a new one. */
export type OpenAt = { form: string; subject: number | null };

/** Drafts that are open in forms of this tab, and what these are open at. */
const inThisTab = new Map<string, () => OpenAt | null>();

export const isHeldHere = (key: string): boolean => inThisTab.has(key);

/** Whether this tab has a form of this kind open at a row. */
export const isOpenHere = (form: string, subject: number): boolean =>
  [...inThisTab.values()].some((openAt) => {
    const at = openAt();
    return at?.form === form && at.subject === subject;
  });

/** Whether the browser can tell which drafts are open elsewhere: only with https. */
export const hasLocks = (): boolean => typeof navigator !== "undefined" && navigator.locks !== undefined;

/**
 * Waits until no form has the draft open: its tab was closed, reloaded or crashed. Rejects once `signal` is aborted.
 */
export async function whenFree(key: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(LOCK + key, { mode: "shared", signal }, () => undefined);
}

/**
 * Calls `then` whenever a draft has become free that was waited for; each is waited for once at a time. Ends with
 * `signal`. Returns the function that waits for a draft.
 */
export function waitForFree(signal: AbortSignal, then: () => void): (key: string) => void {
  const awaited = new Set<string>();
  return (key) => {
    if (awaited.has(key)) return;
    awaited.add(key);
    whenFree(key, signal).then(
      () => {
        awaited.delete(key);
        then();
      },
      // The page has gone on without it.
      () => undefined,
    );
  };
}

/** Drafts that `withFreeDraft` keeps this tab's forms from opening. */
const usedHere = new Set<string>();

/**
 * Runs `use` while no form or tab can open the draft; in this tab it still counts as free. Returns false, and runs
 * nothing, where one has it open.
 */
export async function withFreeDraft(key: string, use: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(LOCK + key, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    usedHere.add(key);
    try {
      await use();
    } finally {
      usedHere.delete(key);
    }
    return true;
  });
}

/**
 * Marks a draft as open for as long as this page lives: a crash releases it at once. `openAt`: what the form that has it
 * is open at, as of now. Returns the release function. Where the Locks API is missing (no https), an open draft is
 * offered in other tabs too, as a copy.
 */
export function holdDraft(key: string, openAt: () => OpenAt | null = () => null): () => Promise<void> {
  inThisTab.set(key, openAt);
  const release = holdLock(LOCK + key);
  return async () => {
    await release();
    inThisTab.delete(key);
  };
}

function holdLock(name: string): () => Promise<void> {
  if (!hasLocks()) return async () => {};
  let isOver = false;
  let release: (() => void) | undefined;
  // A lock that is granted after release is given back at once.
  const held = navigator.locks.request(name, () => {
    if (isOver) return undefined;
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  return async () => {
    isOver = true;
    release?.();
    await held;
  };
}

/** The drafts that are open in a form, or in use by another tab, somewhere in this browser. */
export async function heldKeys(): Promise<Set<string>> {
  if (!hasLocks()) return new Set();
  const { held = [] } = await navigator.locks.query();
  const keys = held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
  return new Set(keys.filter((key) => !usedHere.has(key)));
}
