import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { isPublicSite } from "#features/feeds/announcements/rules.ts";
import type { Staging } from "#features/settings/staging.ts";
import { decodeFeed } from "#features/transfer/sources/feed/decode.ts";
import { SourceError } from "#features/transfer/sources/items.ts";
import { deriveKey, keyedHash, type Secrets, secretsOf } from "#platform/keys.ts";
import { RemoteError, type RemotePost } from "#platform/remote-fetch.ts";
import { backoff } from "#shared/retry.ts";
import { DAY, HOUR, MINUTE } from "#shared/time.ts";
import { absoluteUrl, hookUrl } from "#shared/urls.ts";
import { storePoll, type WireStore } from "../commands.ts";
import { sourceByToken } from "../queries.ts";
import { MAX_FEED_BYTES } from "../rules.ts";
import type { WireSourceRow } from "../tables.ts";
import { bodyHash, readFeed } from "./fetch.ts";

export type WebSubParts = WireStore &
  Secrets & { siteUrl: string; staging: Pick<Staging, "read">; postRemote: RemotePost };

const LEASE_MS = 10 * DAY;
const LEASE_LIMITS = { min: 5 * MINUTE, max: 30 * DAY };
/** Delays after failures of a hub. Polling goes on. */
const RETRIES = { first: HOUR, max: 2 * DAY };
/** How long a hub may take to verify a request before it is asked again. */
const UNVERIFIED_MS = HOUR;
const AT_ONCE = 10;

/** What a hub signs its messages with: another secret for each subscription. */
const secretOf = (secretKey: string, { hub_token }: WireSourceRow): string =>
  keyedHash(deriveKey(secretKey, "websub"), hub_token);

/** Asks the hubs of sources for their changes, and again before that ends. Sends nothing from a site that hubs cannot reach. */
export async function renewSubscriptions(parts: WebSubParts): Promise<void> {
  const { database, clock, siteUrl, staging } = parts;
  if (!isPublicSite(siteUrl) || (await staging.read(database.db))) return;
  const due = await database.db
    .selectFrom("wire_source")
    .selectAll()
    .where("is_active", "=", 1)
    .where("hub_due_at", "<=", clock.now())
    .orderBy("hub_due_at")
    .limit(AT_ONCE)
    .execute();
  for (const source of due) await askHub(parts, source);
}

