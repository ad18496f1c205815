import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyId } from "#platform/keys.ts";
import { subscriberOfToken, unsubscribeToken } from "./rules.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const KEYS = { secretKey: KEY };
const MAC = "6dICKHWd5llShKEEhVals45Sw2W5NBW1SxZtR726bCI";

/** Any UTF-16 unit, lone surrogates included; the library's own "binary" takes seconds to prepare. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe("unsubscribe tokens", () => {
  it("never change: links in mails that were sent long ago must work", () => {
    expect(unsubscribeToken(KEY, 12)).toBe(`12.${keyId(KEY)}.${MAC}`);
    // From before keys had ids.
    expect(subscriberOfToken(KEYS, `12.${MAC}`)).toBe(12);
  });

  it("name their subscriber, for any id", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (id) => {
        expect(subscriberOfToken(KEYS, unsubscribeToken(KEY, id))).toBe(id);
      }),
    );
  });

  it("are valid only with the key they were made with", () => {
    expect(subscriberOfToken({ secretKey: `${KEY}x` }, unsubscribeToken(KEY, 12))).toBeNull();
  });

  it("of a former key are valid while it is named, and a forged id does not help", () => {
    const [former, current] = [KEY, `${KEY} next`];
    const keys = { secretKey: current, previousKeys: [former] };
    expect(subscriberOfToken(keys, unsubscribeToken(former, 12))).toBe(12);
    expect(subscriberOfToken(keys, `12.${MAC}`)).toBe(12);
    expect(subscriberOfToken({ secretKey: current }, unsubscribeToken(former, 12))).toBeNull();
    for (const id of [keyId(current), "AAAAAAAA"]) expect(subscriberOfToken(keys, `12.${id}.${MAC}`)).toBeNull();
  });

  it("become invalid if any one character changes", () => {
    const token = unsubscribeToken(KEY, 12);
    for (let at = 0; at < token.length; at += 1) {
      for (const other of ["A", "B", "1", "2", ".", " ", "é"]) {
        if (other === token[at]) continue;
        expect(subscriberOfToken(KEYS, token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
      }
    }
  });

  it("reject any other text without an error", () => {
    const mac = unsubscribeToken(KEY, 12).slice(3);
    const nearlyToken = fc.string().map((text) => `${text}.${mac}`);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyUnit }), nearlyToken), (text) => {
        fc.pre(text !== `12.${mac}`);
        expect(subscriberOfToken(KEYS, text)).toBeNull();
      }),
    );
    for (const text of ["", ".", `012.${mac}`, `+12.${mac}`, `12.${mac}=`, `12.${mac}\n`, ` 12.${mac}`, `0.${mac}`])
      expect(subscriberOfToken(KEYS, text)).toBeNull();
  });
});
