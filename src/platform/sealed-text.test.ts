import { expect, test } from "vitest";
import { deriveKey } from "./keys.ts";
import { openSealedText, sealText } from "./sealed-text.ts";

const KEY = deriveKey("one secret", "tests");

test("a sealed text opens with its key alone, and never looks the same twice", () => {
  const sealed = sealText(KEY, "Ünïcödé 👩");
  expect(openSealedText(KEY, sealed)).toBe("Ünïcödé 👩");
  expect(openSealedText(deriveKey("another secret", "tests"), sealed)).toBeNull();
  expect(sealText(KEY, "Ünïcödé 👩")).not.toBe(sealed);
});

test("a sealed text that was changed, cut or made up does not open", () => {
  const bytes = Buffer.from(sealText(KEY, "secret"), "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openSealedText(KEY, changed.toString("base64url"))).toBeNull();
    expect(openSealedText(KEY, bytes.subarray(0, at).toString("base64url"))).toBeNull();
  }
  expect(openSealedText(KEY, "not sealed by anybody")).toBeNull();
});
