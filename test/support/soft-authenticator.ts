import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/**
 * A passkey in software: it answers as a browser with a device would (WebAuthn Level 3), for the one site it was made
 * for. Attestation is `none`, the key ES256 if no other is asked for.
 */

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** One call of a browser. All but the challenge is as it should be, unless it is given. */
type Ceremony = {
  challenge: string;
  /** The kind of call, `webauthn.create` or `webauthn.get`. */
  type?: string;
  origin?: string;
  /** The host that the device takes the site for. */
  host?: string;
  /** Whether the page is in a frame of another site. */
  crossOrigin?: boolean;
  isPresent?: boolean;
  isVerified?: boolean;
};

/** How a passkey signs: its pair of keys, the digest for Node, and its COSE_Key without what all kinds have in common. */
const ALGORITHMS = {
  ES256: () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x, y } = publicKey.export({ format: "jwk" });
    const parts: KeyPart[] = [part(-1, 1), part(-2, x), part(-3, y)];
    return { privateKey, digest: "sha256", type: 2, algorithm: -7, parts };
  },
  EdDSA: () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const parts: KeyPart[] = [part(-1, 6), part(-2, publicKey.export({ format: "jwk" }).x)];
    return { privateKey, digest: null, type: 1, algorithm: -8, parts };
  },
  RS256: () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const { n, e } = publicKey.export({ format: "jwk" });
    return { privateKey, digest: "sha256", type: 3, algorithm: -257, parts: [part(-1, n), part(-2, e)] };
  },
};
type KeyPart = [Buffer, Buffer];

const part = (label: number, value: number | string | undefined): KeyPart => [
  cborInt(label),
  typeof value === "number" ? cborInt(value) : cborBytes(Buffer.from(value ?? "", "base64url")),
];

export function softAuthenticator(siteUrl: string, signingBy: keyof typeof ALGORITHMS = "ES256") {
  const { privateKey, digest, type: keyType, algorithm, parts } = ALGORITHMS[signingBy]();
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  const hashOf = (host = new URL(siteUrl).hostname) => createHash("sha256").update(host).digest();
  let counter = 0;

  const clientData = (kind: string, ceremony: Ceremony) => {
    const { challenge, type = kind, origin = new URL(siteUrl).origin, crossOrigin = false } = ceremony;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  };
  const count = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(counter);
    return bytes;
  };
  const flags = ({ isPresent = true, isVerified = true }: Ceremony, more = 0) =>
    Buffer.from([(isPresent ? USER_PRESENT : 0) | (isVerified ? USER_VERIFIED : 0) | more]);
  const shared = { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;

  return {
    /** The answer to `navigator.credentials.create`. */
    create(ceremony: Ceremony) {
      const key = cborMap([part(1, keyType), part(3, algorithm), ...parts]);
      const length = Buffer.from([0, credentialId.length]);
      const authData = Buffer.concat([
        ...[hashOf(ceremony.host), flags(ceremony, HAS_CREDENTIAL), count()],
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
    get(ceremony: Ceremony) {
      counter += 1;
      const clientDataJson = clientData("webauthn.get", ceremony);
      const authenticatorData = Buffer.concat([hashOf(ceremony.host), flags(ceremony), count()]);
      const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientDataJson).digest()]);
      return {
        ...shared,
        response: {
          clientDataJSON: clientDataJson.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          signature: sign(digest, signed, privateKey).toString("base64url"),
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
