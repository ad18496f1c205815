/** Exclusive while a form has the draft open, shared while it is being stored without one. */
const LOCK = "jarida-draft:";
/** Exclusive while a tab stores the draft. */
const STORING = "jarida-draft-storing:";

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
 * Waits until no form has the draft open (its tab was closed, reloaded or crashed) and no tab is storing it. Rejects once
 * `signal` is aborted.
 */
export async function whenFree(key: string, signal: AbortSignal): Promise<void> {
  const isShared = { mode: "shared", signal } as const;
  await navigator.locks.request(LOCK + key, isShared, () => undefined);
  await navigator.locks.request(STORING + key, isShared, () => undefined);
}

/** Waits until no tab is storing the draft; a form that has it open is not waited for. */
export async function whenStored(key: string): Promise<void> {
  if (hasLocks()) await navigator.locks.request(STORING + key, { mode: "shared" }, () => undefined);
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

/**
 * Runs `store` while no form can open the draft and no other tab can store it; the draft still counts as free, in every
 * tab. Returns false, and runs nothing, where a form has it open or a tab is storing it.
 */
export async function withFreeDraft(key: string, store: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(LOCK + key, { mode: "shared", ifAvailable: true }, async (draftLock) => {
    if (draftLock === null) return false;
    return navigator.locks.request(STORING + key, { ifAvailable: true }, async (storingLock) => {
      if (storingLock === null) return false;
      await store();
      return true;
    });
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

/** The drafts that are open in a form somewhere in this browser. */
export async function heldKeys(): Promise<Set<string>> {
  if (!hasLocks()) return new Set();
  const { held = [] } = await navigator.locks.query();
  const open = held.filter(({ name, mode }) => name?.startsWith(LOCK) && mode === "exclusive");
  return new Set(open.map(({ name = "" }) => name.slice(LOCK.length)));
}
