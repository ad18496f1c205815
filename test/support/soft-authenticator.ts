import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/**
 * A passkey in software: it answers as a browser with a device would (WebAuthn Level 3), for the one site it was made
 * for. Attestation is `none`, the key ES256.
 */

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Ceremony = { challenge: string; origin?: string; isVerified?: boolean };

export function softAuthenticator(siteUrl: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  const rpIdHash = createHash("sha256").update(new URL(siteUrl).hostname).digest();
  let counter = 0;

  const clientData = (type: string, { challenge, origin = new URL(siteUrl).origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const count = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(counter);
    return bytes;
  };
  const flags = (isVerified: boolean, more = 0) =>
    Buffer.from([USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | more]);
  const shared = { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;

  return {
    /** The answer to `navigator.credentials.create`. */
    create({ isVerified = true, ...ceremony }: Ceremony) {
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
        [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([
        ...[rpIdHash, flags(isVerified, HAS_CREDENTIAL), count()],
        ...[Buffer.alloc(16), length, credentialId, key],
      ]);
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)],
      ]);
      return {
        ...shared,
        response: {
          clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    /** The answer to `navigator.credentials.get`. */
    get({ isVerified = true, ...ceremony }: Ceremony) {
      counter += 1;
      const clientDataJson = clientData("webauthn.get", ceremony);
      const authenticatorData = Buffer.concat([rpIdHash, flags(isVerified), count()]);
      const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientDataJson).digest()]);
      return {
        ...shared,
        response: {
          clientDataJSON: clientDataJson.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
        },
      };
    },
    /** Goes back to an earlier state, as a copy of it would. */
    rewind() {
      counter = 0;
    },
  };
}

/** As much of CBOR (RFC 8949) as the above needs. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
