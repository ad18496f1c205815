import { isoCBOR } from "@simplewebauthn/server/helpers";
import { describe, expect, test } from "vitest";
import { softAuthenticator } from "#test/support/soft-authenticator.ts";
import { newPasskeyResponse } from "../schema.ts";
import { verifyCreation } from "./web-authn.ts";

const site = { siteName: "Chain Times", siteUrl: "https://news.example" };
const challenge = Buffer.from("asked just now").toString("base64url");
type Cbor = Parameters<typeof isoCBOR.encode>[0];
type CborMap = Map<string | number, Cbor>;

/** Where the flags and the counter are in authenticator data, and the credential's id, its length and its key. */
const [FLAGS_AT, COUNTER_AT, ID_LENGTH_AT, ID_AT, KEY_AT] = [32, 33, 53, 55, 87];
const [CAN_BE_BACKED_UP, BACKED_UP, HAS_EXTENSIONS] = [0x08, 0x10, 0x80];

const valid = softAuthenticator(site.siteUrl).create({ challenge });
const attestation: CborMap = isoCBOR.decodeFirst(
  Uint8Array.from(Buffer.from(valid.response.attestationObject, "base64url")),
);
const authData = Buffer.from(attestation.get("authData") as Uint8Array);
const key: CborMap = isoCBOR.decodeFirst(Uint8Array.from(authData.subarray(KEY_AT)));

const verify = (object: Cbor) =>
  verifyCreation(site, challenge, {
    ...valid,
    response: { ...valid.response, attestationObject: Buffer.from(isoCBOR.encode(object)).toString("base64url") },
  });
const withData = (data: Buffer) => verify(new Map([...attestation, ["authData", Uint8Array.from(data)]]));
const withKey = (given: Uint8Array) => withData(Buffer.concat([authData.subarray(0, KEY_AT), given]));

/** The valid authenticator data after a change to a copy of it. */
function changed(change: (data: Buffer) => void): Buffer {
  const copy = Buffer.from(authData);
  change(copy);
  return copy;
}
const withFlag = (flag: number) => changed((data) => data.writeUInt8(data.readUInt8(FLAGS_AT) | flag, FLAGS_AT));
const keyWith = (label: number, value: Cbor) => isoCBOR.encode(new Map([...key, [label, value]]));
const keyWithout = (label: number) => isoCBOR.encode(new Map([...key].filter(([name]) => name !== label)));

describe("the public key of a new passkey", () => {
  test("is accepted unchanged", async () => {
    expect(await withKey(isoCBOR.encode(key))).toMatchObject({ id: valid.id });
  });

  test.each<[string, Uint8Array]>([
    ["is no map", isoCBOR.encode([1, 2])],
    ["has an algorithm that was not requested", keyWith(3, -35)],
    ["names no algorithm", keyWithout(3)],
    ["has another type than its algorithm", keyWith(1, 3)],
    ["is on another curve", keyWith(-1, 2)],
    ["has text instead of bytes", keyWith(-2, "x")],
    ["lacks a coordinate", keyWithout(-3)],
    ["has a number as a coordinate", keyWith(-3, 0)],
    ["is a point outside its curve", keyWith(-3, key.get(-2) ?? 0)],
    ["is cut off", isoCBOR.encode(key).subarray(0, 20)],
    ["is missing", new Uint8Array()],
  ])("is rejected if it %s", async (_what, given) => {
    expect(await withKey(given)).toBeNull();
  });
});

describe("the authenticator data of a new passkey", () => {
  test("holds the largest possible counter", async () => {
    expect(await withData(changed((data) => data.writeUInt32BE(0xffff_ffff, COUNTER_AT)))).toMatchObject({
      counter: 4_294_967_295,
    });
  });

  test("may be followed by extensions that were not requested", async () => {
    const extensions = isoCBOR.encode(new Map([["credProtect", 2]]));
    const made = await withData(Buffer.concat([withFlag(HAS_EXTENSIONS), extensions]));
    expect(made?.publicKey).toBe(Buffer.from(isoCBOR.encode(key)).toString("base64url"));
  });

  test("may say that the passkey is backed up only if it can be", async () => {
    expect(await withData(withFlag(CAN_BE_BACKED_UP | BACKED_UP))).not.toBeNull();
    expect(await withData(withFlag(BACKED_UP))).toBeNull();
  });

  test.each([0, 1, 36, ID_LENGTH_AT + 1, ID_AT, ID_AT + 4])("is rejected if it ends after %i bytes", async (length) => {
    expect(await withData(authData.subarray(0, length))).toBeNull();
  });

  test("is rejected if the id claims to be longer than all that was sent", async () => {
    expect(await withData(changed((data) => data.writeUInt16BE(900, ID_LENGTH_AT)))).toBeNull();
  });

  test("has an id of at most 1,023 bytes", () => {
    const withId = (length: number) => {
      const id = Buffer.alloc(length, 0xbb).toString("base64url");
      return newPasskeyResponse.safeParse({ ...valid, id, rawId: id }).success;
    };
    expect([withId(1_023), withId(1_024)]).toEqual([true, false]);
  });
});

describe("the attestation of a new passkey", () => {
  test("may make any statement about the device, which is not read", async () => {
    const certificate = Uint8Array.of(0x30, 0x03, 0x02, 0x01, 0x01);
    const statement = new Map<string, Cbor>([
      ["alg", -7],
      ["sig", Uint8Array.of(1)],
      ["x5c", [certificate]],
    ]);
    for (const format of ["packed", "tpm", "apple", "android-key", "fido-u2f"])
      expect(
        await verify(
          new Map<string, Cbor>([...attestation, ["fmt", format], ["attStmt", statement]] as [string, Cbor][]),
        ),
      ).not.toBeNull();
  });

  test.each<[string, Cbor]>([
    ["a list", []],
    ["a map without authenticator data", new Map([["fmt", "none"]])],
    ["authenticator data that is text", new Map([["authData", "text"]])],
  ])("is rejected if it is %s", async (_what, value) => {
    expect(await verify(value)).toBeNull();
  });
});
