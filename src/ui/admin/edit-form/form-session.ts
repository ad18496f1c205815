import { ApiError } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { StoredSession } from "../session/kept-sessions.ts";
import {
  type Attempt,
  differing,
  nextSession,
  type Rules,
  resumeSession,
  type Session,
  type Stored,
  startSession,
} from "../session/session.ts";
import type { FormKind } from "./form-kind.ts";
import { isSameVersion, type Versioned } from "./versions.ts";

const storedOf = <Row, Values extends object>(
  kind: Pick<FormKind<Row, Values>, "valuesOf">,
  { row, etag }: Versioned<Row>,
): Stored<Values> => ({ values: kind.valuesOf(row), etag, row });

const rulesOf = <Row, Values extends object>({ empty }: Pick<FormKind<Row, Values>, "empty">): Rules<Values> => ({
  merge: () => undefined,
  isNewer: (next, than) => !isSameVersion(next, than),
  isEmpty: (values) => differing(empty, values).length === 0,
});

/** The session that a form opens with: of the stored row, or of restored work as a change of it. */
export function openingOf<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  row: Versioned<Row> | null,
  restored: StoredSession<Values> | null,
): Session<Values> {
  const rules = rulesOf(kind);
  const newest = row && storedOf(kind, row);
  if (!restored) return startSession(newest, kind.empty);
  const { session, id, aside } = restored;
  if (newest) return resumeSession(session, { isAside: aside !== null, newest, empty: kind.empty, rules });
  const all = { ...session, local: { ...kind.empty, ...session.local } };
  // The row was deleted: the work becomes a new one.
  return id === null ? all : nextSession(all, { kind: "deleted" }, rules);
}

/** The requests of a form's session. `kind` returns the kind as last rendered. */
export function formPorts<Row, Values extends object>(kind: () => FormKind<Row, Values>, api: EditorApi) {
  /** Whether a row was stored by this attempt: the server chooses the values that were sent as null. */
  const isOwn = (row: Row, { values }: Attempt<Values>) =>
    differing(kind().valuesOf(row), values).every((name) => values[name] === null);
  const read = async (base: Stored<Values>) => storedOf(kind(), await kind().read(api, kind().idOf(base.row as Row)));

  async function save(attempt: Attempt<Values>): Promise<Stored<Values>> {
    const { base, values, key } = attempt;
    if (!base) {
      const made = await kind().create(api, values, key);
      return { ...storedOf(kind(), made), hasOthers: made.hasOthers && !isOwn(made.row, attempt) };
    }
    try {
      const before = { row: base.row as Row, etag: base.etag };
      return storedOf(kind(), await kind().update(api, before, values));
    } catch (error) {
      // A conflict in a field, such as a name that is taken, is not one with another version.
      if (!(error instanceof ApiError && error.status === 409 && Object.keys(error.errors).length === 0)) throw error;
      const theirs = await read(base);
      if (isOwn(theirs.row as Row, attempt)) return theirs;
      if (isSameVersion(theirs.etag, base.etag)) throw new ApiError(400, error);
      throw error;
    }
  }
  return { rules: rulesOf(kind()), storesItself: () => false, read, save };
}
