import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { DatabaseSettings } from "#db/open.ts";
import type { Receivers } from "#features/feeds/announcements/rules.ts";
import { MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
import type { Provider } from "#features/identity/single-sign-on/rules.ts";
import { isReceivable } from "#features/settings/facts/rules.ts";
import { type Publication, readPublication } from "#features/settings/publication/endpoints.ts";
import { type TrustedProxies, trustedProxies } from "#platform/client-address.ts";
import { MAX_PREVIOUS_KEYS } from "#platform/keys.ts";
import type { BucketSettings } from "#platform/object-store.ts";
import { createOnce, keepPrivate, newSecret, secretsIn } from "#platform/private-files.ts";
import { ROLES, type Role } from "#shared/actor.ts";
import type { SocialLink } from "#shared/site-facts.ts";
import { type BuiltInLanguage, LANGUAGES } from "#shared/translate.ts";
import {
  DATABASE_FILE,
  DEFAULT_DATA_DIR,
  databasePath,
  databaseUrl,
  MAIL_FROM,
  mailAddress,
  onOff,
  readMailFrom,
  smtpUrl,
  webUrl,
  wholeNumber,
  words,
} from "./setting-values.ts";

/**
 * Everything the operator can configure. Only this file reads the environment; everything else takes the `Env` it
 * creates. A bad value is an `EnvError` whose message is one line that names the variable.
 */
export type Env = {
  port: number;
  host: string;
  /** The publication's origin, without a trailing slash. */
  siteUrl: string;
  siteName: string;
  /** The language of the reader's interface. */
  siteLanguage: BuiltInLanguage;
  dataDir: string;
  database: DatabaseSettings;
  adminEmail: string;
  adminPassword: string | undefined;
  /** The first account's name, as bylines and colleagues see it. */
  adminName: string;
  secretKey: string;
  /** Former keys, which are still accepted, the newest first. */
  previousKeys: string[];
  /** Whether the keys are variables rather than in a file of `dataDir`. */
  isSecretSet: boolean;
  demoContent: boolean;
  /** How mail is sent; `smtpUrl` undefined: by the server of the settings; null: every mail is a file in `DATA_DIR/outbox`. */
  mail: {
    smtpUrl: string | null | undefined;
    /** Whether the settings may name a server on any network, at any port. */
    allowsAnyHost: boolean;
    /** The sender; without a name, the publication's. `isDefault`: the settings may name another. */
    from: { name: string | undefined; address: string; isDefault: boolean };
    /** The recipient of contact form messages. */
    contactEmail: string;
    ratePerMinute: number;
    connections: number;
  };
  /** Where readers write to, as the contact page shows it. */
  publicEmail: string;
  /** Whether a new subscriber must confirm the address by mail first. */
  confirmSubscribers: boolean;
  marketDataUrl: string;
  s3: BucketSettings | undefined;
  /** Where a CDN is purged after changes; undefined for none. */
  purge: { url: string; token: string | undefined } | undefined;
  /** Which services get changes; none from a staging copy. */
  announce: Receivers;
  /** How any bucket is reached, where keys are set: backups may go to one. */
  buckets: Omit<BucketSettings, "bucket"> | undefined;
  /** Where people sign in besides by their passwords, if anywhere. */
  provider: Provider | undefined;
  workers: number;
  /** Where the figures for monitoring are served, if anywhere; with a token, only to who has it. */
  metrics: { port: number; token: string | undefined } | undefined;
  /** The proxies whose `X-Forwarded-For` names the client. */
  trustProxy: TrustedProxies;
  rateLimits: boolean;
  /** Whether every response is a notice of maintenance. */
  isInMaintenance: boolean;
  /** Whether this is a copy for trying things out; undefined: the newsroom's switch decides. */
  isStaging: boolean | undefined;
  /** Whether readers' browsers keep articles for times without a connection. */
  hasOffline: boolean;
  /** How much the cache of pages and responses may hold, in each process. */
  pageCacheBytes: number;
  logLevel: (typeof LOG_LEVELS)[number];
  /** What the newsroom says about itself on its own pages. */
  publication: Publication;
  /** The footer's social labels; one without an address is a plain word. */
  social: readonly SocialLink[];
};

export class EnvError extends Error {
  override name = "EnvError";
}

const MARKET_DATA_URL = "https://data-api.binance.vision/api/v3/ticker/24hr";
const INDEXNOW_URL = "https://api.indexnow.org/indexnow";
const MIN_SECRET_BYTES = 32;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** It becomes part of a host's name. */
const REGION = /^[a-z0-9-]{1,50}$/i;

const isLongEnough = (key: string) => Buffer.byteLength(key) >= MIN_SECRET_BYTES;

/** Keys separated by commas. */
function secretsInList(list: string): string[] {
  return list
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
}

const variables = z.object({
  ENV_FILE: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  SITE_URL: webUrl.regex(/^[a-z]+:\/\/[^/?#]+\/?$/i, { error: "must be an origin, without a path" }).optional(),
  SITE_NAME: words(100).default("Jarida"),
  SITE_LANGUAGE: z.enum(LANGUAGES, { error: `must be ${LANGUAGES.join(", ")}` }).default("en"),
  DATA_DIR: z.string().default(DEFAULT_DATA_DIR),
  PUBLICATION_FILE: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/.+$/, { error: "must be postgres://…" })
    .optional(),
  ADMIN_EMAIL: mailAddress.default("admin@localhost"),
  ADMIN_NAME: words(MAX_NAME_LENGTH).default("Editor"),
  // Judged where it is given to an account: the one of an older installation may be shorter than a new one.
  ADMIN_PASSWORD: z.string().optional(),
  SECRET_KEY: z
    .string()
    .refine(isLongEnough, { error: `must have at least ${MIN_SECRET_BYTES} bytes` })
    .optional(),
  SECRET_KEY_PREVIOUS: z
    .string()
    .transform(secretsInList)
    .refine((keys) => keys.every(isLongEnough), { error: `must be keys of at least ${MIN_SECRET_BYTES} bytes each` })
    .refine((keys) => keys.length <= MAX_PREVIOUS_KEYS, { error: `must be at most ${MAX_PREVIOUS_KEYS} keys` })
    .optional(),
  DEMO_CONTENT: onOff(["1", "true", "on"], ["0", "false", "off"]).default(true),
  SMTP_URL: smtpUrl.optional(),
  SMTP_ANY_HOST: onOff(["1", "true", "on"], ["0", "false", "off"]).default(false),
  MAIL_FROM: z.string().trim().regex(MAIL_FROM, { error: "must be an email address, or Name <address>" }).optional(),
  MAIL_RATE_PER_MINUTE: wholeNumber(1, 600_000).default(9_000),
  SMTP_CONNECTIONS: wholeNumber(1, 100).default(5),
  CONTACT_EMAIL: mailAddress.optional(),
  NEWSLETTER_CONFIRM: onOff(["1", "true", "on"], ["0", "false", "off"]).default(false),
  MARKET_DATA_URL: webUrl.default(MARKET_DATA_URL),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,255}$/, { error: "must be a bucket's name" })
    .optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: z.string().regex(REGION, { error: "must be a region's name" }).optional(),
  AWS_REGION: z.string().regex(REGION, { error: "must be a region's name" }).default("us-east-1"),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  PURGE_URL: webUrl.optional(),
  PURGE_TOKEN: z
    .string()
    .regex(/^[!-~]{1,500}$/, { error: "must be a token of visible ASCII characters" })
    .optional(),
  OFFLINE_READING: onOff(["1", "true", "on"], ["0", "false", "off"]).default(true),
  INDEXNOW_URL: z.union([z.literal("off"), webUrl], { error: "must be an address, or off" }).default(INDEXNOW_URL),
  WEBSUB_HUB: webUrl.optional(),
  WEB_CONCURRENCY: wholeNumber(1, 128).default(1),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, { error: "must have at least 16 characters, without spaces" })
    .optional(),
  TRUST_PROXY: trustedProxies.default(0),
  RATE_LIMITS: onOff(["on", "1", "true"], ["off", "0", "false"]).default(true),
  MAINTENANCE: onOff(["1", "true", "on"], ["0", "false", "off"]).default(false),
  STAGING: onOff(["1", "true", "on"], ["0", "false", "off"]).optional(),
  PAGE_CACHE_MB: wholeNumber(4, 100_000).default(48),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).default("info"),
  OIDC_ISSUER: webUrl.optional(),
  OIDC_CLIENT_ID: words(500).optional(),
  OIDC_CLIENT_SECRET: words(2_000).optional(),
  OIDC_NAME: words(60).default("single sign-on"),
  OIDC_SCOPES: words(500).default("openid email profile"),
  OIDC_GROUPS_CLAIM: words(100).default("groups"),
  OIDC_TRUST_EMAIL: onOff(["1", "true", "on"], ["0", "false", "off"]).default(false),
  OIDC_ROLES: words(10_000).optional(),
  OIDC_PROVISION: onOff(["1", "true", "on"], ["0", "false", "off"]).default(false),
  SOCIAL_TWITTER: webUrl.optional(),
  SOCIAL_FACEBOOK: webUrl.optional(),
  SOCIAL_LINKEDIN: webUrl.optional(),
  SOCIAL_INSTAGRAM: webUrl.optional(),
});

