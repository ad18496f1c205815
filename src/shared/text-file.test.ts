import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeText } from "./text-file.ts";

const TEXT = "email,name\nä@example.com,Müller €";
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

test.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`)],
  ["UTF-16LE with a byte order mark", utf16(`\uFEFF${TEXT}`, false)],
  ["UTF-16BE with a byte order mark", utf16(`\uFEFF${TEXT}`, true)],
  ["UTF-16LE", utf16(TEXT, false)],
  ["UTF-16BE", utf16(TEXT, true)],
  ["windows-1252", Buffer.from(TEXT.replace("€", "\x80"), "latin1")],
  ["nothing", Buffer.from("")],
])("decodes %s", (name, bytes) => {
  expect(decodeText(bytes)).toBe(name === "nothing" ? "" : TEXT);
});

test("every screen with a file of text reads it by this decoder", () => {
  const screens = globSync("src/**/*.tsx").map((path) => readFileSync(path, "utf8"));
  // Fields for pictures and typefaces, and for files that are too large to be read as a whole.
  const isOther = /accept=\{(PICTURE_TYPES|TYPEFACE_FILES)\}|GIB/;
  const ofText = screens.filter((code) => code.includes('type="file"') && !isOther.test(code));
  expect(ofText).toHaveLength(4);
  expect(ofText.filter((code) => !code.includes("readTextFile("))).toEqual([]);
});
