import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { hasMarks } from "#features/content/model.ts";
import { withoutSuggestions } from "#features/content/suggestions.ts";
import { SUGGESTED_TEXTS } from "#features/documents/rules.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import type { Snapshot } from "./rules.ts";

/** Window size (log2 of bytes) that covers the longest snapshot and its base. */
const WINDOW_LOG = 23;
const MAX_SNAPSHOT_BYTES = 16 * 1024 * 1024;

/**
 * Encodes a snapshot as text for the database: JSON, compressed by Zstandard (RFC 8878), in base64. With `base`, only the
 * difference takes space: the base is the dictionary.
 */
export function encodeSnapshot(snapshot: Snapshot, base?: Snapshot): string {
  const json = toBytes(snapshot);
  const compressed = zstdCompressSync(json, {
    params: { [constants.ZSTD_c_windowLog]: WINDOW_LOG },
    pledgedSrcSize: json.length,
    ...(base && { dictionary: toBytes(base) }),
  });
  return compressed.toString("base64");
}

/** Reverses `encodeSnapshot`, given the same base. Throws for anything else. */
export function decodeSnapshot(text: string, base?: Snapshot): Snapshot {
  const json = zstdDecompressSync(Buffer.from(text, "base64"), {
    maxOutputLength: MAX_SNAPSHOT_BYTES,
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
    ...(base && { dictionary: toBytes(base) }),
  });
  return JSON.parse(json.toString()) as Snapshot;
}

const toBytes = (snapshot: Snapshot) => Buffer.from(JSON.stringify(snapshot));

/**
 * Decodes a row of `storedSnapshot`; `findBase` returns the body of its base version. Undefined
 * if the base is missing.
 */
export async function readStored(
  { base_n, body }: { base_n: number | null; body: string },
  findBase: (n: number) => Promise<string | null | undefined>,
): Promise<Snapshot | undefined> {
  if (base_n === null) return decodeSnapshot(body);
  const base = await findBase(base_n);
  return base == null ? undefined : decodeSnapshot(body, decodeSnapshot(base));
}

/** Characters that a delta may exceed a twelfth of its base before the full snapshot is stored. */
const MIN_WHOLE_LENGTH = 400;

export type BaseVersion = { n: number; body: string };

/** The stored form of a snapshot: a delta of the last full one, unless that is hardly smaller. */
export function storedSnapshot(snapshot: Snapshot, base: BaseVersion | undefined) {
  if (base) {
    const body = encodeSnapshot(snapshot, decodeSnapshot(base.body));
    // Later versions differ more and more from the same base; a full snapshot costs the difference only once.
    if (body.length < MIN_WHOLE_LENGTH + base.body.length / 12) return { base_n: base.n, body };
  }
  return { base_n: null, body: encodeSnapshot(snapshot) };
}

/** A stored state of a working copy without the suggestions in its text. */
export function withPlainText(type: DocumentTypeName, state: Snapshot): Snapshot {
  const { content } = SUGGESTED_TEXTS[type];
  const text = state[content];
  return typeof text === "string" && hasMarks(text) ? { ...state, [content]: withoutSuggestions(text, type) } : state;
}