/** Names of all variables. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

export type Source = Record<string, string | undefined>;

/**
 * Reads and validates the environment, creates `DATA_DIR` and the secret if they are missing, and makes both
 * inaccessible to other users of the machine. Throws `EnvError`.
 */
export function readEnv(source: Source): Env {
  // An empty variable is an unset one: that is how shells and compose files pass "nothing".
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EnvError(`${String(issue?.path[0])}: ${issue?.message ?? "is not valid"}`);
  }
  const value = parsed.data;
  if (value.METRICS_TOKEN && !value.METRICS_PORT) throw new EnvError("METRICS_TOKEN: needs METRICS_PORT");
  const dataDir = resolve(value.DATA_DIR);
  prepareFolder("DATA_DIR", dataDir);
  const written = value.DATABASE_URL
    ? databaseAt("DATABASE_URL", value.DATABASE_URL)
    : { engine: "sqlite" as const, path: join(dataDir, DATABASE_FILE) };
  const database = withReplica(written, value.DATABASE_READ_URL);
  keepPrivate(dataDir, database.engine === "sqlite" ? database.path : undefined);
  const contactEmail = value.CONTACT_EMAIL ?? (isReceivable(value.ADMIN_EMAIL) ? value.ADMIN_EMAIL : "");
  const siteUrl = (value.SITE_URL ?? `http://localhost:${value.PORT}`).replace(/\/$/, "");
  return {
    port: value.PORT,
    host: value.HOST,
    siteUrl,
    siteName: value.SITE_NAME,
    siteLanguage: value.SITE_LANGUAGE,
    dataDir,
    database,
    adminEmail: value.ADMIN_EMAIL,
    adminPassword: value.ADMIN_PASSWORD,
    adminName: value.ADMIN_NAME,
    ...readKeys(value, join(dataDir, "secret")),
    demoContent: value.DEMO_CONTENT,
    mail: {
      smtpUrl: value.SMTP_URL === "off" ? null : value.SMTP_URL,
      allowsAnyHost: value.SMTP_ANY_HOST,
      from: readMailFrom(value.MAIL_FROM, new URL(siteUrl).hostname),
      contactEmail,
      ratePerMinute: value.MAIL_RATE_PER_MINUTE,
      connections: value.SMTP_CONNECTIONS,
    },
    publicEmail: contactEmail || addressAt(new URL(siteUrl)),
    confirmSubscribers: value.NEWSLETTER_CONFIRM,
    marketDataUrl: value.MARKET_DATA_URL,
    purge: value.PURGE_URL ? { url: value.PURGE_URL, token: value.PURGE_TOKEN } : undefined,
    announce: {
      indexNowUrl: value.INDEXNOW_URL === "off" || value.STAGING ? undefined : value.INDEXNOW_URL,
      hub: value.STAGING ? undefined : value.WEBSUB_HUB,
    },
    ...readBuckets(value),
    provider: readProvider(value),
    workers: value.WEB_CONCURRENCY,
    metrics: value.METRICS_PORT ? { port: value.METRICS_PORT, token: value.METRICS_TOKEN } : undefined,
    trustProxy: value.TRUST_PROXY,
    rateLimits: value.RATE_LIMITS,
    isInMaintenance: value.MAINTENANCE,
    isStaging: value.STAGING,
    hasOffline: value.OFFLINE_READING,
    pageCacheBytes: value.PAGE_CACHE_MB * 1024 * 1024,
    logLevel: value.LOG_LEVEL,
    publication: readTexts(value.PUBLICATION_FILE),
    social: [
      { label: "Twitter", url: value.SOCIAL_TWITTER ?? "" },
      { label: "Facebook", url: value.SOCIAL_FACEBOOK ?? "" },
      { label: "LinkedIn", url: value.SOCIAL_LINKEDIN ?? "" },
      { label: "Instagram", url: value.SOCIAL_INSTAGRAM ?? "" },
    ],
  };
}

