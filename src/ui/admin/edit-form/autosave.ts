import { ApiError, NetworkError } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { FormWork } from "./form-work.ts";
import type { Versioned } from "./versions.ts";

/** How long after the last change the work is stored, in milliseconds; what a text editor holds back comes first. */
const PAUSE_MS = 1_200;
/** The longest that it waits for a pause. */
const MAX_WAIT_MS = 8_000;

/** Which fields are stored while they are typed, and how. */
export type Autosave<Row, Values extends object> = {
  /** Fields that only saving by hand stores. */
  leaves: readonly (keyof Values & string)[];
  /**
   * Stores the fields `names` of a row, and returns it with what others have stored since. Throws `ApiError`, 409 where
   * they have changed the same, or `NetworkError`.
   */
  store: (
    api: EditorApi,
    before: Versioned<Row>,
    values: Values,
    names: readonly (keyof Values & string)[],
  ) => Promise<Versioned<Row>>;
  /** What a new row is created with, once it may be; without this only saving by hand creates it. */
  begin?: (values: Values) => Values;
};

/** How storing by itself goes. `refused`: the server does not take the values, and says why. */
export type AutosaveState =
  | { is: "idle" | "saving" | "offline" | "conflict"; at: number | null }
  | { is: "refused"; at: number | null; detail: string };

/** Responses that say nothing about what was sent: the server is away for a moment, or the session has ended. */
const PASSING = [401, 429, 502, 503, 504, 507];
const isPassing = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && PASSING.includes(error.status));

type Props<Row, Values extends object> = Pick<Autosave<Row, Values>, "leaves" | "store"> & {
  api: EditorApi;
  /** Creates the row of a new form, where that can be done by itself now. */
  begin: (() => Promise<Versioned<Row> & { isRepeated: boolean }>) | null;
  /** The work as of now. */
  at: () => FormWork<Row, Values>;
  /** Whether nothing else is being stored, and no question is open about what is. */
  mayStore: () => boolean;
  report: (state: AutosaveState) => void;
  /** Tries again while the server cannot be reached. */
  retry: { schedule: () => void; stop: () => void };
  onStored: (row: Row, isNew: boolean) => void;
  /** Somebody else has changed the same. */
  onConflict: () => void;
  /** The row is gone. */
  onLost: () => void;
};

/** Stores work within a pause of typing, one call at a time. */
export function createAutosaver<Row, Values extends object>(first: Props<Row, Values>) {
  let timer: number | undefined;
  /** When the oldest change that waits was made. */
  let waitingSince: number | null = null;
  let running: Promise<void> | null = null;
  let storedAt: number | null = null;
  const saver = {
    props: first,
    /** Something was changed. */
    touch() {
      window.clearTimeout(timer);
      if (stored(saver.props.at().noticed()).length === 0) return settle();
      waitingSince ??= Date.now();
      const left = Math.max(0, waitingSince + MAX_WAIT_MS - Date.now());
      timer = window.setTimeout(() => void saver.flush(), Math.min(PAUSE_MS, left));
    },
    /** Stores at once what is not stored yet, and resolves when it is, or could not be. */
    async flush(): Promise<void> {
      window.clearTimeout(timer);
      await running;
      const names = stored(saver.props.at().changed());
      if (names.length === 0 || !saver.props.mayStore()) return;
      waitingSince = null;
      running = store(names).finally(() => {
        running = null;
      });
      await running;
    },
    /** Resolves when nothing is on its way. */
    settled: async () => void (await running),
    stop() {
      window.clearTimeout(timer);
      saver.props.retry.stop();
    },
  };

  /** Everything is stored, by whatever way: there is nothing to try again. */
  function settle(): void {
    waitingSince = null;
    if (running) return;
    saver.props.retry.stop();
    saver.props.report({ is: "idle", at: storedAt });
  }

  /** Those of the fields that are stored while they are typed. */
  const stored = (names: (keyof Values & string)[]) => names.filter((name) => !saver.props.leaves.includes(name));

  async function store(names: (keyof Values & string)[]): Promise<void> {
    const { at, report, retry } = saver.props;
    const sent = at().current().values;
    const sending = send(saver.props, sent, names);
    if (!sending) return;
    report({ is: "saving", at: storedAt });
    try {
      const { answer, stored, isNew } = await sending;
      storedAt = Date.now();
      retry.stop();
      at().absorb(sent, stored, answer);
      report({ is: "idle", at: storedAt });
      saver.props.onStored(answer.row, isNew);
      saver.touch();
    } catch (error) {
      fail(saver.props, error, storedAt);
    }
  }
  return saver;
}

/** Sends the fields, or creates the row. Null where it cannot be created yet. */
function send<Row, Values extends object>(
  { api, at, begin, store }: Props<Row, Values>,
  values: Values,
  names: (keyof Values & string)[],
) {
  const { base } = at();
  if (base) return store(api, base, values, names).then((answer) => ({ answer, stored: names, isNew: false }));
  // Of a creation that is repeated, the server has what was sent the first time.
  return begin?.().then((answer) => ({ answer, stored: answer.isRepeated ? [] : names, isNew: true })) ?? null;
}

function fail<Row, Values extends object>(props: Props<Row, Values>, error: unknown, at: number | null): void {
  const { report, retry } = props;
  if (isPassing(error)) {
    report({ is: "offline", at });
    retry.schedule();
    return;
  }
  retry.stop();
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 409) {
    report({ is: "conflict", at });
    props.onConflict();
  } else if (error.status === 404) {
    report({ is: "idle", at });
    props.onLost();
  } else report({ is: "refused", at, detail: error.detail || "The server refused it." });
}
