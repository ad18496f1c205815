import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { Snapshot } from "./rules.ts";

/** Reaches over a whole snapshot of the longest content and the one that it differs from: 2 to this many bytes. */
const WINDOW_LOG = 23;
const MAX_SNAPSHOT_BYTES = 16 * 1024 * 1024;

/**
 * A snapshot as text for the database: JSON, compressed by Zstandard (RFC 8878), in base64. With `base`, only what
 * differs from it takes up room: the base serves as the dictionary.
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
 * The snapshot of a row of `storedSnapshot`; `findBase` returns the body of the version that it differs from. Undefined
 * where that one is missing.
 */
export async function readStored(
  { base_n, body }: { base_n: number | null; body: string },
  findBase: (n: number) => Promise<string | null | undefined>,
): Promise<Snapshot | undefined> {
  if (base_n === null) return decodeSnapshot(body);
  const base = await findBase(base_n);
  return base == null ? undefined : decodeSnapshot(body, decodeSnapshot(base));
}

/** How much longer than a twelfth of its base a change may be before the whole is stored instead, in characters. */
const MIN_WHOLE_LENGTH = 400;

export type BaseVersion = { n: number; body: string };

/** A snapshot as it is stored: as its difference from the last whole one before it, unless that is hardly smaller. */
export function storedSnapshot(snapshot: Snapshot, base: BaseVersion | undefined) {
  if (base) {
    const body = encodeSnapshot(snapshot, decodeSnapshot(base.body));
    // Later versions differ ever more from the same base: the whole costs once what each of them would cost again.
    if (body.length < MIN_WHOLE_LENGTH + base.body.length / 12) return { base_n: base.n, body };
  }
  return { base_n: null, body: encodeSnapshot(snapshot) };
}