/** An address at the publication's own host, or at an example host if it has no public one. */
function addressAt({ hostname }: URL): string {
  const isPublic = hostname.includes(".") && !/^[\d.]+$/.test(hostname);
  return `contact@${isPublic ? hostname.replace(/^www\./, "") : "jarida.example"}`;
}

function withReplica(database: DatabaseSettings, readUrl: string | undefined): DatabaseSettings {
  if (readUrl === undefined) return database;
  if (database.engine === "postgres") return { ...database, readUrl };
  throw new EnvError("DATABASE_READ_URL: works only with a PostgreSQL DATABASE_URL, whose replica it is");
}

/** The database at an address that the setting or option `name` gives. Throws `EnvError`. */
export function databaseAt(name: string, address: string): DatabaseSettings {
  const { data: url, error } = databaseUrl.safeParse(address);
  if (url === undefined) throw new EnvError(`${name}: ${error.issues[0]?.message ?? "is not valid"}`);
  if (!url.startsWith("file:")) return { engine: "postgres", url };
  const path = databasePath(url);
  prepareFolder(name, dirname(path));
  return { engine: "sqlite", path };
}

function readBuckets(value: z.infer<typeof variables>): Pick<Env, "s3" | "buckets"> {
  const { S3_BUCKET: bucket, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = value;
  if (!id || !secret) {
    if (!bucket) return { s3: undefined, buckets: undefined };
    throw new EnvError(`${id ? "AWS_SECRET_ACCESS_KEY" : "AWS_ACCESS_KEY_ID"}: must be set if S3_BUCKET is set`);
  }
  const buckets = {
    endpoint: value.S3_ENDPOINT,
    region: value.S3_REGION ?? value.AWS_REGION,
    keys: { id, secret, session: value.AWS_SESSION_TOKEN },
  };
  return { s3: bucket ? { bucket, ...buckets } : undefined, buckets };
}

function readProvider(value: z.infer<typeof variables>): Provider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = value;
  if (!issuer && !clientId) return undefined;
  if (!issuer || !clientId)
    throw new EnvError(`${issuer ? "OIDC_CLIENT_ID" : "OIDC_ISSUER"}: must be set if the other is set`);
  return {
    issuer,
    clientId,
    clientSecret: value.OIDC_CLIENT_SECRET,
    name: value.OIDC_NAME,
    scopes: value.OIDC_SCOPES,
    ...{
      groupsClaim: value.OIDC_GROUPS_CLAIM,
      roles: readRoles(value.OIDC_ROLES ?? ""),
      trustsEmails: value.OIDC_TRUST_EMAIL,
      provisions: value.OIDC_PROVISION,
    },
  };
}

