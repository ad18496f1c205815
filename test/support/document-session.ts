import { NetworkError } from "#shared/api-client.ts";
import { DocumentSession } from "#ui/admin/session/document-session.ts";
import { type Attempt, type Session, type Stored, startSession } from "#ui/admin/session/session.ts";
import type { SessionState } from "#ui/admin/session/session-ports.ts";

export type Values = { title: string; content: string };
export const FIRST: Values = { title: "Title", content: "one" };
/** The longest that typed words wait before they are sent, and before a failed save is repeated. */
export const PAUSE = 2_000;
export const RETRY = 4_000;

type Options = {
  storesItself?: boolean;
  storesFirst?: (values: Values) => boolean;
  prepare?: (values: Values) => Promise<Values>;
};

/** A session on a stored document, with a server whose next responses a test may script. */
export function openSession(start?: Session<Values>, { storesItself = true, storesFirst, prepare }: Options = {}) {
  let newest: Stored<Values> = { values: FIRST, etag: "1" };
  const keys = new Map<string, true>();
  const seen = {
    attempts: [] as Attempt<Values>[],
    asked: [] as boolean[],
    kept: [] as { session: Session<Values>; isUnsaved: boolean }[],
    shown: [] as Values[],
    states: [] as SessionState<Values>["connection"][],
  };
  /** What happens to the next requests instead of success. */
  const faults: (() => void)[] = [];
  const readFaults: (() => void)[] = [];
  const editor: Partial<Values> = {};
  const store = (values: Values) => {
    newest = { values, etag: String(Number(newest.etag) + 1) };
    return newest;
  };
  let whileUploading = () => {};
  const session = new DocumentSession<Values>(start ?? startSession(newest, FIRST), {
    rules: {
      merge: () => undefined,
      isNewer: (next, than) => Number(next) > Number(than),
      isEmpty: () => false,
    },
    storesItself: () => storesItself,
    ...(prepare && { prepare }),
    ...(storesFirst && { storesFirst }),
    async read() {
      readFaults.shift()?.();
      return newest;
    },
    async save(attempt, isAsked) {
      seen.attempts.push(attempt);
      seen.asked.push(isAsked === true);
      const fault = faults.shift();
      const isKnown = keys.has(attempt.key);
      if (fault && fault !== losesResponse) fault();
      const hasOthers = isKnown || newest.etag !== attempt.base?.etag;
      if (!isKnown) {
        keys.set(attempt.key, true);
        store({ ...newest.values, ...attempt.values });
      }
      if (fault) throw new NetworkError();
      return { ...newest, hasOthers };
    },
    upload: async () => whileUploading(),
    uploaded: (values) => ({ ...values, content: values.content.replace("pending:", "/media/") }),
    collect: () => editor,
    show: (values) => {
      seen.shown.push(values);
      if ("content" in editor) editor.content = values.content;
    },
    keep: (session, isUnsaved) => seen.kept.push({ session, isUnsaved }),
    onChange: ({ connection }) => seen.states.push(connection),
  });
  session.open();
  return {
    session,
    seen,
    faults,
    readFaults,
    editor,
    store,
    onUpload: (then: () => void) => {
      whileUploading = then;
    },
    stored: () => newest.values,
  };
}

/** The request arrives, but its response is lost. */
export const losesResponse = () => {};
export const fails = (error: Error) => () => {
  throw error;
};
