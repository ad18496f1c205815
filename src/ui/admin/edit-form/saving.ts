import { ApiError } from "#shared/api-client.ts";
import { detailOf, type EditorApi } from "#shared/editor-api.tsx";
import type { FieldErrors } from "../field-errors.ts";
import type { AdminMessage } from "../toasts.tsx";
import { waitingSentence } from "./draft-state.tsx";
import type { FormKind } from "./form-kind.ts";
import type { FormWork } from "./form-work.ts";
import { isAway } from "./passing.ts";
import type { Unanswered } from "./unanswered.ts";
import { differing, isSameWork, type Work } from "./values.ts";
import { isFirstVersion, type Versioned } from "./versions.ts";

export type SaveOptions<Row> = {
  /** Whether the form stays open after saving. */
  staysOpen: boolean;
  /** Whether this is an automatic retry. */
  isRetry?: boolean;
  /** The toast of success, where the save was part of something else. */
  said?: (row: Row) => AdminMessage;
};

export type SavingProps<Row, Values extends object> = {
  at: FormWork<Row, Values>;
  isRefused: () => boolean;
  setErrors: (errors: FieldErrors) => void;
  /** Stored; `canClose`: the form can be closed, and nothing of it is to be kept. */
  onSaved: (answer: Versioned<Row>, isNew: boolean, canClose: boolean) => void;
  /** A first try had been stored after all, and somebody else has changed it since. */
  onFound: (row: Row) => void;
  /** The edited row no longer exists. */
  onLost: () => void;
  /** Somebody else has stored another version in the meantime. */
  onConflict: (theirs: Versioned<Row>) => void;
};

/** What a save is made with. */
type Tools<Row, Values extends object> = {
  api: EditorApi;
  show: (message: AdminMessage) => void;
  retry: { schedule: () => void; stop: () => void };
  unanswered: Unanswered<Row, Values>;
  /** Whether the form was left. */
  isGone: () => boolean;
};

/**
 * Sends what is typed, exactly once: a save that cannot reach the server is retried, and recognises an earlier try of
 * its own that was stored without a response.
 */
export function createSaving<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  props: SavingProps<Row, Values> & Tools<Row, Values>,
) {
  const { at, setErrors, isRefused, api, show, retry, unanswered, isGone } = props;
  function refuse(errors: FieldErrors, title: string, description: string) {
    retry.stop();
    setErrors(errors);
    show({ title, description, ...kind.words.refused?.(errors), variant: "destructive" });
  }

  function settle(sent: Work<Values>, answer: Versioned<Row>, { staysOpen, said }: SaveOptions<Row>): Row {
    const isNew = at.base === null;
    unanswered.clear();
    retry.stop();
    setErrors({});
    show(said?.(answer.row) ?? { title: isNew ? kind.words.added : kind.words.updated });
    const canClose = !staysOpen && isSameWork(at.current(), sent);
    if (!canClose) at.settle(sent, answer);
    props.onSaved(answer, isNew, canClose);
    return answer.row;
  }

  /** `sent`: what was sent, if anything. */
  function fail(error: unknown, sent: Work<Values> | null, isRetry: boolean): null {
    const { title, fallback } = at.base ? kind.words.updating : kind.words.adding;
    if (isAway(error)) {
      if (sent) unanswered.add(sent);
      retry.schedule();
      setErrors({});
      // Shown once: the form itself shows the state while it lasts.
      const description = `${detailOf(error, fallback).replace(/\.$/, "")}. ${waitingSentence(isRefused())}`;
      if (!isRetry) show({ title, description, variant: "destructive" });
    } else refuse(error instanceof ApiError ? error.errors : {}, title, detailOf(error, fallback));
    return null;
  }

  async function create(sent: Work<Values>, options: SaveOptions<Row>): Promise<Row | null> {
    const made = await kind.create(api, sent, at.createKey);
    const isAll = sent.file === null && differing(kind.valuesOf(made.row), sent.values).length === 0;
    if (isAll || !made.isRepeated) return settle(sent, made, options);
    // An earlier try had been stored after all. If it was changed since, somebody else's work is in it too.
    if (isFirstVersion(made.etag) || unanswered.hasSent(made.row)) return goOnFrom(made, options);
    retry.stop();
    props.onFound(made.row);
    props.onConflict(made);
    return null;
  }

  /** An earlier try was stored but its response lost: what was typed since is a change of it. */
  function goOnFrom(stored: Versioned<Row>, options: SaveOptions<Row>): Promise<Row | null> {
    unanswered.clear();
    at.rebase(stored);
    return saveOver(stored, options);
  }

  /**
   * Overwrites a version, or creates a row if it is null. Returns the stored row; null after a failure, which is shown.
   */
  async function saveOver(from: Versioned<Row> | null, options: SaveOptions<Row>): Promise<Row | null> {
    const missing = kind.missingIn(at.tidied().values, from?.row ?? null);
    if (Object.keys(missing).length > 0) {
      refuse(missing, "Missing required fields", "Please fill out all required fields");
      return null;
    }
    let sent: Work<Values> | null = null;
    try {
      if (at.holdsWaiting()) await at.ready(api);
      // Left while its pictures were on their way: nothing is saved in the background.
      if (isGone()) return null;
      const work = at.tidied();
      sent = work;
      return await (from
        ? kind.update(api, from, work).then((answer) => settle(work, answer, options))
        : create(work, options));
    } catch (error) {
      const status = error instanceof ApiError ? error.status : null;
      // A conflict in a field, such as a name that is taken, is not one with another version.
      if (sent && error instanceof ApiError && status === 409 && from && Object.keys(error.errors).length === 0) {
        const theirs = await kind.read(api, kind.idOf(from.row)).catch(() => null);
        const echo = theirs && unanswered.echoOf(from, theirs);
        if (theirs && echo) return isSameWork(echo, sent) ? settle(sent, theirs, options) : goOnFrom(theirs, options);
        if (theirs) props.onConflict(theirs);
      }
      if (status === 404) props.onLost();
      return fail(error, sent, options.isRetry ?? false);
    }
  }

  return saveOver;
}
