import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { softAuthenticator } from "#test/support/soft-authenticator.ts";
import { passkeyResponse } from "../schema.ts";
import { verifyAssertion, verifyCreation } from "./web-authn.ts";

const site = { siteName: "Chain Times", siteUrl: "https://news.example" };
const challenge = Buffer.from("asked just now").toString("base64url");

/** A passkey as it is stored once it was made, and the device that has it. */
async function made(...how: Parameters<typeof softAuthenticator> extends [string, ...infer Rest] ? Rest : never) {
  const device = softAuthenticator(site.siteUrl, ...how);
  const credential = await verifyCreation(site, challenge, device.create({ challenge }));
  if (!credential) throw new Error("The passkey was refused.");
  const { id: credential_id, publicKey: public_key, counter } = credential;
  const stored = { id: "key", account_id: 1, credential_id, public_key, counter, transports: "[]", name: "Key" };
  return { device, passkey: { ...stored, created_at: 0, used_at: null } };
}
type Made = Awaited<ReturnType<typeof made>>;

const answer = ({ device, passkey }: Made, ceremony: Partial<Parameters<Made["device"]["get"]>[0]> = {}) =>
  verifyAssertion(site, {
    challenge,
    passkey,
    response: passkeyResponse.parse(device.get({ challenge, ...ceremony })),
    isAlone: false,
  });

const WRONG = {
  "of another challenge": { challenge: "b3RoZXI" },
  "to another kind of call": { type: "payment.get" },
  "on another site": { origin: "https://news.example.evil.example" },
  "on the same host, another port": { origin: "https://news.example:8443" },
  "in a frame of another site": { crossOrigin: true },
  "for another host": { host: "evil.example" },
  "without anybody there": { isPresent: false },
};

describe("answers of passkeys", () => {
  it.each(["ES256", "EdDSA", "RS256"] as const)(
    "are accepted with a signature by %s, and no other",
    async (algorithm) => {
      const own = await made(algorithm);
      expect(await answer(own)).toEqual({ counter: 1 });
      expect(await answer({ ...own, device: (await made(algorithm)).device })).toBeNull();
    },
  );

  it.each(Object.entries(WRONG))("are refused %s, also as a passkey is made", async (_name, ceremony) => {
    const own = await made();
    expect(await answer(own, ceremony)).toBeNull();
    expect(await verifyCreation(site, challenge, own.device.create({ challenge, ...ceremony }))).toBeNull();
  });

  it("stand for the password only if the device has recognized the person", async () => {
    const { device, passkey } = await made();
    const alone = (isVerified: boolean) => {
      const signed = passkeyResponse.parse(device.get({ challenge, isVerified }));
      return verifyAssertion(site, { challenge, passkey, response: signed, isAlone: true });
    };
    expect(await alone(false)).toBeNull();
    expect(await alone(true)).toEqual({ counter: 2 });
  });

  it("count upwards, as a copy of the device would not", async () => {
    const own = await made();
    expect(await answer({ ...own, passkey: { ...own.passkey, counter: 1 } })).toBeNull();
    expect(await answer({ ...own, passkey: { ...own.passkey, counter: 1 } })).toEqual({ counter: 2 });
  });

  it("name the credential that was made", async () => {
    const made = softAuthenticator(site.siteUrl).create({ challenge });
    const other = softAuthenticator(site.siteUrl).create({ challenge });
    expect(await verifyCreation(site, challenge, { ...made, id: other.id })).toBeNull();
  });

  it("are refused, and nothing is thrown, whatever their bytes are", async () => {
    const { device, passkey } = await made();
    const creation = device.create({ challenge });
    const attestation = Buffer.from(creation.response.attestationObject, "base64url");
    const signed = passkeyResponse.parse(device.get({ challenge }));
    const authenticatorData = Buffer.from(signed.response.authenticatorData, "base64url");
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255), end: fc.option(fc.nat()) });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, byte, end }) => {
        const damaged = (bytes: Buffer) => {
          const copy = Buffer.from(bytes.subarray(0, end === null ? bytes.length : end % bytes.length));
          if (copy.length > 0) copy[at % copy.length] = byte;
          return copy.toString("base64url");
        };
        await verifyCreation(site, challenge, {
          ...creation,
          response: { ...creation.response, attestationObject: damaged(attestation) },
        });
        const response = { ...signed.response, authenticatorData: damaged(authenticatorData) };
        const isSame = response.authenticatorData === signed.response.authenticatorData;
        const used = await verifyAssertion(site, {
          challenge,
          passkey,
          response: { ...signed, response },
          isAlone: false,
        });
        expect(used !== null).toBe(isSame);
      }),
    );
  });

  it("nest no deeper than the stack is", async () => {
    const attestationObject = Buffer.alloc(15_000, 0x81).toString("base64url");
    const creation = softAuthenticator(site.siteUrl).create({ challenge });
    const nested = { ...creation, response: { ...creation.response, attestationObject } };
    expect(await verifyCreation(site, challenge, nested)).toBeNull();
  });
});