async function askHub(parts: WebSubParts, source: WireSourceRow): Promise<void> {
  const { database, clock, siteUrl, secretKey, postRemote } = parts;
  const body = new URLSearchParams({
    "hub.callback": absoluteUrl(siteUrl, hookUrl.webSub(source.hub_token)),
    "hub.mode": "subscribe",
    "hub.topic": source.hub_topic,
    "hub.secret": secretOf(secretKey, source),
    "hub.lease_seconds": String(LEASE_MS / 1000),
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const isAccepted = await postRemote(source.hub_url, { headers, body: body.toString() }).then(
    ({ status }) => status >= 200 && status < 300,
    (error: unknown) => {
      if (error instanceof RemoteError) return false;
      throw error;
    },
  );
  const failures = source.hub_failures + 1;
  // Its verification sets both; without one the request has failed.
  const delay = isAccepted ? Math.max(UNVERIFIED_MS, backoff(RETRIES, failures)) : backoff(RETRIES, failures);
  await database.db
    .updateTable("wire_source")
    .set({ hub_failures: failures, hub_due_at: clock.now() + delay })
    .where("id", "=", source.id)
    .where("hub_url", "=", source.hub_url)
    .execute();
}

type Verification = { mode: string; topic: string; leaseSeconds: number };

/** Whether we asked for what a hub wants to be confirmed. Notes until when it will send changes, or that it does not want to. */
async function verify({ database, clock }: WebSubParts, token: string, { mode, topic, leaseSeconds }: Verification) {
  const source = await sourceByToken(database.db, token);
  if (!source || source.is_active === 0 || source.hub_url === "" || topic !== source.hub_topic) return false;
  const now = clock.now();
  const lease = Math.min(LEASE_LIMITS.max, Math.max(LEASE_LIMITS.min, (leaseSeconds || LEASE_MS / 1000) * 1000));
  const outcome =
    mode === "subscribe"
      ? { hub_until: now + lease, hub_due_at: now + Math.floor(lease * 0.8), hub_failures: 0 }
      : { hub_until: null, hub_due_at: now + RETRIES.max };
  if (mode !== "subscribe" && mode !== "denied") return false;
  await database.db.updateTable("wire_source").set(outcome).where("id", "=", source.id).execute();
  return mode === "subscribe";
}

/** Whether a message has a signature with the secret of its subscription. */
export function isSigned(secrets: Secrets, source: WireSourceRow, header: string, body: Uint8Array): boolean {
  const [, method = "", given = ""] = /^(sha1|sha256|sha384|sha512)=([0-9a-f]{40,128})$/i.exec(header) ?? [];
  if (given === "") return false;
  return secretsOf(secrets, undefined).some((secretKey) => {
    const expected = createHmac(method.toLowerCase(), secretOf(secretKey, source)).update(body).digest();
    const signature = Buffer.from(given, "hex");
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

/** Stores what a hub sends. Whatever is not signed, or no feed, is ignored: the next poll brings what is true. */
async function take(
  parts: WebSubParts,
  source: WireSourceRow,
  message: { body: Buffer; type: string; signature: string },
) {
  const { body, type, signature } = message;
  if (source.is_active === 0 || !isSigned(parts, source, signature, body)) return;
  try {
    const feed = await readFeed(decodeFeed(body, type), source.url);
    // A message may have only the changed entries, so that the feed itself is read at the next poll.
    const { hub_url: hub, hub_topic: self, site_url: address } = source;
    await storePoll(parts, source, {
      feed: { ...feed, info: { ...feed.info, hub, self, address } },
      moved: "",
      columns: { body_hash: bodyHash(body) },
    });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
}

/** What hubs call. Messages may be of any type. */
export const webSubRoutes =
  (parts: WebSubParts): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: MAX_FEED_BYTES },
      async (_request: unknown, body: unknown) => body,
    );
    app.get<{ Params: { token: string } }>(hookUrl.webSub(":token"), async ({ params, query }, reply) => {
      const given = Object(query) as Record<string, unknown>;
      const part = (name: string) => (typeof given[`hub.${name}`] === "string" ? String(given[`hub.${name}`]) : "");
      const [mode, topic, challenge] = [part("mode"), part("topic"), part("challenge")];
      const seconds = /^\d{1,9}$/.test(part("lease_seconds")) ? Number(part("lease_seconds")) : 0;
      const isWanted = await verify(parts, params.token, { mode, topic, leaseSeconds: seconds });
      if (isWanted && challenge.length > 0 && challenge.length <= 1_000)
        return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(challenge);
      return reply.code(404).header("cache-control", "no-store").type("text/plain; charset=utf-8").send("Not found.");
    });
    app.post<{ Params: { token: string } }>(hookUrl.webSub(":token"), {
      // Before the body is read, so that strangers send none.
      onRequest: async ({ params }, reply) => {
        // By this status a hub learns that the subscription is gone.
        if (!(await sourceByToken(parts.database.db, params.token)))
          return reply.code(410).type("text/plain; charset=utf-8").send("Gone.");
      },
      handler: async ({ params, body, headers }, reply) => {
        const source = await sourceByToken(parts.database.db, params.token);
        const signature = String(headers["x-hub-signature-256"] ?? headers["x-hub-signature"] ?? "");
        if (source && Buffer.isBuffer(body))
          await take(parts, source, { body, type: headers["content-type"] ?? "", signature });
        return reply.code(202).type("text/plain; charset=utf-8").send("Accepted.");
      },
    });
  };
