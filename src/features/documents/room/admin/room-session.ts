import { hasMarks } from "#features/content/model.ts";
import { uploadPicture } from "#features/media/pictures/admin/use-upload.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { isSameVersion, type Saved, type Versioned } from "#ui/admin/edit-form/versions.ts";
import { type Attempt, differing, type Rules, rowOf, type Stored } from "#ui/admin/session/session.ts";
import type { DocumentPorts } from "#ui/admin/session/use-document-session.ts";
import { mergeInRoom } from "./alternatives.ts";
import type { EditedType } from "./room-type.ts";

/** A stored version with its row, for requests. */
export const versionedOf = <Row>({ row, etag }: Stored<object>): Versioned<Row> => ({ row: row as Row, etag });

/** The name under which this browser keeps the work on documents of a type. */
export const keptNameOf = ({ type, keptAs }: { type: string; keptAs?: string }): string => keptAs ?? type;

type OfChoices<C> = { choices: readonly (keyof C & string)[] };

/** The values without those stored by manual saves only. */
export function writtenIn<W extends object, C extends object>({ choices }: OfChoices<C>, values: W & C): W {
  const isChoice = (name: string) => (choices as readonly string[]).includes(name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isChoice(name))) as W;
}

/** The initial values of a new document of a type. */
export const emptyOf = <W extends object, C extends object>(type: OfChoices<C> & { empty: W & C }): W =>
  writtenIn(type, type.empty);

/** Whether two values are equivalent: the server trims texts and normalises lists. */
function isSameText(one: unknown, other: unknown, plain: (text: string) => string): boolean {
  if (typeof one !== "string" || typeof other !== "string") return one === other;
  const bare = (text: string) => plain(text).trim().replace(/\s+/g, " ");
  return bare(one) === bare(other);
}

/** A document that was read. */
export const storedOf = <Row extends { id: number }, W extends object, C extends object>(
  type: Pick<EditedType<Row, W, C>, "choices" | "valuesOf" | "takenOver">,
  { row, etag }: Versioned<Row>,
): Stored<W> => ({ values: writtenIn<W, C>(type, type.valuesOf(row)), etag, row });

/** A document after the response to `attempt`. */
export function savedOf<Row extends { id: number }, W extends object, C extends object>(
  type: Pick<EditedType<Row, W, C>, "choices" | "valuesOf" | "takenOver" | "plain">,
  { hasOthers, ...saved }: Saved<Row>,
  attempt: Attempt<W>,
): Stored<W> {
  const stored = storedOf<Row, W, C>(type, saved);
  const { values } = stored;
  // Texts normalised by the server do not replace typed ones.
  for (const name of Object.keys(values) as (keyof W & string)[]) {
    const plain = (text: string) => type.plain?.(name, text) ?? text;
    const isKept = !hasOthers || isSameText(values[name], attempt.values[name], plain);
    if (isKept && !type.takenOver.includes(name)) values[name] = attempt.values[name];
  }
  return { ...stored, hasOthers };
}

/** The merge rules of a session for a type. */
export function rulesOf<Row extends { id: number }, W extends object, C extends object>(
  type: Pick<EditedType<Row, W, C>, "choices" | "empty" | "create" | "mayCreate">,
): Rules<W> {
  const empty = emptyOf<W, C>(type);
  return {
    merge: (name, sides) => mergeInRoom(name, sides) as never,
    saverOf: (stored) => rowOf<{ saved_by?: string | null }>(stored)?.saved_by ?? null,
    // A session reads only while no request is in flight, so the result is never older.
    isNewer: (next, than) => !isSameVersion(next, than),
    isEmpty: (values) => differing(empty, values).length === 0,
    mayCreate: (values) => type.create !== undefined && type.mayCreate?.(values) !== false,
  };
}

/**
 * The ports of a document's session. `submit` saves manually, for a server without working copies: unsaved work
 * is sent there only when the editor asks for it.
 */
export function portsOf<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
  api: EditorApi,
  submit?: (attempt: Attempt<W>) => Promise<Stored<W>>,
): DocumentPorts<W> {
  const { begin } = type;
  const storesItself = (base: Stored<W> | null) => type.storesItself(rowOf<Row>(base));
  async function save(attempt: Attempt<W>, isAsked = false): Promise<Stored<W>> {
    if (submit) return submit(attempt);
    const { base, values, key } = attempt;
    if (!base) {
      if (!type.create) throw new Error("Only stored documents can have suggestions.");
      return savedOf(type, await type.create(api, values, key), attempt);
    }
    const before = versionedOf<Row>(base);
    const names = differing(values, base.values);
    if (names.length === 0) return { ...storedOf(type, await type.read(api, before.row.id)), hasOthers: true };
    return savedOf(type, await type.save(api, before, { values, names, key, isAsked }), attempt);
  }
  return {
    rules: rulesOf(type),
    storesItself,
    read: async (base) => storedOf(type, await type.read(api, versionedOf<Row>(base).row.id)),
    save,
    // A save by hand sends what readers may have: its text has no suggestions.
    storesFirst: (values, base) => !submit && [values, base?.values].some((one) => hasSuggestions(type, one)),
    ...(begin && { prepare: async (values, base) => (base ? values : begin(api, values)) }),
    uploadPicture: (file) => uploadPicture(api, file),
  };
}

const hasSuggestions = <W extends object>({ textField }: { textField: keyof W }, values: W | undefined): boolean =>
  hasMarks(String(values?.[textField] ?? ""));

/** The title of a document's copy, at most `max` code points. */
export const titleOfCopy = (title: string, max: number): string =>
  [...`Copy of ${title.trim() || "Untitled"}`].slice(0, max).join("");
