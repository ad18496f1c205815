import { ApiError } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { Autosave } from "./form-kind.ts";
import type { FormWork } from "./form-work.ts";
import { isPassing } from "./passing.ts";
import { differing } from "./values.ts";
import type { IsOwn } from "./version-words.ts";
import { isFirstVersion, type Versioned } from "./versions.ts";

/** How long after the last change the work is stored, in milliseconds; what a text editor holds back comes first. */
const PAUSE_MS = 1_200;
/** The longest that it waits for a pause. */
const MAX_WAIT_MS = 8_000;

/**
 * The state of an autosave. `refused`: the server does not take the values, and says why. `isOwn`: whether the conflict
 * is with the user's own changes.
 */
export type AutosaveState =
  | { is: "idle" | "saving" | "offline"; at: number | null }
  | { is: "conflict"; at: number | null; isOwn?: IsOwn }
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

/** A row that was created; `isRepeated`: by an earlier try. */
type Begun<Row, Name> = Versioned<Row> & { isRepeated: boolean; left?: readonly Name[] };

type Props<Row, Values extends object> = Pick<Autosave<Row, Values>, "leaves" | "store"> & {
  api: EditorApi;
  /** Creates the row of a new form, where that can be done by itself now. `left`: the fields it was created without. */
  begin: (() => Promise<Begun<Row, keyof Values & string>>) | null;
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
  /** A conflicting change was stored: in `theirs`, or in the newest version. Throws if that cannot be read. */
  onConflict: (theirs?: Versioned<Row>) => Promise<void>;
  /** The row is gone. */
  onLost: () => void;
};

/** Those of the fields that are stored while they are typed. */
const storedOf = <Row, Values extends object>({ leaves }: Props<Row, Values>, names: (keyof Values & string)[]) =>
  names.filter((name) => !leaves.includes(name));

const isStored = <Row, Values extends object>(props: Props<Row, Values>) =>
  storedOf(props, props.at().changed()).length === 0;

/** Returns how long the work still waits: for a pause, but no longer than `MAX_WAIT_MS` in total. */
const delayFor = (waitingSince: number): number =>
  Math.min(PAUSE_MS, Math.max(0, waitingSince + MAX_WAIT_MS - Date.now()));

/** Stores work within a pause of typing, one call at a time. */
export function createAutosaver<Row, Values extends object>(first: Props<Row, Values>) {
  let timer: number | undefined;
  /** When the oldest change that waits was made. */
  let waitingSince: number | null = null;
  let running: Promise<void> | null = null;
  let storedAt: number | null = null;
  /** What was sent without a response: one of these may have been stored. */
  let inFlight: Sent<Values>[] = [];
  /** The form is gone. */
  let isOver = false;
  const saver = {
    props: first,
    /** Something was changed. */
    touch() {
      window.clearTimeout(timer);
      if (isOver || storedOf(saver.props, saver.props.at().noticed()).length === 0) return settle();
      waitingSince ??= Date.now();
      timer = window.setTimeout(() => void saver.flush(), delayFor(waitingSince));
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
      await resolveInFlight().catch(() => undefined);
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

  async function resolveInFlight(): Promise<void> {
    if (await recognise(saver.props, inFlight)) inFlight = [];
  }

  async function store(): Promise<void> {
    const { api, at, begin, report, retry } = saver.props;
    if (!at().base && !begin) return;
    report({ is: "saving", at: storedAt });
    let sent: Sent<Values> | null = null;
    try {
      await resolveInFlight();
      await at().ready(api);
      // The form was left meanwhile: its draft is free, and is stored by whoever takes it (copy-storer.ts).
      if (isOver) return;
      sent = { values: at().current().values, names: storedOf(saver.props, at().changed()) };
      const { answer, names, isNew, known } = await send(saver.props, sent, inFlight);
      inFlight = [];
      storedAt = Date.now();
      retry.stop();
      if (isOver && differing(at().now().work.values, sent.values).length === 0) saver.props.onLeft();
      const isTaken = known !== null && at().absorb(sent.values, names, answer, known);
      if (!isTaken) return await contest(saver.props, storedAt, answer);
      report({ is: "idle", at: storedAt });
      saver.props.onStored(answer.row, isNew);
      saver.touch();
    } catch (error) {
      if (sent && isPassing(error)) inFlight.push(sent);
      await fail(saver.props, error, storedAt);
    }
  }
  return saver;
}

/**
 * Recognises own work whose response was lost: merged with itself it would be there twice. Returns whether that is
 * settled; a creation is recognised when it is repeated.
 */
async function recognise<Row, Values extends object>(
  { at, read, valuesOf }: Props<Row, Values>,
  tries: Sent<Values>[],
): Promise<boolean> {
  const { base } = at();
  if (!base || tries.length === 0) return base !== null;
  const now = await read(base);
  const other = (values: Values) => differing(valuesOf(now.row), values);
  const own = tries.find(({ values, names }) => !other(values).some((name) => names.includes(name)));
  if (own && now.etag !== base.etag) at().absorb(own.values, own.names, now);
  return true;
}

/**
 * Sends the fields, or creates the row; returns which of the fields the answer has. `known`: what a repeated creation was
 * sent with, where the row was changed since; null if that is unknown.
 */
async function send<Row, Values extends object>(
  { api, at, begin, store, valuesOf }: Props<Row, Values>,
  { values, names }: Sent<Values>,
  tries: readonly Sent<Values>[],
): Promise<{
  answer: Versioned<Row>;
  names: readonly (keyof Values & string)[];
  isNew: boolean;
  known?: Values | null;
}> {
  const { base } = at();
  if (base) return { answer: await store(api, base, values, names), names, isNew: false };
  if (!begin) throw new Error("A new row cannot be created yet.");
  const { isRepeated, left = [], ...answer } = await begin();
  if (!isRepeated) return { answer, names: names.filter((name) => !left.includes(name)), isNew: true };
  // The server has what was sent first, and perhaps other users' changes of it.
  if (isFirstVersion(answer.etag)) return { answer, names: [], isNew: true };
  return { answer, names: [], isNew: true, known: firstSent(tries, valuesOf(answer.row)) };
}

/** Returns the values that the first request stored, as far as the row shows them; null if there was none. */
function firstSent<Values extends object>(tries: readonly Sent<Values>[], stored: Values): Values | null {
  const [first] = tries;
  if (!first) return null;
  const known = { ...first.values };
  for (const { values } of tries) {
    const differs = differing(values, stored);
    for (const name of Object.keys(values) as (keyof Values & string)[])
      if (!differs.includes(name)) known[name] = stored[name];
  }
  return known;
}

/** Reports a conflict with a stored change: that of `theirs`, or of the newest version. */
async function contest<Row, Values extends object>(
  props: Props<Row, Values>,
  at: number | null,
  theirs?: Versioned<Row>,
): Promise<void> {
  await props.onConflict(theirs);
  props.report({ is: "conflict", at });
}

/** Reports a failure; a conflict whose other side cannot be read is tried again, as it would not be marked. */
async function fail<Row, Values extends object>(
  props: Props<Row, Values>,
  error: unknown,
  at: number | null,
): Promise<void> {
  const { report, retry } = props;
  if (isPassing(error)) {
    report({ is: "offline", at });
    retry.schedule();
    return;
  }
  retry.stop();
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 409) await contest(props, at).catch((other: unknown) => fail(props, other, at));
  else if (error.status === 404) {
    report({ is: "idle", at });
    props.onLost();
  } else report({ is: "refused", at, detail: error.detail || "The server refused it." });
}
