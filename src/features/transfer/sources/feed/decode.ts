import { isAscii, isUtf8 } from "node:buffer";

const HEADER_CHARSET = /charset=["']?([a-z0-9_:.+-]{1,40})/i;
const DECLARED = /encoding=["']([a-z0-9_:.+-]{1,40})["']/i;
/** What publishers that name no encoding, or a wrong one, have written in. */
const FALLBACK = "windows-1252";

/**
 * Decodes a feed: by its byte order mark, then as UTF-8 if that is valid whatever the feed says, then as the header and the XML
 * declaration say. Never throws. Removes NUL.
 */
export function decodeFeed(bytes: Uint8Array, contentType = ""): string {
  return (marked(bytes) ?? named(bytes, contentType)).replaceAll("\u0000", "");
}

function marked(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const isLittle =
    (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0 && third !== 0 && fourth === 0);
  return isBig || isLittle ? new TextDecoder(isBig ? "utf-16be" : "utf-16le").decode(bytes) : undefined;
}

function named(bytes: Uint8Array, contentType: string): string {
  const isPlain = isAscii(bytes);
  if (!isPlain && isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const [start = ""] = new TextDecoder("latin1").decode(bytes.subarray(0, 300)).split("?>");
  const labels = [HEADER_CHARSET.exec(contentType)?.[1], start.includes("<?xml") ? DECLARED.exec(start)?.[1] : ""];
  for (const label of labels) {
    // Bytes that show an XML declaration as ASCII are not UTF-16, and text in UTF-8 was found above.
    if (!label || /utf-?16|utf-?8|ucs|us-ascii/i.test(label)) continue;
    const text = strictly(bytes, label);
    if (text !== undefined) return text;
  }
  return new TextDecoder(isPlain ? "utf-8" : FALLBACK).decode(bytes);
}

function strictly(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // An unknown encoding, or one that the bytes are not in: the next one is tried.
    return undefined;
  }
}
