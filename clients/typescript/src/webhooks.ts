import type { Schemas } from "./types.ts";

type ArticleEvent = "article.published" | "article.updated" | "article.corrected";
type IdeaEvent = "idea.added" | "idea.assigned" | "idea.changed" | "idea.drafted" | "idea.deleted";
type PageData = { id: number; title: string; slug: string; published_date: string | null; url: string };
type IssueData = { id: number; subject: string; sent_date: string | null; url: string };
/** What is no longer public has only its id. */
type Id = { id: number };
type Named<Name extends string, Data> = { id: string; event: Name; created: string; data: Data };

/** The body of a webhook. `id` is the same for every attempt: ignore one that you know. */
export type WebhookEvent =
  | { [Name in ArticleEvent]: Named<Name, (Schemas["ArticleSummary"] & { url: string }) | Id> }[ArticleEvent]
  | Named<"article.unpublished", Id>
  | Named<"article.removed", Id>
  | Named<"article.scheduled", Id>
  | Named<"page.published", PageData | Id>
  | Named<"issue.sent", IssueData | Id>
  | Named<"subscriber.added", Id>
  | Named<"subscriber.removed", Id>
  | { [Name in IdeaEvent]: Named<Name, { id: number; article?: number | null }> }[IdeaEvent]
  | Named<"import.released", Id>
  | Named<"webhook.test", unknown>;

/** Why a webhook was rejected: respond to it with 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly reason: "malformed" | "expired" | "wrong_signature";
  constructor(reason: WebhookError["reason"]) {
    super(SENTENCES[reason]);
    this.reason = reason;
  }
}
const SENTENCES = {
  malformed: "The webhook has no valid Jarida-Signature.",
  expired: "The webhook was signed too long ago, or the clock of this machine is wrong.",
  wrong_signature: "The webhook was not signed with this secret.",
};

/** `tolerance`: how old a signature may be, in seconds; 300 by default. `now`: the time, in milliseconds. */
export type WebhookOptions = { tolerance?: number; now?: number };

/** During a rotation there are two; more are of no use to anyone but an attacker. */
const MAX_SIGNATURES = 8;

/**
 * Returns the event of a webhook that is genuine and recent, or rejects with WebhookError.
 *
 * @param body as it arrived, before parsing
 * @param header the header `Jarida-Signature`
 * @param secrets the secret of the webhook, or several: one of them has signed
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  header: string | null | undefined,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const keys = typeof secrets === "string" ? [secrets] : secrets;
  // Everyone can sign with an empty secret.
  if (keys.length === 0 || keys.includes("")) throw new TypeError("A webhook cannot be verified without its secret.");
  const { time, signatures } = parse(header ?? "");
  if (Math.abs(now / 1000 - Number(time)) > tolerance) throw new WebhookError("expired");
  const bytes = typeof body === "string" ? encode(body) : new Uint8Array(body);
  const signed = new Uint8Array(await new Blob([`${time}.`, bytes]).arrayBuffer());
  const matches = await Promise.all(keys.map((key) => isSignedWith(key, signatures, signed)));
  if (!matches.includes(true)) throw new WebhookError("wrong_signature");
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

/** The time and the signatures of a header. */
function parse(header: string) {
  const parts = header.split(",").map((part) => part.trim());
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  const hexadecimal = parts.filter((part) => /^v1=[\da-f]{64}$/i.test(part)).slice(0, MAX_SIGNATURES);
  if (time === undefined || hexadecimal.length === 0) throw new WebhookError("malformed");
  const signatures = hexadecimal.map((part) => {
    const pairs = part.slice(3).match(/../g) ?? [];
    return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  });
  return { time, signatures };
}

const encode = (text: string) => new TextEncoder().encode(text);

/** Whether one of the signatures is the secret's. Web Crypto compares in constant time. */
async function isSignedWith(secret: string, signatures: readonly Uint8Array<ArrayBuffer>[], signed: BufferSource) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(secret), algorithm, false, ["verify"]);
  const matches = await Promise.all(signatures.map((one) => crypto.subtle.verify("HMAC", key, one, signed)));
  return matches.includes(true);
}
