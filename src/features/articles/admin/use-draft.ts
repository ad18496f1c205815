import { useEffect, useLayoutEffect, useState } from "react";
import { dropDraft, holdDraft, keepDraft, newDraftKey, tellDraftsChanged, type UnsavedDraft } from "./draft-store.ts";
import { differing, type FormValues } from "./form-values.ts";

/** The longest a change waits to be kept, in milliseconds. */
const LAG = 800;

type Work = { values: FormValues; file: File | null };
type Props = {
  account: string;
  article: number | null;
  etag: string | null;
  /** Changes with everything that is typed. */
  work: Work;
  isUnsaved: boolean;
  /** The work as it is at this moment. */
  current: () => Work;
  /** A draft that this form goes on with: dropped once the form's own is kept. */
  resumed: string | null;
};

export type KeptDraft = {
  /** When the work was last kept, in epoch milliseconds; null while there is nothing to keep. */
  keptAt: number | null;
  /** The browser keeps nothing: storage is full or forbidden. */
  isRefused: boolean;
  /** The work is saved, or given up: nothing of it is kept any longer. */
  forget: () => void;
};

/**
 * Keeps unsaved work in this browser as it is typed, so that a crash, a closed tab, a lost connection or an ended
 * session loses nothing. Writes follow each other; the last one is made as the page is left or the form closed.
 */
export function useDraft(props: Props): KeptDraft {
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const [keeper] = useState(createKeeper);
  const { work, isUnsaved, etag } = props;

  useLayoutEffect(() => {
    keeper.props = props;
    keeper.told = { setKeptAt, setIsRefused };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the work is to be kept, and of what it is a change to
  useEffect(() => {
    if (isUnsaved) keeper.later();
    else keeper.drop();
  }, [keeper, work, isUnsaved, etag]);
  // In the layout phase, as the editor's last words are to be had only while it is in the page.
  useLayoutEffect(() => {
    const end = keeper.begin();
    const onLeave = () => keeper.now();
    document.addEventListener("visibilitychange", onLeave);
    for (const event of ["beforeunload", "pagehide"]) window.addEventListener(event, onLeave);
    return () => {
      document.removeEventListener("visibilitychange", onLeave);
      for (const event of ["beforeunload", "pagehide"]) window.removeEventListener(event, onLeave);
      end();
    };
  }, [keeper]);

  return { keptAt, isRefused, forget: keeper.forget };
}

function createKeeper() {
  const key = newDraftKey();
  let timer: number | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let isFinished = false;
  /** What the entry holds; null while there is none. */
  let kept: { work: Work; etag: string | null } | null = null;

  const keeper = {
    props: null as Props | null,
    told: null as { setKeptAt: (at: number | null) => void; setIsRefused: (is: boolean) => void } | null,
    later() {
      // Restored work gets its own entry at once.
      const isFirst = kept === null && keeper.props?.resumed != null;
      timer ??= window.setTimeout(keeper.now, isFirst ? 0 : LAG);
    },
    now() {
      window.clearTimeout(timer);
      timer = undefined;
      const { props } = keeper;
      if (isFinished || !props?.isUnsaved) return;
      const { account, article, etag, resumed } = props;
      const work = props.current();
      const { values, file } = work;
      const isSame = kept?.etag === etag && kept.work.file === file && differing(kept.work.values, values).length === 0;
      if (isSame) return;
      const draft: UnsavedDraft = { key, account, article, etag, values, file, savedAt: Date.now(), isReplaced: false };
      const withPicture = file !== (kept?.work.file ?? null);
      kept = { work, etag };
      queue = queue
        .then(() => keepDraft(draft, withPicture))
        .then(() => (resumed === null ? undefined : dropDraft(resumed).then(tellDraftsChanged)))
        .then(
          () => {
            keeper.told?.setKeptAt(draft.savedAt);
            keeper.told?.setIsRefused(false);
          },
          () => {
            // Once more with the next change.
            kept = null;
            keeper.told?.setIsRefused(true);
          },
        );
    },
    /** For good: nothing is kept from now on. */
    forget() {
      isFinished = true;
      keeper.drop();
    },
    drop() {
      window.clearTimeout(timer);
      timer = undefined;
      const resumed = keeper.props?.resumed ?? null;
      if (kept === null && resumed === null) return;
      kept = null;
      queue = queue
        .then(() => Promise.all([dropDraft(key), resumed === null ? undefined : dropDraft(resumed)]))
        // What could not be kept need not be dropped.
        .catch(() => undefined)
        .then(() => keeper.told?.setKeptAt(null));
    },
    /** Holds the draft until the form is closed; then it is offered again, if it is still there. */
    begin() {
      const release = holdDraft(key);
      return () => {
        keeper.now();
        keeper.told = null;
        void queue.then(release).then(tellDraftsChanged);
      };
    },
  };
  return keeper;
}
