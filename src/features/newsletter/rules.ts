import { createHmac, timingSafeEqual } from "node:crypto";
import { keyId, type Secrets, secretsOf } from "#platform/keys.ts";
import { mailField } from "#platform/mail.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { DAY } from "#shared/time.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import type { OneClickEndpoints } from "./endpoints.ts";

/** A subscriber, perhaps an issue, the id of the key (not in the oldest tokens), and what the key made of the first two. */
const TOKEN = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?\.(?:([A-Za-z0-9_-]{8})\.)?([A-Za-z0-9_-]{43})$/;

/** The purpose of a link in a mail: unsubscribing, or (again) becoming a subscriber. */
type Purpose = "unsubscribe" | "confirm";

/**
 * The token of a subscriber's links. Derived from the key, so that nothing secret is stored and links in old mails keep
 * working. The purpose is part of what is signed: no other token made with the key is valid here.
 */
const linkToken = (secretKey: string, purpose: Purpose, about: string): string =>
  `${about}.${keyId(secretKey)}.${macOf(secretKey, purpose, about)}`;

const macOf = (secretKey: string, purpose: Purpose, about: string) =>
  createHmac("sha256", secretKey).update(`newsletter-${purpose}:${about}`).digest("base64url");

/** The token of a subscriber's unsubscribe links, in the mails of an issue or in others. */
export const unsubscribeToken = (secretKey: string, subscriberId: number, issueId?: number | null) =>
  linkToken(secretKey, "unsubscribe", issueId ? `${subscriberId}-${issueId}` : String(subscriberId));

/** The token with which a subscriber confirms the address, or resubscribes. */
export const confirmToken = (secretKey: string, subscriberId: number) =>
  linkToken(secretKey, "confirm", String(subscriberId));

/**
 * The subscriber of a token, and the issue whose mail it was in; null if it was not made with one of these keys for this
 * purpose.
 */
export function readToken(
  secrets: Secrets,
  token: string,
  purpose: Purpose = "unsubscribe",
): { subscriberId: number; issueId: number | null } | null {
  const [, id, issue, key, mac] = TOKEN.exec(token) ?? [];
  if (id === undefined || mac === undefined) return null;
  const about = issue === undefined ? id : `${id}-${issue}`;
  // Both are ASCII of equal length here, as the comparison requires.
  const isOwn = (secret: string) => timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, purpose, about)));
  if (!secretsOf(secrets, key).some(isOwn)) return null;
  return { subscriberId: Number(id), issueId: issue === undefined ? null : Number(issue) };
}

/** Placeholder for a subscriber's own links in a mail; filled in while it is sent, stored nowhere. */
export const UNSUBSCRIBE_LINK = mailField("unsubscribe_url");
export const CONFIRM_LINK = mailField("confirm_url");

/** The address of `List-Unsubscribe` (RFC 8058): mail clients post to it. */
const oneClickUrl = (token: string) =>
  clientOf<OneClickEndpoints>().url("POST /newsletter/one-click", { query: { token } });

/** The links in a subscriber's mails, all on `siteUrl`. */
export function mailLinks(secretKey: string, siteUrl: string) {
  return (subscriberId: number, issueId?: number | null) => {
    const leaving = unsubscribeToken(secretKey, subscriberId, issueId);
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
