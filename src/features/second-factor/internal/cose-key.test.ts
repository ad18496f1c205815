import { generateKeyPairSync, sign } from "node:crypto";
import { type CBORType, encodeCBOR } from "@levischuck/tiny-cbor";
import { describe, expect, test } from "vitest";
import { assertKey, isSignedBy, SUPPORTED_ALGORITHMS } from "./cose-key.ts";

const bytes = (text = "") => Uint8Array.from(Buffer.from(text, "base64url"));
const cose = (parts: [number, CBORType][]) => encodeCBOR(new Map<string | number, CBORType>(parts));

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { x, y } = pair.publicKey.export({ format: "jwk" });
/** A key of ECDSA on P-256, with parts that are others. */
const key = (change: Record<number, CBORType> = {}) => {
  const parts: Record<string, CBORType> = { 1: 2, 3: -7, "-1": 1, "-2": bytes(x), "-3": bytes(y), ...change };
  return cose(Object.entries(parts).map(([label, value]) => [Number(label), value]));
};

describe("a passkey's public key", () => {
  test("is accepted, and verifies what its owner has signed and nothing else", () => {
    const data = Buffer.from("signed");
    const signature = sign("sha256", data, pair.privateKey);
    expect(() => assertKey(key())).not.toThrow();
    expect(isSignedBy(key(), data, signature)).toBe(true);
    expect(isSignedBy(key(), Buffer.from("Signed"), signature)).toBe(false);
    expect(isSignedBy(key(), data, signature.subarray(1))).toBe(false);
    expect(isSignedBy(key(), data, new Uint8Array())).toBe(false);
  });

  test.each<[string, Uint8Array, string]>([
    ["is no map", encodeCBOR([1, 2]), "A COSE key is a map."],
    ["is of an algorithm that was not asked for", key({ 3: -35 }), "not asked for"],
    ["names no algorithm", cose([[1, 2]]), "not asked for"],
    ["is of another type than its algorithm's", key({ 1: 3 }), "another type"],
    ["is on another curve", key({ [-1]: 2 }), "another type"],
    ["has text where bytes belong", key({ [-2]: "x" }), "no bytes under -2"],
    ["lacks a coordinate", key({ [-3]: 0 }), "no bytes under -3"],
  ])("is refused that %s", (_what, given, message) => {
    expect(() => assertKey(given)).toThrow(message);
    expect(() => isSignedBy(given, new Uint8Array(), new Uint8Array())).toThrow(message);
  });

  test("is refused whose point is not on the curve", () => {
    expect(() => assertKey(key({ [-3]: bytes(x) }))).toThrow();
  });

  test("is refused that is cut, or is nothing", () => {
    expect(() => assertKey(key().subarray(0, 20))).toThrow();
    expect(() => assertKey(new Uint8Array())).toThrow();
  });

  test("is asked for by a modern algorithm first, and by the one of old Windows devices last", () => {
    expect([SUPPORTED_ALGORITHMS[0], SUPPORTED_ALGORITHMS.at(-1)]).toEqual([-8, -257]);
  });
});
