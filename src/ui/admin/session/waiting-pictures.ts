import { ApiError } from "#shared/api-client.ts";
import { isPassing } from "./retry.ts";

/** The typed values could not be stored. The form shows why. */
export class NotStoredError extends Error {}

/** Stores the typed values before an action that reads or replaces the stored ones. Throws if that fails. */
export async function storeTyped(form: { flush: () => Promise<boolean> }): Promise<void> {
  if (!(await form.flush())) throw new NotStoredError("Your changes could not be stored.");
}

/** The description of a failure after `storeTyped`: why storing failed, or `fallback` for a later step. */
export const afterStoring = (fallback: string) => (error: unknown) =>
  error instanceof NotStoredError ? "Your latest changes could not be saved first." : fallback;

/**
 * Pictures in texts that could not be uploaded yet. A text refers to each by an address that
 * only this page can resolve; drafts store their files, and requests never contain such an address.
 */

/** The outcome of an upload: the address on the server, or why the server rejected the file. */
export type PictureOutcome = { url: string } | { refused: ApiError };

/** Undefined once the server has the file. */
type WaitingPicture = { file?: File; outcome?: PictureOutcome; running?: Promise<void>; isNew?: boolean };

/** Uploads a file; returns its address. Throws `ApiError` or `NetworkError`. */
export type UploadFile = (file: File) => Promise<string>;

const SCHEME = "pending:";
/** The start of such a picture in the editor's HTML; no attribute contains `<` or `>`. */
const IMAGE = `<img src="${SCHEME}`;

/** The address in an image tag; `rest` follows `IMAGE`. */
const addressIn = (rest: string) => SCHEME + rest.slice(0, rest.indexOf('"'));

const pictures = new Map<string, WaitingPicture>();
const listeners = new Set<() => void>();

const newAddress = () => `${SCHEME}${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Adds a picture, and returns its local address. Throws if the file cannot be read. */
export async function addWaitingPicture(file: File): Promise<string> {
  // The bytes, as the file on disk may be changed or deleted before the connection returns.
  const copy = new File([await file.arrayBuffer()], file.name, { type: file.type });
  const address = newAddress();
  pictures.set(address, { file: copy });
  return address;
}

/** The same for a picture in memory that has not been uploaded yet. */
export function addPastedPicture(file: File): string {
  const address = newAddress();
  pictures.set(address, { file, isNew: true });
  return address;
}

/** Whether no upload of a picture was attempted yet. */
export const isNewPicture = (address: string): boolean => pictures.get(address)?.isNew === true;

/** Files by local address. */
export type WaitingFiles = Readonly<Record<string, File>>;

/** Makes the pictures of a draft known to this page, before its texts are read. */
export function knowPictures(files: WaitingFiles = {}): void {
  for (const [address, file] of Object.entries(files)) if (!pictures.has(address)) pictures.set(address, { file });
}

/** Whether an address is the local address of a known picture. */
export const isWaitingPicture = (address: string): boolean => pictures.has(address);

export const waitingFile = (address: string): File | undefined => pictures.get(address)?.file;

/** The outcome of a picture's upload; undefined while it waits, and for any other address. */
export const outcomeOf = (address: string): PictureOutcome | undefined => pictures.get(address)?.outcome;

/** Calls `listener` when an upload has an outcome. Returns a function that unsubscribes. */
export function onPictureOutcome(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The distinct local addresses in the texts of these values. */
export function localAddresses(values: object): string[] {
  const texts: string[] = Object.values(values).filter((value) => typeof value === "string" && value.includes(IMAGE));
  return [...new Set(texts.flatMap((text) => text.split(IMAGE).slice(1).map(addressIn)))];
}

/** The files of pictures in these values that still wait; undefined if there are none. */
export function waitingFiles(values: object): WaitingFiles | undefined {
  const files = localAddresses(values).flatMap((address) => {
    const { file, outcome } = pictures.get(address) ?? {};
    return file && !outcome ? [[address, file] as const] : [];
  });
  return files.length === 0 ? undefined : Object.fromEntries(files);
}

/**
 * The values with stored addresses in place of local ones; rejected and unknown pictures are
 * removed, and waiting ones stay.
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
 * Uploads the waiting pictures one after the other, and awaits uploads in progress. Throws
 * temporary failures; a permanent rejection is an outcome.
 */
export async function uploadWaiting(addresses: readonly string[], upload: UploadFile): Promise<void> {
  for (const address of addresses) {
    const picture = pictures.get(address);
    if (!picture?.file || picture.outcome) continue;
    picture.running ??= bring(picture, picture.file, upload).finally(() => delete picture.running);
    await picture.running;
  }
}

/** The same file gets the same address, so that a lost response creates no duplicate. */
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
 * Resolves once no text of the values that `read` returns contains a waiting picture. Throws if the server cannot
 * be reached.
 */
export async function whenUploaded(read: () => object, upload: UploadFile): Promise<void> {
  for (let files = waitingFiles(read()); files; files = waitingFiles(read()))
    await uploadWaiting(Object.keys(files), upload);
}

/** The server's sentences about rejected pictures in these values. */
export const refusalsIn = (values: object): string[] =>
  localAddresses(values).flatMap((address) => {
    const { file, outcome } = pictures.get(address) ?? {};
    return file && outcome && "refused" in outcome ? [`“${file.name}”: ${outcome.refused.message}`] : [];
  });
