import { createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto";
import { type CBORType, decodeCBOR } from "@levischuck/tiny-cbor";

type CoseKey = Map<string | number, CBORType>;

/** A way to sign: its key's type and curve in COSE, the digest that Node is to use, and the key as a JSON Web Key. */
type Algorithm = { type: number; curve?: number; digest: string | null; jwk: (key: CoseKey) => JsonWebKey };

/** By the algorithm's number in COSE: Ed25519, ECDSA on P-256, RSA with PKCS #1 v1.5 (RFC 9053, RFC 8230, RFC 8812). */
const ALGORITHMS = new Map<number, Algorithm>([
  [-8, { type: 1, curve: 6, digest: null, jwk: (key) => ({ kty: "OKP", crv: "Ed25519", x: text(key, -2) }) }],
  [
    -7,
    {
      type: 2,
      curve: 1,
      digest: "sha256",
      jwk: (key) => ({ kty: "EC", crv: "P-256", x: text(key, -2), y: text(key, -3) }),
    },
  ],
  [-257, { type: 3, digest: "sha256", jwk: (key) => ({ kty: "RSA", n: text(key, -1), e: text(key, -2) }) }],
]);

/** What devices are asked for, the preferred first. */
export const SUPPORTED_ALGORITHMS = [...ALGORITHMS.keys()];

/** Labels of a key (RFC 9052, section 7.1), and of its curve (RFC 9053, section 7.1). */
const [KEY_TYPE, ALGORITHM, CURVE] = [1, 3, -1];

function text(key: CoseKey, label: number): string {
  const bytes = key.get(label);
  if (!(bytes instanceof Uint8Array)) throw new Error(`A COSE key has no bytes under ${label}.`);
  return Buffer.from(bytes).toString("base64url");
}

/** A public key as passkeys have it (COSE_Key, RFC 9052). Throws for what is none, or of an algorithm not asked for. */
function readKey(cose: Uint8Array): { key: KeyObject; digest: string | null } {
  const map = decodeCBOR(Uint8Array.from(cose));
  if (!(map instanceof Map)) throw new Error("A COSE key is a map.");
  const algorithm = ALGORITHMS.get(Number(map.get(ALGORITHM)));
  if (!algorithm) throw new Error("A key of an algorithm that was not asked for.");
  const { type, curve, digest, jwk } = algorithm;
  if (map.get(KEY_TYPE) !== type || (curve !== undefined && map.get(CURVE) !== curve))
    throw new Error("A key of another type than its algorithm's.");
  return { key: createPublicKey({ format: "jwk", key: jwk(map) }), digest };
}

/** Throws unless this is a key that can be verified with. */
export function assertKey(cose: Uint8Array): void {
  readKey(cose);
}

/** Whether the owner of the key has signed `data`. Throws for a key that is none. */
export function isSignedBy(cose: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const { key, digest } = readKey(cose);
  return verify(digest, data, key, signature);
}