/** `group=role, "group, with a comma"=role`. */
function readRoles(text: string): Provider["roles"] {
  const refuse = (): never => {
    throw new EnvError(`OIDC_ROLES: must be group=role, group=role; roles are ${ROLES.join(", ")}`);
  };
  // Commas between quotes separate nothing: every second part is between two, unless the last quote is not closed.
  const parts = text.split('"');
  if (parts.length % 2 === 0) refuse();
  const lines = parts.map((part, at) => (at % 2 === 0 ? part.replaceAll(",", "\n") : part)).join("");
  const roles = new Map<string, Role>();
  for (const pair of lines.split("\n").filter((line) => line.trim() !== "")) {
    const end = Math.max(pair.lastIndexOf("="), 0);
    const group = pair.slice(0, end).trim();
    const role = ROLES.find((known) => known === pair.slice(end + 1).trim()) ?? refuse();
    roles.set(group || refuse(), role);
  }
  return roles;
}

function readTexts(file: string | undefined): Publication {
  try {
    return readPublication(file);
  } catch (error) {
    throw new EnvError(`PUBLICATION_FILE: ${(error as Error).message}`);
  }
}

function prepareFolder(variable: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EnvError(`${variable}: ${folder} cannot be used (${(error as NodeJS.ErrnoException).code})`);
  }
}

function readKeys(
  { SECRET_KEY, SECRET_KEY_PREVIOUS = [] }: z.infer<typeof variables>,
  path: string,
): Pick<Env, "secretKey" | "previousKeys" | "isSecretSet"> {
  const [secretKey = "", ...former] = SECRET_KEY === undefined ? readOrMakeSecrets(path) : [SECRET_KEY];
  // One that is given twice would only be tried twice.
  const previousKeys = [...new Set([...former, ...SECRET_KEY_PREVIOUS])].filter((key) => key !== secretKey);
  return { secretKey, previousKeys, isSecretSet: SECRET_KEY !== undefined };
}

/**
 * The generated secret and those before it. Two starts at once agree on one, and a start that is killed leaves either
 * none or a complete one.
 */
function readOrMakeSecrets(path: string): string[] {
  try {
    const secrets = secretsIn(createOnce(path, newSecret));
    if (secrets.length > 0 && secrets.every(isLongEnough)) return secrets;
  } catch (error) {
    throw new EnvError(`SECRET_KEY: ${path} cannot be used (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new EnvError(`SECRET_KEY: ${path} holds less than ${MIN_SECRET_BYTES} bytes`);
}
