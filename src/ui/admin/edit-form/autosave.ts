import { ApiError } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { Autosave } from "./form-kind.ts";
import type { FormWork } from "./form-work.ts";
import { isPassing } from "./passing.ts";
import { differing } from "./values.ts";
import type { Versioned } from "./versions.ts";

/** How long after the last change the work is stored, in milliseconds; what a text editor holds back comes first. */
const PAUSE_MS = 1_200;
/** The longest that it waits for a pause. */
const MAX_WAIT_MS = 8_000;

/** How storing by itself goes. `refused`: the server does not take the values, and says why. */
export type AutosaveState =
  | { is: "idle" | "saving" | "offline" | "conflict"; at: number | null }
  | { is: "refused"; at: number | null; detail: string };

/**
 * The state after a report. A retry while the server is away leaves it offline until there is an answer, so that whoever
 * leaves the form meanwhile is told that the work waits.
 */
export function stateAfter(before: AutosaveState, reported: AutosaveState): AutosaveState {
  const isRetry = before.is === "offline" && reported.is === "saving";
  const isSame = before.is === reported.is && before.at === reported.at && before.is !== "refused";
  return isRetry || isSame ? before : reported;
}

/** The values of a form as they were sent, of which only the fields `names`. */
type Sent<Values extends object> = { values: Values; names: readonly (keyof Values & string)[] };

type Props<Row, Values extends object> = Pick<Autosave<Row, Values>, "leaves" | "store"> & {
  api: EditorApi;
  /** Creates the row of a new form, where that can be done by itself now. */
  begin: (() => Promise<Versioned<Row> & { isRepeated: boolean }>) | null;
  /** What is stored now, and its values. */
  read: (base: Versioned<Row>) => Promise<Versioned<Row>>;
  valuesOf: (row: Row) => Values;
  /** The work as of now. */
  at: () => FormWork<Row, Values>;
  /** Whether nothing else is being stored, and no question is open about what is. */
  mayStore: () => boolean;
  report: (state: AutosaveState) => void;
  /** Tries again while the server cannot be reached. */
  retry: { schedule: () => void; stop: () => void };
  onStored: (row: Row, isNew: boolean) => void;
  /** The form was left while its last work was on the way, which has arrived. */
  onLeft: () => void;
  /** Somebody else has changed the same. */
  onConflict: () => void;
  /** The row is gone. */
  onLost: () => void;
};

/** Those of the fields that are stored while they are typed. */
const storedOf = <Row, Values extends object>({ leaves }: Props<Row, Values>, names: (keyof Values & string)[]) =>
  names.filter((name) => !leaves.includes(name));

const isStored = <Row, Values extends object>(props: Props<Row, Values>) =>
  storedOf(props, props.at().changed()).length === 0;

/** Stores work within a pause of typing, one call at a time. */
export function createAutosaver<Row, Values extends object>(first: Props<Row, Values>) {
  let timer: number | undefined;
  /** When the oldest change that waits was made. */
  let waitingSince: number | null = null;
  let running: Promise<void> | null = null;
  let storedAt: number | null = null;
  /** What was sent without an answer: one of these may have been stored. */
  let unheard: Sent<Values>[] = [];
  /** The form is gone. */
  let isOver = false;
  const saver = {
    props: first,
    /** Something was changed. */
    touch() {
      window.clearTimeout(timer);
      if (isOver || storedOf(saver.props, saver.props.at().noticed()).length === 0) return settle();
      waitingSince ??= Date.now();
      const left = Math.max(0, waitingSince + MAX_WAIT_MS - Date.now());
      timer = window.setTimeout(() => void saver.flush(), Math.min(PAUSE_MS, left));
    },
    /** Stores at once what is not stored yet, and resolves when it is, or could not be: with whether it is. */
    async flush(): Promise<boolean> {
      window.clearTimeout(timer);
      await running;
      if (!isStored(saver.props) && saver.props.mayStore()) {
        waitingSince = null;
        running = store().finally(() => {
          running = null;
        });
        await running;
      }
      return isStored(saver.props);
    },
    /** Resolves when nothing is due or on its way, and it is known what arrived, if the server can be reached. */
    async settled() {
      window.clearTimeout(timer);
      await running;
      await hear().catch(() => undefined);
    },
    stop() {
      isOver = true;
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

  async function hear(): Promise<void> {
    if (unheard.length > 0) await recognise(saver.props, unheard);
    unheard = [];
  }

  async function store(): Promise<void> {
    const { api, at, begin, report, retry } = saver.props;
    if (!at().base && !begin) return;
    report({ is: "saving", at: storedAt });
    let sent: Sent<Values> | null = null;
    try {
      await hear();
      await at().ready(api);
      // The form was left meanwhile: its draft is free, and is stored by whoever takes it (copy-storer.ts).
      if (isOver) return;
      sent = { values: at().current().values, names: storedOf(saver.props, at().changed()) };
      const { answer, names, isNew } = await send(saver.props, sent);
      storedAt = Date.now();
      retry.stop();
      if (isOver && differing(at().now().work.values, sent.values).length === 0) saver.props.onLeft();
      if (!at().absorb(sent.values, names, answer)) return contest(saver.props, storedAt);
      report({ is: "idle", at: storedAt });
      saver.props.onStored(answer.row, isNew);
      saver.touch();
    } catch (error) {
      if (sent && isPassing(error)) unheard.push(sent);
      fail(saver.props, error, storedAt);
    }
  }
  return saver;
}

/** Goes on from one's own work whose answer was lost: merged with itself it would be there twice. */
async function recognise<Row, Values extends object>(
  { at, read, valuesOf }: Props<Row, Values>,
  tries: Sent<Values>[],
): Promise<void> {
  const { base } = at();
  if (!base) return;
  const now = await read(base);
  const other = (values: Values) => differing(valuesOf(now.row), values);
  const own = tries.find(({ values, names }) => !other(values).some((name) => names.includes(name)));
  if (own && now.etag !== base.etag) at().absorb(own.values, own.names, now);
}

/** Sends the fields, or creates the row; returns which of the fields the answer has. */
async function send<Row, Values extends object>(
  { api, at, begin, store }: Props<Row, Values>,
  { values, names }: Sent<Values>,
): Promise<{ answer: Versioned<Row>; names: readonly (keyof Values & string)[]; isNew: boolean }> {
  const { base } = at();
  if (base) return { answer: await store(api, base, values, names), names, isNew: false };
  if (!begin) throw new Error("A new row cannot be created yet.");
  const answer = await begin();
  // Of a creation that is repeated, the server has what was sent the first time.
  return { answer, names: answer.isRepeated ? [] : names, isNew: true };
}

/** Somebody else has changed the same. */
function contest<Row, Values extends object>(props: Props<Row, Values>, at: number | null): void {
  props.report({ is: "conflict", at });
  props.onConflict();
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
  if (error.status === 409) contest(props, at);
  else if (error.status === 404) {
    report({ is: "idle", at });
    props.onLost();
  } else report({ is: "refused", at, detail: error.detail || "The server refused it." });
}
