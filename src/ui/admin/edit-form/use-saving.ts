import { useState } from "react";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import type { FieldErrors } from "../field-errors.ts";
import { useToast } from "../toasts.tsx";
import { waitingSentence } from "./draft-state.tsx";
import type { FormKind } from "./form-kind.ts";
import { createUnanswered } from "./unanswered.ts";
import type { FormWork } from "./use-form-work.ts";
import { useRetry } from "./use-retry.ts";
import { differing, isSameWork, type Work } from "./values.ts";
import { isFirstVersion, type Versioned } from "./versions.ts";

/** Answers of what stands before a server that is away for a moment. */
const PASSING = [502, 503, 504];

/** Whether a call failed in a way that says nothing of what was sent, and may go through later. */
const isPassing = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && PASSING.includes(error.status));

export type SaveOptions = {
  /** Whether the form is written on once it is saved, rather than shut. */
  staysOpen: boolean;
  /** By itself, as the server may be back. */
  isRetry?: boolean;
};

type Props<Row, Values extends object> = {
  at: FormWork<Row, Values>;
  isRefused: () => boolean;
  setErrors: (errors: FieldErrors) => void;
  /** Tries the save again, which has found no server. */
  onRetry: () => void;
  /** Stored; `isShut`: the form is done with, and nothing of it is to be kept. */
  onSaved: (answer: Versioned<Row>, isNew: boolean, isShut: boolean) => void;
  /** A first try was stored after all, and somebody else has changed it since. */
  onFound: (row: Row) => void;
  /** What was edited is gone. */
  onLost: () => void;
  /** Somebody else was faster. */
  onConflict: (theirs: Versioned<Row>) => void;
};

/**
 * Sends what is typed, once: a save that finds no server is tried again, and knows an earlier try of its own that was
 * stored without an answer.
 */
export function useSaving<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const { at, setErrors, isRefused } = props;
  const api = useEditorApi();
  const show = useToast();
  const retry = useRetry(props.onRetry);
  const [unanswered] = useState(() => createUnanswered(kind));
  const showFailure = (title: string, description: string) => show({ title, description, variant: "destructive" });
  function refuse(errors: FieldErrors, title: string, description: string) {
    retry.stop();
    setErrors(errors);
    show({ title, description, ...kind.words.refused?.(errors), variant: "destructive" });
  }

  function settle(sent: Work<Values>, answer: Versioned<Row>, { staysOpen }: SaveOptions): Row {
    const isNew = at.base === null;
    unanswered.clear();
    retry.stop();
    setErrors({});
    show({ title: isNew ? kind.words.added : kind.words.updated });
    const isShut = !staysOpen && isSameWork(at.current(), sent);
    if (!isShut) at.settle(sent, answer);
    props.onSaved(answer, isNew, isShut);
    return answer.row;
  }

  function fail(error: unknown, sent: Work<Values>, isRetry: boolean): null {
    const { title, fallback } = at.base ? kind.words.updating : kind.words.adding;
    if (isPassing(error)) {
      unanswered.add(sent);
      retry.schedule();
      setErrors({});
      // Said once: the form goes on saying it for as long as it is so.
      if (!isRetry)
        showFailure(title, `${detailOf(error, fallback).replace(/\.$/, "")}. ${waitingSentence(isRefused())}`);
    } else refuse(error instanceof ApiError ? error.errors : {}, title, detailOf(error, fallback));
    return null;
  }

  async function create(sent: Work<Values>, options: SaveOptions): Promise<Row | null> {
    const made = await kind.create(api, sent, at.createKey);
    const isAll = sent.file === null && differing(kind.valuesOf(made.row), sent.values).length === 0;
    if (isAll || !made.isRepeated) return settle(sent, made, options);
    // An earlier try had arrived after all. Changed since, it is somebody else's work as well.
    if (isFirstVersion(made.etag) || unanswered.hasSent(made.row)) return goOnFrom(made, options);
    retry.stop();
    props.onFound(made.row);
    props.onConflict(made);
    return null;
  }

  /** An earlier try is stored, whose answer was lost: what was typed since is a change of it. */
  function goOnFrom(stored: Versioned<Row>, options: SaveOptions): Promise<Row | null> {
    unanswered.clear();
    at.rebase(stored);
    return saveOver(stored, options);
  }

  /** Saves over a version, or something new where it is null. Answers what is stored; null where it failed, which is told. */
  async function saveOver(from: Versioned<Row> | null, options: SaveOptions): Promise<Row | null> {
    const sent = at.tidied();
    const missing = kind.missingIn(sent.values, from?.row ?? null);
    if (Object.keys(missing).length > 0) {
      refuse(missing, "Missing required fields", "Please fill out all required fields");
      return null;
    }
    try {
      return await (from
        ? kind.update(api, from, sent).then((answer) => settle(sent, answer, options))
        : create(sent, options));
    } catch (error) {
      const status = error instanceof ApiError ? error.status : null;
      // A conflict of some field, with a name that is taken for example, is none with another version.
      if (error instanceof ApiError && status === 409 && from && Object.keys(error.errors).length === 0) {
        const theirs = await kind.read(api, kind.idOf(from.row)).catch(() => null);
        const echo = theirs && unanswered.echoOf(from, theirs);
        if (theirs && echo) return isSameWork(echo, sent) ? settle(sent, theirs, options) : goOnFrom(theirs, options);
        if (theirs) props.onConflict(theirs);
      }
      if (status === 404) props.onLost();
      return fail(error, sent, options.isRetry ?? false);
    }
  }

  return { saveOver, retry };
}
