import type { Readable } from "node:stream";
import { setImmediate as otherTasks } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import type { SourceEntry } from "../files.ts";
import { SourceError } from "../items.ts";

/** How long reading may hold the event loop. */
const TURN_MS = 10;
const MIB = 1024 * 1024;
/** Of a gzip file, as of zips: text reaches 20. */
const MAX_RATIO = 500;
const RATIO_APPLIES_FROM = 50 * MIB;
/** Enough for a byte order mark and the declaration of the encoding. */
const HEAD_BYTES = 512;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them, exports contain them
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;
const ENCODING = /^encoding\s?=\s?["']([\w.:-]{1,40})["']/;

/**
 * The text of a file in pieces, without control characters: gzip is unpacked, and the encoding is that of the byte order mark or
 * of the XML declaration, else UTF-8. Throws what the stream throws.
 */
export async function* textOf(entry: SourceEntry): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let head = Buffer.alloc(0);
  let turnEnd = performance.now() + TURN_MS;
  for await (const chunk of bytesOf(entry)) {
    if (performance.now() > turnEnd) {
      await otherTasks();
      turnEnd = performance.now() + TURN_MS;
    }
    if (decoder) {
      yield decoder.decode(chunk, { stream: true }).replace(CONTROLS, "");
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    decoder = decoderOf(head);
    yield decoder.decode(head, { stream: true }).replace(CONTROLS, "");
  }
  yield decoder ? decoder.decode() : decoderOf(head).decode(head).replace(CONTROLS, "");
}

function decoderOf(head: Buffer): TextDecoder {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le");
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be");
  const [start = ""] = head.toString("latin1", 0, HEAD_BYTES).split("?>");
  const at = start.includes("<?xml") ? start.indexOf("encoding") : -1;
  const label = (at !== -1 && ENCODING.exec(start.slice(at))?.[1]) || "utf-8";
  try {
    // A declaration that can be read as ASCII is not UTF-16, whatever it says.
    return new TextDecoder(/^utf-?16/i.test(label) ? "utf-8" : label);
  } catch {
    return new TextDecoder("utf-8");
  }
}

async function* bytesOf(entry: SourceEntry): AsyncGenerator<Buffer> {
  const stream = await entry.open();
  try {
    yield* isGzip(entry.path) ? unpacked(stream, entry) : (stream as AsyncIterable<Buffer>);
  } finally {
    stream.destroy();
  }
}

const isGzip = (path: string): boolean => /\.gz$/i.test(path);

async function* unpacked(stream: Readable, { path, size }: SourceEntry): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  stream.on("error", (error) => gunzip.destroy(error)).pipe(gunzip);
  let length = 0;
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > RATIO_APPLIES_FROM && length > MAX_RATIO * size)
      throw new SourceError(`${path} is compressed too much to be read safely.`);
    yield chunk;
  }
}
