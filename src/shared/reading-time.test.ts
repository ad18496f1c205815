import { expect, test } from "vitest";
import { readingMinutes, textLength } from "./reading-time.ts";

test.each([
  ["One two’s — 3,5 …", { words: 3, ideographs: 0, letters: 0 }],
  ["中央银行宣布，比特币。", { words: 0, ideographs: 9, letters: 0 }],
  ["東京でBitcoinを買う ETF", { words: 2, ideographs: 6, letters: 0 }],
  ["ธนาคารกลาง", { words: 0, ideographs: 0, letters: 10 }],
  ["한국 은행", { words: 2, ideographs: 0, letters: 0 }],
  [" — ", { words: 0, ideographs: 0, letters: 0 }],
])("the length of %j", (text, length) => expect(textLength(text)).toEqual(length));

test.each([
  ["word ".repeat(690), 3],
  ["字".repeat(3360), 7],
  ["ก".repeat(5000), 5],
  ["a", 1],
  ["", 0],
])("reading %.12j… takes %s minutes", (text, minutes) => expect(readingMinutes(textLength(text))).toBe(minutes));
