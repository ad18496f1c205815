import { type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { errorsAfter, type FieldErrors, useErrorFocus } from "../field-errors.ts";
import { useToast } from "../toasts.tsx";
import { useUnsaved } from "../unsaved.ts";
import type { Beginning } from "./beginning.ts";
import { waitingSentence } from "./draft-state.tsx";
import type { UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import { useConflict } from "./use-conflict.ts";
import { useDraft } from "./use-draft.ts";
import { type LivePart, useFormWork } from "./use-form-work.ts";
import { useOnce } from "./use-once.ts";
import { useRetry } from "./use-retry.ts";
import { differing, isSameWork, type Work } from "./values.ts";
import { isLaterVersion, isNextVersion, type Versioned } from "./versions.ts";

/** Answers of what stands before a server that is away for a moment. */
const PASSING = [502, 503, 504];

/** Whether a call failed in a way that says nothing of what was sent, and may go through later. */
const isPassing = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && PASSING.includes(error.status));

type Props<Row, Values extends object> = {
  account: string;
  beginning: Beginning<Row, Values>;
  form: RefObject<HTMLFormElement | null>;
  live: RefObject<LivePart<Values> | null>;
  /** What the server has by now, where that is watched. */
  newest?: Versioned<Row> | null;
  /** Something was stored: what else shows it is to follow. */
  onStored: (row: Row, isNew: boolean) => void;
  /** All is saved and the form may go. */
  onDone: (row: Row) => void;
  /** A new one was stored, and is being written on. */
  onCreated: (row: Row) => void;
};

type SaveOptions = {
  /** Whether the form is written on once it is saved, rather than shut. */
  staysOpen: boolean;
  /** By itself, as the connection may be back. */
  isRetry?: boolean;
};

/**
 * A form at work on something that is added or changed: what is typed and kept, how it is saved and tried again, what
 * is wrong with it, and what becomes of it where somebody else was faster.
 */
export function useEditForm<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const { account, beginning, form, live, newest = null, onStored, onDone, onCreated } = props;
  const { words } = kind;
  const api = useEditorApi();
  const show = useToast();
  const at = useFormWork(kind, beginning, live);
  const { base, work, current } = at;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [note, setNote] = useState(beginning.isDeleted ? words.deleted : null);
  const { isBusy, once } = useOnce();
  useErrorFocus(form, errors);
  const retry = useRetry(() => void save({ staysOpen: true, isRetry: true }));
  /** What was sent and never answered: it may have been stored. */
  const unanswered = useRef<Work<Values> | null>(null);
  const isUnsaved = at.isChanged || retry.isWaiting;
  const draft = useDraft<Values>({
    account,
    form: kind.name,
    subject: base ? kind.idOf(base.row) : null,
    etag: base?.etag ?? null,
    createKey: at.createKey,
    work,
    isUnsaved,
    current,
    resumed: beginning.restored?.key ?? null,
  });
  useUnsaved(isUnsaved, draft.isSafe);

  /** What the server has is one's own change, whose answer was lost. */
  function isOwn(from: Versioned<Row>, theirs: Versioned<Row>): boolean {
    const sent = unanswered.current;
    if (!sent || !isNextVersion(from.etag, theirs.etag)) return false;
    const stored = kind.valuesOf(theirs.row);
    // What was left to the server, and a picture that was sent as a file, have a value only now.
    return differing(stored, sent.values).every(
      (name) => sent.values[name] === null || (sent.file !== null && name === kind.fileField),
    );
  }

  function settle(sent: Work<Values>, answer: Versioned<Row>, { staysOpen }: SaveOptions): Row {
    const isNew = base === null;
    unanswered.current = null;
    retry.stop();
    setErrors({});
    setNote(null);
    conflict.close();
    onStored(answer.row, isNew);
    show({ title: isNew ? words.added : words.updated });
    if (!staysOpen && isSameWork(current(), sent)) {
      draft.forget();
      onDone(answer.row);
      return answer.row;
    }
    at.settle(sent, answer);
    if (isNew) onCreated(answer.row);
    return answer.row;
  }

  function fail(error: unknown, sent: Work<Values>, isRetry: boolean): void {
    const { title, fallback } = base ? words.updating : words.adding;
    if (isPassing(error)) {
      unanswered.current = sent;
      retry.schedule();
      setErrors({});
      const description = `${detailOf(error, fallback).replace(/\.$/, "")}. ${waitingSentence(draft.isRefused)}`;
      // Said once: the form goes on saying it for as long as it is so.
      if (!isRetry) show({ title, description, variant: "destructive" });
      return;
    }
    retry.stop();
    setErrors(error instanceof ApiError ? error.errors : {});
    show({ title, description: detailOf(error, fallback), variant: "destructive" });
  }

  /** Saves over a version, or something new where it is null. Answers what is stored, or null where it failed, which is told. */
  async function saveOver(from: Versioned<Row> | null, options: SaveOptions): Promise<Row | null> {
    const sent = current();
    const missing = kind.missingIn(sent.values, from?.row ?? null);
    if (Object.keys(missing).length > 0) {
      retry.stop();
      setErrors(missing);
      const description = "Please fill out all required fields";
      show({ title: "Missing required fields", description, variant: "destructive" });
      return null;
    }
    try {
      if (from) return settle(sent, await kind.update(api, from, sent), options);
      const made = await kind.create(api, sent, at.createKey);
      if (!made.isRepeated) return settle(sent, made, options);
      // An earlier try had arrived after all: what was typed since is a change of it.
      return await goOnFrom(made, sent, options);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && from) {
        const theirs = await kind.read(api, kind.idOf(from.row)).catch(() => null);
        if (theirs && isOwn(from, theirs)) return goOnFrom(theirs, sent, options);
        if (theirs) conflict.open(theirs);
      }
      if (error instanceof ApiError && error.status === 404) {
        at.loseBase();
        setNote(words.deleted);
      }
      fail(error, sent, options.isRetry ?? false);
      return null;
    }
  }

  /** An earlier try is stored, whose answer was lost: only what was typed since is to be sent. */
  async function goOnFrom(stored: Versioned<Row>, sent: Work<Values>, options: SaveOptions): Promise<Row | null> {
    const isAll = differing(kind.valuesOf(stored.row), sent.values).length === 0 && sent.file === null;
    const wasAll = unanswered.current !== null && isSameWork(unanswered.current, sent);
    unanswered.current = null;
    if (isAll || wasAll) return settle(sent, stored, options);
    at.rebase(stored);
    return saveOver(stored, options);
  }

  const save = (options: SaveOptions) => once(() => saveOver(base, options)).then((row) => row ?? null);

  const conflict = useConflict(kind, {
    account,
    at,
    first: beginning.conflict,
    form,
    once,
    saveOver: (from) => saveOver(from, { staysOpen: !kind.closesWhenSaved }),
    onStored,
  });

  // Watched, and changed by somebody else: an untouched form follows, any other says so.
  const newer = newest && base && isLaterVersion(newest.etag, base.etag) ? newest : null;
  const follows = newer !== null && !isUnsaved && !isBusy;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (newer && follows) at.adopt(newer);
  }, [newer, follows]);

  return {
    base: base?.row ?? null,
    values: work.values,
    file: work.file,
    errors,
    note,
    isBusy,
    isUnsaved,
    isWaiting: retry.isWaiting,
    draft,
    conflict: { ...conflict, newer: conflict.waiting ?? (follows ? null : newer) },
    current,
    change(values: Partial<Values>) {
      at.change(values);
      setErrors((before) => errorsAfter(before, values));
    },
    setFile(file: File | null, field: keyof Values & string) {
      at.setFile(file);
      setErrors((before) => errorsAfter(before, { [field]: true }));
    },
    save,
    once,
    /** Gives the work up. Answers it, so that this can be undone. */
    discard(): UnsavedDraft<Values> {
      const given = draft.snapshot();
      retry.stop();
      draft.forget();
      return given;
    },
  };
}

export type EditForm<Row, Values extends object> = ReturnType<typeof useEditForm<Row, Values>>;
