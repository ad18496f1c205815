import { ApiError } from "#shared/api-client.ts";
import { isPassing } from "./retry.ts";

/** What was typed is not on the server, and could not be brought there. The form shows why. */
export class NotStoredError extends Error {}

/** Stores what was typed, before what reads or replaces what is stored. Throws where it cannot be stored. */
export async function storeTyped(form: { flush: () => Promise<boolean> }): Promise<void> {
  if (!(await form.flush())) throw new NotStoredError("Your changes could not be stored.");
}

/** The description of a failure after `storeTyped`: that of the storing, or `fallback` for what came after it. */
export const afterStoring = (fallback: string) => (error: unknown) =>
  error instanceof NotStoredError ? "Your latest changes could not be saved first." : fallback;

/**
 * Pictures that texts hold before the server has them, as it could not be reached. A text names each by an address that
 * only this page can resolve; drafts keep their files (draft-store.ts), and what is sent never names one.
 */

/** What became of a picture: its address on the server, or why the server refuses it for good. */
export type PictureOutcome = { url: string } | { refused: ApiError };

/** Without a file, once the server has it. */
type WaitingPicture = { file?: File; outcome?: PictureOutcome; running?: Promise<void>; isNew?: boolean };

/** Uploads a file; returns its address. Throws `ApiError` or `NetworkError`. */
export type UploadFile = (file: File) => Promise<string>;

const SCHEME = "pending:";
/** How the editor's HTML of such a picture begins; nothing in it contains `<` or `>`. */
const IMAGE = `<img src="${SCHEME}`;

/** The address in an image, of which `rest` follows upon `IMAGE`. */
const addressIn = (rest: string) => SCHEME + rest.slice(0, rest.indexOf('"'));

const pictures = new Map<string, WaitingPicture>();
const listeners = new Set<() => void>();

const newAddress = () => `${SCHEME}${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Takes a picture in, and returns the address that stands for it in this browser. Throws if it cannot be read. */
export async function addWaitingPicture(file: File): Promise<string> {
  // The bytes, not the file on disk, which may be changed or gone when the connection is back.
  const copy = new File([await file.arrayBuffer()], file.name, { type: file.type });
  const address = newAddress();
  pictures.set(address, { file: copy });
  return address;
}

/** The same for a picture that is in memory, and that nobody has tried to upload. */
export function addPastedPicture(file: File): string {
  const address = newAddress();
  pictures.set(address, { file, isNew: true });
  return address;
}

/** Whether nobody has tried to upload a picture yet. */
export const isNewPicture = (address: string): boolean => pictures.get(address)?.isNew === true;

/** Files by the addresses that stand for them. */
export type WaitingFiles = Readonly<Record<string, File>>;

/** Makes the pictures of a draft known to this page, before its texts are read. */
export function knowPictures(files: WaitingFiles = {}): void {
  for (const [address, file] of Object.entries(files)) if (!pictures.has(address)) pictures.set(address, { file });
}

/** Whether an address stands for a picture that this page knows. */
export const isWaitingPicture = (address: string): boolean => pictures.has(address);

/** The file that an address stands for. */
export const waitingFile = (address: string): File | undefined => pictures.get(address)?.file;

/** What became of a picture; undefined while it waits, and for any other address. */
export const outcomeOf = (address: string): PictureOutcome | undefined => pictures.get(address)?.outcome;

/** Calls `listener` whenever something became of a picture. Returns how to end that. */
export function onPictureOutcome(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The local addresses that texts among these values name, each once. */
export function localAddresses(values: object): string[] {
  const texts: string[] = Object.values(values).filter((value) => typeof value === "string" && value.includes(IMAGE));
  return [...new Set(texts.flatMap((text) => text.split(IMAGE).slice(1).map(addressIn)))];
}

/** The files of the pictures in these values that still wait; undefined where there are none. */
export function waitingFiles(values: object): WaitingFiles | undefined {
  const files = localAddresses(values).flatMap((address) => {
    const { file, outcome } = pictures.get(address) ?? {};
    return file && !outcome ? [[address, file] as const] : [];
  });
  return files.length === 0 ? undefined : Object.fromEntries(files);
}

/**
 * The values with what has become of their pictures: the address of those that are stored; those that were refused, and
 * those that nobody knows, are left out. What still waits stays.
 */
export function withOutcomes<Values extends object>(values: Values): Values {
  if (localAddresses(values).length === 0) return values;
  const settled = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? withSettled(value) : value,
  ]);
  return Object.fromEntries(settled);
}

function withSettled(text: string): string {
  const [first = "", ...rests] = text.split(IMAGE);
  const settled = rests.map((rest) => {
    const end = rest.indexOf(">") + 1;
    return settledPicture(IMAGE + rest.slice(0, end), addressIn(rest)) + rest.slice(end);
  });
  return first + settled.join("");
}

function settledPicture(image: string, address: string): string {
  const picture = pictures.get(address);
  if (!picture) return "";
  const { outcome } = picture;
  if (!outcome) return image;
  return "url" in outcome ? image.replace(address, () => outcome.url) : "";
}

/**
 * Uploads those of the addresses that still wait, one after the other; a picture that is on its way already is waited
 * for. Throws what may pass; what is refused for good is an outcome.
 */
export async function uploadWaiting(addresses: readonly string[], upload: UploadFile): Promise<void> {
  for (const address of addresses) {
    const picture = pictures.get(address);
    if (!picture?.file || picture.outcome) continue;
    picture.running ??= bring(picture, picture.file, upload).finally(() => delete picture.running);
    await picture.running;
  }
}

/** The same file gets the same address, so that nothing is there twice if an answer was lost. */
async function bring(picture: WaitingPicture, file: File, upload: UploadFile): Promise<void> {
  picture.isNew = false;
  try {
    picture.outcome = { url: await upload(file) };
    delete picture.file;
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error)) throw error;
    picture.outcome = { refused: error };
  }
  for (const listener of [...listeners]) listener();
}

/**
 * Resolves once no text of the values, as `read` returns them, holds a picture that waits. Throws where the server cannot
 * be reached.
 */
export async function whenUploaded(read: () => object, upload: UploadFile): Promise<void> {
  for (let files = waitingFiles(read()); files; files = waitingFiles(read()))
    await uploadWaiting(Object.keys(files), upload);
}

/** What the server said of the pictures in these values that it refused, a sentence for each. */
export const refusalsIn = (values: object): string[] =>
  localAddresses(values).flatMap((address) => {
    const { file, outcome } = pictures.get(address) ?? {};
    return file && outcome && "refused" in outcome ? [`“${file.name}”: ${outcome.refused.message}`] : [];
  });
