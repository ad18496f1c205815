import { createHmac, timingSafeEqual } from "node:crypto";

const TOKEN = /^([1-9]\d{0,14})\.[A-Za-z0-9_-]{43}$/;

/**
 * The token of a subscriber's unsubscribe links. Derived from the key, so that nothing secret is stored and a link
 * in an old mail keeps working. The purpose is part of what is signed: no other token made with the key fits here.
 */
export function unsubscribeToken(secretKey: string, subscriberId: number): string {
  const mac = createHmac("sha256", secretKey).update(`newsletter-unsubscribe:${subscriberId}`).digest("base64url");
  return `${subscriberId}.${mac}`;
}

/** The subscriber a token was made for, or null if it was not made with this key. */
export function subscriberOfToken(secretKey: string, token: string): number | null {
  const id = TOKEN.exec(token)?.[1];
  if (id === undefined) return null;
  const expected = unsubscribeToken(secretKey, Number(id));
  // Both are ASCII of one length by now, as the comparison demands.
  return timingSafeEqual(Buffer.from(token), Buffer.from(expected)) ? Number(id) : null;
}
