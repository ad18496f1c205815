import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyId } from "#platform/keys.ts";
import { readToken, unsubscribeToken } from "./rules.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const KEYS = { secretKey: KEY };
const MAC = "6dICKHWd5llShKEEhVals45Sw2W5NBW1SxZtR726bCI";

/** Any UTF-16 unit, lone surrogates included; the library's own "binary" takes seconds to prepare. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe("unsubscribe tokens", () => {
  it("never change: links in mails that were sent long ago must work", () => {
    expect(unsubscribeToken(KEY, 12)).toBe(`12.${keyId(KEY)}.${MAC}`);
    // From before keys had ids.
    expect(readToken(KEYS, `12.${MAC}`)).toEqual({ subscriberId: 12, issueId: null });
  });

  it("name their subscriber and issue, for any id", () => {
    const id = fc.integer({ min: 1, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(id, fc.option(id), (subscriberId, issueId) => {
        expect(readToken(KEYS, unsubscribeToken(KEY, subscriberId, issueId))).toEqual({ subscriberId, issueId });
      }),
    );
  });

  it("are signed with their issue", () => {
    const token = unsubscribeToken(KEY, 12, 7);
    for (const other of ["12-8", "12", "1-27", "127"])
      expect(readToken(KEYS, token.replace("12-7", other)), other).toBeNull();
  });

  it("are valid only with the key they were made with", () => {
    expect(readToken({ secretKey: `${KEY}x` }, unsubscribeToken(KEY, 12))).toBeNull();
  });

  it("of a former key are valid while it is named, and a forged id does not help", () => {
    const [former, current] = [KEY, `${KEY} next`];
    const keys = { secretKey: current, previousKeys: [former] };
    expect(readToken(keys, unsubscribeToken(former, 12))?.subscriberId).toBe(12);
    expect(readToken(keys, `12.${MAC}`)?.subscriberId).toBe(12);
    expect(readToken({ secretKey: current }, unsubscribeToken(former, 12))).toBeNull();
    for (const id of [keyId(current), "AAAAAAAA"]) expect(readToken(keys, `12.${id}.${MAC}`)).toBeNull();
  });

  it("become invalid if any one character changes", () => {
    for (const token of [unsubscribeToken(KEY, 12), unsubscribeToken(KEY, 12, 7)])
      for (let at = 0; at < token.length; at += 1)
        for (const other of ["A", "B", "1", "2", "-", ".", " ", "é"]) {
          if (other === token[at]) continue;
          expect(readToken(KEYS, token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
        }
  });

  it("reject any other text without an error", () => {
    const mac = unsubscribeToken(KEY, 12).slice(3);
    const nearlyToken = fc.string().map((text) => `${text}.${mac}`);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyUnit }), nearlyToken), (text) => {
        fc.pre(text !== `12.${mac}`);
        expect(readToken(KEYS, text)).toBeNull();
      }),
    );
    for (const text of ["", ".", `012.${mac}`, `+12.${mac}`, `12.${mac}=`, `12.${mac}\n`, ` 12.${mac}`, `0.${mac}`])
      expect(readToken(KEYS, text)).toBeNull();
  });
});
