import { type CBORType, encodeCBOR } from "@levischuck/tiny-cbor";
import { describe, expect, test } from "vitest";
import { readAttestation, readAuthenticatorData } from "./authenticator-data.ts";

const [PRESENT, VERIFIED, CAN_BE_BACKED_UP, BACKED_UP, HAS_CREDENTIAL] = [0x01, 0x04, 0x08, 0x10, 0x40];

/** What every device says: the host's hash, flags, and a counter. */
function head(flags: number, counter = 5): Buffer {
  const bytes = Buffer.alloc(37, 0xaa);
  bytes.writeUInt8(flags, 32);
  bytes.writeUInt32BE(counter, 33);
  return bytes;
}

/** A credential with an id of that many bytes, behind the head. `claimed` is the length that it says it has. */
function withCredential({ length = 16, claimed = length, key = KEY }: Partial<Shape> = {}): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(claimed);
  return Buffer.concat([head(PRESENT | HAS_CREDENTIAL), Buffer.alloc(16), size, Buffer.alloc(length, 0xbb), key]);
}
type Shape = { length: number; claimed: number; key: Buffer };
const KEY = Buffer.from(encodeCBOR(new Map<string | number, CBORType>([[1, 2]])));

describe("what a device says of itself", () => {
  test("is read to the largest count that it can have", () => {
    expect(readAuthenticatorData(head(PRESENT, 0xffff_ffff)).counter).toBe(4_294_967_295);
  });

  test.each([
    ["nobody is there", 0, false, false],
    ["somebody is", PRESENT, true, false],
    ["it has recognized the person", PRESENT | VERIFIED, true, true],
    ["it has, and is backed up", PRESENT | VERIFIED | CAN_BE_BACKED_UP | BACKED_UP, true, true],
  ])("tells that %s", (_what, flags, isUserPresent, isUserVerified) => {
    expect(readAuthenticatorData(head(flags))).toMatchObject({ isUserPresent, isUserVerified, credential: null });
  });

  test("is refused where it is backed up though it cannot be", () => {
    expect(() => readAuthenticatorData(head(PRESENT | BACKED_UP))).toThrow("Backed up, though it cannot be.");
  });

  test.each([0, 1, 36])("is refused when it ends after %i bytes", (length) => {
    expect(() => readAuthenticatorData(head(PRESENT).subarray(0, length))).toThrow("too short");
  });
});

describe("a credential that a device has made", () => {
  test("has its id and its key, without the extensions that may follow", () => {
    const extensions = Buffer.from(encodeCBOR(new Map([["credProtect", 2]])));
    const { credential } = readAuthenticatorData(Buffer.concat([withCredential(), extensions]));
    expect(credential).toEqual({ id: Buffer.alloc(16, 0xbb), publicKey: KEY });
  });

  test("has an id of up to 1,023 bytes", () => {
    expect(readAuthenticatorData(withCredential({ length: 1_023 })).credential?.id).toHaveLength(1_023);
    expect(() => readAuthenticatorData(withCredential({ length: 1_024 }))).toThrow("too long");
  });

  test("is refused where its id is said to be longer than all that was sent", () => {
    expect(() => readAuthenticatorData(withCredential({ length: 4, claimed: 900 }))).toThrow("too long");
  });

  test("is refused without a key, and where the data ends within its length", () => {
    expect(() => readAuthenticatorData(withCredential({ key: Buffer.alloc(0) }))).toThrow();
    expect(() => readAuthenticatorData(Buffer.concat([head(HAS_CREDENTIAL), Buffer.alloc(17)]))).toThrow();
  });
});

describe("an attestation", () => {
  const attestation = (value: CBORType) => readAttestation(Buffer.from(encodeCBOR(value)));

  test("has the device's data, whatever it states besides", () => {
    const statement = new Map<string | number, CBORType>([
      ["fmt", "packed"],
      ["attStmt", new Map<string | number, CBORType>([["sig", Uint8Array.of(1)]])],
      ["authData", Uint8Array.from(withCredential())],
    ]);
    expect(attestation(statement).credential?.id).toHaveLength(16);
  });

  test.each<[string, CBORType]>([
    ["a list", []],
    ["a map without the data", new Map<string | number, CBORType>([["fmt", "none"]])],
    ["data that is text", new Map<string | number, CBORType>([["authData", "text"]])],
  ])("is refused that is %s", (_what, value) => {
    expect(() => attestation(value)).toThrow("An attestation without authenticator data.");
  });
});
