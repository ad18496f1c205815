import { ApiError } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import type { UnsavedDraft } from "./draft-store.ts";
import type { Autosave, FormKind } from "./form-kind.ts";
import { isPassing } from "./passing.ts";
import { differing } from "./values.ts";
import { isFirstVersion, isSameVersion, type Versioned } from "./versions.ts";
import { knowPictures, whenUploaded, withOutcomes } from "./waiting-pictures.ts";

/** What became of a copy: the server has it; or nothing, as somebody has to look at it. `rest` is still to be kept. */
export type Outcome<Row, Values extends object> = {
  is: "stored" | "known" | "offered";
  row: Row | null;
  rest: UnsavedDraft<Values> | null;
};

type StoringKind<Row, Values extends object> = Pick<
  FormKind<Row, Values>,
  "autosave" | "empty" | "idOf" | "valuesOf" | "read" | "create" | "upload"
>;

type Copy<Row, Values extends object> = {
  kind: StoringKind<Row, Values>;
  autosave: Autosave<Row, Values>;
  api: EditorApi;
  draft: UnsavedDraft<Values>;
};

/**
 * Whether kept work may store itself. What was put aside in favour of another version, one's own or somebody else's,
 * waits for whoever put it there.
 */
export const mayStoreItself = ({ isReplaced, subject, etag }: UnsavedDraft): boolean =>
  !isReplaced && (subject === null || etag !== null);

/**
 * Stores work that a form has left in this browser, as the open form would have: never what is left to saving by hand.
 * `beforeSending` resolves when the copy knows that it is sent. Throws if the server cannot be reached: it may have been
 * stored all the same, and storing it again changes nothing.
 */
export async function storeCopy<Row, Values extends object>(
  kind: StoringKind<Row, Values>,
  api: EditorApi,
  draft: UnsavedDraft<Values>,
  beforeSending: () => Promise<void>,
): Promise<Outcome<Row, Values>> {
  const { autosave } = kind;
  if (!autosave || !mayStoreItself(draft)) return offered(draft);
  const copy = { kind, autosave, api, draft };
  try {
    return await (draft.subject === null ? create(copy) : change(copy, draft.subject, beforeSending));
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error)) throw error;
    // Refused: both changed the same, the row is gone, or the values are not allowed.
    return offered(draft);
  }
}

const offered = <Row, Values extends object>(rest: UnsavedDraft<Values>): Outcome<Row, Values> => ({
  is: "offered",
  row: null,
  rest,
});

async function change<Row, Values extends object>(
  { kind, autosave, api, draft }: Copy<Row, Values>,
  subject: number,
  beforeSending: () => Promise<void>,
): Promise<Outcome<Row, Values>> {
  const newest = await kind.read(api, subject);
  const stored = kind.valuesOf(newest.row);
  const isCurrent = isSameVersion(draft.etag, newest.etag);
  const changed = draft.changed ?? (isCurrent ? Object.keys(stored) : null);
  if (!changed || !(autosave.mayStoreLater?.(newest.row) ?? true)) return offered(draft);
  // Work kept by an older version of the form may lack newer fields.
  const values = await withUploaded({ kind, api, draft }, { ...stored, ...draft.values });
  const open = differing(stored, values).filter((name) => changed.includes(name));
  if (open.length === 0 && !draft.file) return { is: "known", row: newest.row, rest: null };
  const [sent, left] = divide(open, autosave.leaves);
  if (sent.length === 0) return offered(draft);
  await beforeSending();
  const isRetry = draft.isTried === true && !isCurrent;
  const before = { row: newest.row, etag: draft.etag ?? "" };
  const answer = await autosave.store(api, before, values, sent, { isRetry });
  return { is: "stored", row: answer.row, rest: restOf({ kind, draft, answer, values, left, file: draft.file }) };
}

async function create<Row, Values extends object>({
  kind,
  autosave,
  api,
  draft,
}: Copy<Row, Values>): Promise<Outcome<Row, Values>> {
  const typed = { ...kind.empty, ...draft.values };
  if (!autosave.begin || autosave.mayBegin?.(typed) === false) return offered(draft);
  const values = await withUploaded({ kind, api, draft }, typed);
  const first: Values = await autosave.begin(api, values);
  const made = await kind.create(api, { values: first, file: draft.file }, draft.createKey);
  const [begun, left] = divide(differing(values, first), autosave.leaves);
  const [differ] = divide(differing(kind.valuesOf(made.row), values), autosave.leaves);
  // What the first values lack; of a repeated creation, what was typed since.
  const behind = differ.filter((name) => made.isRepeated || begun.includes(name));
  // Changed since, by whomever: the two are compared.
  if (made.isRepeated && behind.length > 0 && !isFirstVersion(made.etag))
    return offered({ ...draft, subject: kind.idOf(made.row), etag: null, changed: [] });
  const answer = behind.length > 0 ? await autosave.store(api, made, values, behind) : made;
  // An earlier try was made without the file.
  const file = made.isRepeated ? draft.file : null;
  return { is: "stored", row: answer.row, rest: restOf({ kind, draft, answer, values, left, file }) };
}

/** The values of a copy once its pictures are uploaded. Throws where the server cannot be reached. */
async function withUploaded<Row, Values extends object>(
  { kind, api, draft }: Pick<Copy<Row, Values>, "kind" | "api" | "draft">,
  values: Values,
): Promise<Values> {
  const { upload } = kind;
  if (!upload) return values;
  knowPictures(draft.pictures);
  await whenUploaded(
    () => withOutcomes(values),
    (file) => upload(api, file),
  );
  return withOutcomes(values);
}

/** The fields that store themselves, and those that are left to saving by hand. */
const divide = <Name>(names: readonly Name[], leaves: readonly Name[]): [Name[], Name[]] => [
  names.filter((name) => !leaves.includes(name)),
  names.filter((name) => leaves.includes(name)),
];

type Rest<Row, Values extends object> = Pick<Copy<Row, Values>, "kind" | "draft"> & {
  answer: Versioned<Row>;
  values: Values;
  left: (keyof Values & string)[];
  file: File | null;
};

/** What of a copy is still only in this browser, as a change of what is stored now. */
function restOf<Row, Values extends object>({ kind, draft, answer, values, left, file }: Rest<Row, Values>) {
  if (left.length === 0 && !file) return null;
  const own = Object.fromEntries(left.map((name) => [name, values[name]]));
  // Its texts are stored, with their pictures.
  const { pictures: _pictures, ...kept } = draft;
  const rest = { ...kept, subject: kind.idOf(answer.row), etag: answer.etag, file, changed: left, isTried: false };
  return { ...rest, values: { ...kind.valuesOf(answer.row), ...own } };
}
