import { createHmac, timingSafeEqual } from "node:crypto";
import { keyId, type Secrets, secretsOf } from "#platform/keys.ts";
import { mailField } from "#platform/mail.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { DAY } from "#shared/time.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import type { OneClickEndpoints } from "./endpoints.ts";

/** A subscriber, the id of the key (not in tokens from before there were ids), and what the key made of both. */
const TOKEN = /^([1-9]\d{0,14})\.(?:([A-Za-z0-9_-]{8})\.)?([A-Za-z0-9_-]{43})$/;

/** The purpose of a link in a mail: unsubscribing, or (again) becoming a subscriber. */
type Purpose = "unsubscribe" | "confirm";

/**
 * The token of a subscriber's links. Derived from the key, so that nothing secret is stored and links in old mails keep
 * working. The purpose is part of what is signed: no other token made with the key is valid here.
 */
function linkToken(secretKey: string, purpose: Purpose, subscriberId: number): string {
  return `${subscriberId}.${keyId(secretKey)}.${macOf(secretKey, purpose, subscriberId)}`;
}

const macOf = (secretKey: string, purpose: Purpose, subscriberId: number) =>
  createHmac("sha256", secretKey).update(`newsletter-${purpose}:${subscriberId}`).digest("base64url");

/** The token of a subscriber's unsubscribe links. */
export const unsubscribeToken = (secretKey: string, subscriberId: number) =>
  linkToken(secretKey, "unsubscribe", subscriberId);

/** The token with which a subscriber confirms the address, or resubscribes. */
export const confirmToken = (secretKey: string, subscriberId: number) => linkToken(secretKey, "confirm", subscriberId);

/** The subscriber of a token, or null if it was not made with one of these keys for this purpose. */
export function subscriberOfToken(secrets: Secrets, token: string, purpose: Purpose = "unsubscribe"): number | null {
  const [, id, key, mac] = TOKEN.exec(token) ?? [];
  if (id === undefined || mac === undefined) return null;
  // Both are ASCII of equal length here, as the comparison requires.
  const isOwn = (secret: string) => timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, purpose, Number(id))));
  return secretsOf(secrets, key).some(isOwn) ? Number(id) : null;
}

/** Placeholder for a subscriber's own links in a mail; filled in while it is sent, stored nowhere. */
export const UNSUBSCRIBE_LINK = mailField("unsubscribe_url");
export const CONFIRM_LINK = mailField("confirm_url");

/** The address of `List-Unsubscribe` (RFC 8058): mail clients post to it. */
const oneClickUrl = (token: string) =>
  clientOf<OneClickEndpoints>().url("POST /newsletter/one-click", { query: { token } });

/** The links in a subscriber's mails, all on `siteUrl`. */
export function mailLinks(secretKey: string, siteUrl: string) {
  return (subscriberId: number) => {
    const leaving = unsubscribeToken(secretKey, subscriberId);
    return {
      values: {
        unsubscribe_url: absoluteUrl(siteUrl, pageUrl.unsubscribe(leaving)),
        confirm_url: absoluteUrl(siteUrl, pageUrl.confirmSubscription(confirmToken(secretKey, subscriberId))),
      },
      oneClick: absoluteUrl(siteUrl, oneClickUrl(leaving)),
    };
  };
}

/** Maximum calls about one address in 15 minutes, from any client. */
export const MAX_CALLS_PER_ADDRESS = 10;

/** Maximum mails to one address caused by forms in a day; further calls get the same response and send none. */
export const MAX_MAILS_PER_DAY = 5;
export const MAIL_DAY = DAY;
