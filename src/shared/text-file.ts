/**
 * Decodes a file as spreadsheets save it: by its byte order mark (UTF-8, UTF-16), as UTF-16 if every other byte
 * is zero, as UTF-8 if that is possible, else as Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function encodingOf(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (second === 0 && fourth === 0 && first !== 0) return "utf-16le";
  return first === 0 && third === 0 && second !== 0 ? "utf-16be" : null;
}

/** Reads a text file that a person chose. Every such file is read by this function. */
export const readTextFile = async (file: File): Promise<string> => decodeText(new Uint8Array(await file.arrayBuffer()));
