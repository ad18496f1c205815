import { decodeCBOR, decodePartialCBOR } from "@levischuck/tiny-cbor";

/** Flags of the authenticator data (WebAuthn Level 3, section 6.1). */
const [USER_PRESENT, USER_VERIFIED, CAN_BE_BACKED_UP, IS_BACKED_UP, HAS_CREDENTIAL] = [0x01, 0x04, 0x08, 0x10, 0x40];
/** Where the parts are that all of it has, and those of a new credential behind them, in bytes. */
const [FLAGS_AT, COUNTER_AT, HEAD_LENGTH] = [32, 33, 37];
const [ID_LENGTH_AT, ID_AT] = [HEAD_LENGTH + 16, HEAD_LENGTH + 18];
const MAX_ID_LENGTH = 1_023;

export type AuthenticatorData = {
  /** SHA-256 of the host that the passkey belongs to. */
  rpIdHash: Buffer;
  counter: number;
  isUserPresent: boolean;
  isUserVerified: boolean;
  /** Of a passkey that was just made; `publicKey` is a COSE_Key. */
  credential: { id: Buffer; publicKey: Buffer } | null;
};

/** What a device says of itself, of the person before it, and of a key that it has made. Throws for what is no such data. */
export function readAuthenticatorData(data: Buffer): AuthenticatorData {
  if (data.length < HEAD_LENGTH) throw new Error("Authenticator data is too short.");
  const flags = data.readUInt8(FLAGS_AT);
  if (flags & IS_BACKED_UP && !(flags & CAN_BE_BACKED_UP)) throw new Error("Backed up, though it cannot be.");
  return {
    rpIdHash: data.subarray(0, FLAGS_AT),
    counter: data.readUInt32BE(COUNTER_AT),
    isUserPresent: (flags & USER_PRESENT) !== 0,
    isUserVerified: (flags & USER_VERIFIED) !== 0,
    credential: flags & HAS_CREDENTIAL ? readCredential(data) : null,
  };
}

function readCredential(data: Buffer): NonNullable<AuthenticatorData["credential"]> {
  const length = data.readUInt16BE(ID_LENGTH_AT);
  const keyAt = ID_AT + length;
  if (length > MAX_ID_LENGTH || keyAt > data.length) throw new Error("A credential's id is too long.");
  // Extensions may follow the key; none are asked for.
  const [, keyLength] = decodePartialCBOR(Uint8Array.from(data), keyAt);
  return { id: data.subarray(ID_AT, keyAt), publicKey: data.subarray(keyAt, keyAt + keyLength) };
}

/** The authenticator data within an attestation object; its statement about the device was not asked for, and is not read. */
export function readAttestation(attestationObject: Buffer): AuthenticatorData {
  const attestation = decodeCBOR(Uint8Array.from(attestationObject));
  const data = attestation instanceof Map ? attestation.get("authData") : undefined;
  if (!(data instanceof Uint8Array)) throw new Error("An attestation without authenticator data.");
  return readAuthenticatorData(Buffer.from(data));
}
