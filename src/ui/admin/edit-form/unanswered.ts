import type { FormKind } from "./form-kind.ts";
import { differing, isSameWork, type Work } from "./values.ts";
import { isNextVersion, type Versioned } from "./versions.ts";

/** What a form has sent without ever getting a response: one of these tries may have been stored. */
export type Unanswered<Row, Values extends object> = {
  add: (sent: Work<Values>) => void;
  clear: () => void;
  /** The try that is now stored as the next version of `from`; undefined if `stored` is somebody else's. */
  echoOf: (from: Versioned<Row>, stored: Versioned<Row>) => Work<Values> | undefined;
  /** Whether a row matches one of the tries. */
  hasSent: (row: Row) => boolean;
};

export function createUnanswered<Row, Values extends object>(
  kind: Pick<FormKind<Row, Values>, "valuesOf" | "fileField">,
): Unanswered<Row, Values> {
  let tries: Work<Values>[] = [];
  const tryOf = (row: Row) => {
    const now = kind.valuesOf(row);
    return tries.find(({ values, file }) =>
      // Values left to the server, and pictures sent as files, only have a value now.
      differing(now, values).every((name) => values[name] === null || (file !== null && name === kind.fileField)),
    );
  };
  return {
    add(sent) {
      if (!tries.some((one) => isSameWork(one, sent))) tries.push(sent);
    },
    clear() {
      tries = [];
    },
    echoOf(from, stored) {
      return isNextVersion(from.etag, stored.etag) ? tryOf(stored.row) : undefined;
    },
    hasSent: (row) => tryOf(row) !== undefined,
  };
}
