import { holdDraft } from "./draft-locks.ts";
import { dropDraft, keepDraft, newDraftKey, notifyDraftsChanged, type UnsavedDraft } from "./draft-store.ts";
import { isSameWork, type Work } from "./values.ts";
import { waitingFiles } from "./waiting-pictures.ts";

/** The maximum delay before a change is stored, in milliseconds. */
const MAX_KEEP_DELAY_MS = 800;

export type DraftProps<Values extends object> = Pick<
  UnsavedDraft<Values>,
  "account" | "form" | "subject" | "etag" | "createKey"
> & {
  isUnsaved: boolean;
  /** The current work. */
  current: () => Work<Values>;
  /** What `values` change of the version that the work is based on. */
  changesOf: (values: Values) => Pick<UnsavedDraft<Values>, "changed" | "began">;
  /** The version as a change of which the work that is resumed was sent; null if it was not. */
  tried: string | null;
  /** The draft that this form resumes: deleted once the form's own is stored. */
  resumed: string | null;
};

type Report = { setKeptAt: (at: number | null) => void; setIsRefused: (is: boolean) => void };

/**
 * Queues the writes of one draft's entry: a failure does not stop the next one, which then also writes the picture that
 * the failed one could not. A deletion does not wait for its turn.
 */
function createEntry<Values extends object>(key: string) {
  let queue: Promise<unknown> = Promise.resolve();
  /** The picture in the entry. */
  let picture: File | null = null;
  /** What the entry is known to have: a write that is under way may not end before the page does. */
  let stored: Work<Values> | null = null;
  /** How often it was deleted: a write that was asked for before has nothing to store any more. */
  let deletions = 0;
  return {
    stored: () => stored,
    write(draft: UnsavedDraft<Values>, resumed: string | null): Promise<void> {
      const asked = deletions;
      const isDeleted = () => asked !== deletions;
      const written = queue.then(async () => {
        if (isDeleted()) return;
        await keepDraft(draft, draft.file !== picture, resumed);
        if (isDeleted()) return;
        picture = draft.file;
        stored = draft;
        if (resumed !== null) notifyDraftsChanged();
      });
      // What the browser refused is in memory, which a deletion meanwhile could not know.
      queue = written.catch(() => (isDeleted() ? dropDraft(key).catch(() => undefined) : undefined));
      return written;
    },
    /**
     * Begun at once, as the page may be unloading while an earlier write is under way: the database does both in the
     * order in which they were begun.
     */
    drop(resumed: string | null): Promise<unknown> {
      deletions++;
      picture = null;
      stored = null;
      const dropped = Promise.all([dropDraft(key), resumed === null ? undefined : dropDraft(resumed)])
        // A draft that could not be stored need not be deleted.
        .catch(() => undefined);
      queue = Promise.all([queue, dropped]);
      return queue;
    },
    whenIdle: (then: () => Promise<unknown>) => void queue.then(then).then(notifyDraftsChanged),
  };
}

/** The work of a form as a draft. `tried`: the version as a change of which it was last sent. */
function snapshotOf<Values extends object>(
  key: string,
  { account, form, subject, etag, createKey, current, changesOf }: DraftProps<Values>,
  tried: string | null,
): UnsavedDraft<Values> {
  const work = current();
  const sent = { ...changesOf(work.values), isTried: etag !== null && tried === etag };
  const pictures = waitingFiles(work.values);
  const draft = { key, account, form, subject, etag, createKey, ...work, ...(pictures && { pictures }), ...sent };
  return { ...draft, savedAt: Date.now(), isReplaced: false };
}

/** Holds the draft of a form, and that which it resumes. Returns how to release both. */
function holdWithResumed<Values extends object>(key: string, props: () => DraftProps<Values>): () => Promise<unknown> {
  const { resumed } = props();
  const held = [holdDraft(key, props), ...(resumed === null ? [] : [holdDraft(resumed)])];
  return () => Promise.all(held.map((release) => release()));
}

/** Keeps the draft of one form. Writes are sequential; the last one happens when the page is left or the form closed. */
export function createKeeper<Values extends object>(first: DraftProps<Values>) {
  const key = newDraftKey();
  const entry = createEntry<Values>(key);
  let timer: number | undefined;
  let isFinished = false;
  /** The content of the entry; null while there is none, or none could be written. */
  let kept: { work: Work<Values>; etag: string | null; isTried: boolean } | null = null;
  let hasEntry = false;
  let { tried } = first;

  const stopTimer = () => {
    window.clearTimeout(timer);
    timer = undefined;
  };
  const write = (draft: UnsavedDraft<Values>) => {
    hasEntry = true;
    const written = kept;
    entry.write(draft, keeper.props.resumed).then(
      () => {
        keeper.report?.setKeptAt(draft.savedAt);
        keeper.report?.setIsRefused(false);
      },
      () => {
        // Retried with the next change, unless a later write is under way.
        if (kept === written) kept = null;
        keeper.report?.setIsRefused(true);
      },
    );
  };

  const keeper = {
    props: first,
    report: null as Report | null,
    later() {
      // Restored work is stored as a new entry at once.
      timer ??= window.setTimeout(keeper.now, !kept && keeper.props.resumed !== null ? 0 : MAX_KEEP_DELAY_MS);
    },
    /** Brings the entry up to date at once. */
    now() {
      stopTimer();
      // Saved a moment ago: whoever leaves at once is not to be offered it again.
      if (!keeper.props.isUnsaved && hasEntry) keeper.drop();
      if (isFinished || !keeper.props.isUnsaved) return;
      const draft = keeper.snapshot();
      const { etag, values, file, isTried = false } = draft;
      if (kept?.etag === etag && kept.isTried === isTried && isSameWork(kept.work, { values, file })) return;
      kept = { work: { values, file }, etag, isTried };
      write(draft);
    },
    snapshot: () => snapshotOf(key, keeper.props, tried),
    /** The work is about to be sent: whatever becomes of this page, the draft is to know, and have all that is sent. */
    beforeSending() {
      tried = keeper.props.etag;
      keeper.now();
    },
    isSafe: () =>
      isFinished ||
      !keeper.props.isUnsaved ||
      [kept?.work, entry.stored()].every((work) => work && isSameWork(work, keeper.props.current())),
    /** Permanent: nothing is stored from now on. */
    forget() {
      isFinished = true;
      keeper.drop();
    },
    drop() {
      stopTimer();
      const { resumed } = keeper.props;
      if (!hasEntry && resumed === null) return;
      kept = null;
      hasEntry = false;
      // A form that is shut may have its work offered already.
      void entry.drop(resumed).then(() => (keeper.report ? keeper.report.setKeptAt(null) : notifyDraftsChanged()));
    },
    /** Holds the draft until the form is closed; then it is offered again, if it still exists. */
    begin() {
      const release = holdWithResumed(key, () => keeper.props);
      return () => {
        keeper.now();
        keeper.report = null;
        entry.whenIdle(release);
      };
    },
  };
  return keeper;
}
