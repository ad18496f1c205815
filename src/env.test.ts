import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { databaseAt, type Env, EnvError, readEnv } from "./env.ts";

const TEMPORARY_KEYS = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "key", AWS_SESSION_TOKEN: "token" };
const SECRET_KEY = "k".repeat(32);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-env-"));
  const mask = process.umask();
  onTestFinished(() => {
    process.umask(mask);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const read = (source: Record<string, string | undefined>): Env =>
  readEnv({ DATA_DIR: temporaryFolder(), SECRET_KEY, ...source });

describe("without any variable", () => {
  test("the publication serves this machine, from one folder, and contacts nobody", () => {
    const folder = temporaryFolder();
    const env = readEnv({ DATA_DIR: folder });
    expect(env).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      siteUrl: "http://localhost:3000",
      siteName: "Jarida",
      siteLanguage: "en",
      dataDir: folder,
      database: { engine: "sqlite", path: join(folder, "jarida.db") },
      adminEmail: "admin@localhost",
      adminName: "Editor",
      adminPassword: undefined,
      demoContent: true,
      mail: {
        smtpUrl: undefined,
        allowsAnyHost: false,
        from: { name: undefined, address: "newsletter@localhost", isDefault: true },
        contactEmail: "",
        ratePerMinute: 9_000,
        connections: 5,
      },
      confirmSubscribers: false,
      s3: undefined,
      workers: 1,
      trustProxy: 0,
      rateLimits: true,
      isInMaintenance: false,
      isStaging: undefined,
      logLevel: "info",
      social: ["Twitter", "Facebook", "LinkedIn", "Instagram"].map((label) => ({ label, url: "" })),
    });
  });

  test("a secret is generated once, for this user only, and reused", () => {
    const folder = temporaryFolder();
    const { secretKey } = readEnv({ DATA_DIR: folder });
    expect(Buffer.byteLength(secretKey)).toBeGreaterThanOrEqual(32);
    expect(readEnv({ DATA_DIR: folder }).secretKey).toBe(secretKey);
    expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
    expect(readEnv({ DATA_DIR: temporaryFolder() }).secretKey).not.toBe(secretKey);
  });

  test("a stored secret is read without a trailing line break, and rejected if it is too short", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "secret"), `${SECRET_KEY}\n`);
    expect(readEnv({ DATA_DIR: folder }).secretKey).toBe(SECRET_KEY);
    writeFileSync(join(folder, "secret"), `${SECRET_KEY}\n\n${"o".repeat(32)}\n`);
    expect(readEnv({ DATA_DIR: folder })).toMatchObject({ secretKey: SECRET_KEY, previousKeys: ["o".repeat(32)] });
    writeFileSync(join(folder, "secret"), `${"k".repeat(31)}\n`);
    expect(() => readEnv({ DATA_DIR: folder })).toThrow(/^SECRET_KEY: .+ holds less than 32 bytes$/);
    expect(readFileSync(join(folder, "secret"), "utf8"), "and is left as it is").toHaveLength(32);
  });
});

test.each([
  ["https://news.example.org", "contact@news.example.org"],
  ["https://www.example.org", "contact@example.org"],
  ["http://localhost:3000", "contact@jarida.example"],
  ["http://127.0.0.1:3000", "contact@jarida.example"],
])("the contact page of %s shows %s, or CONTACT_EMAIL where it is set", (SITE_URL, address) => {
  expect(read({ SITE_URL }).publicEmail).toBe(address);
  expect(read({ SITE_URL, CONTACT_EMAIL: "desk@example.com" }).publicEmail).toBe("desk@example.com");
});

test("an empty variable is an unset one, as compose files pass empty strings", () => {
  expect(read({ PORT: "", SITE_NAME: "", SMTP_URL: "", ADMIN_PASSWORD: undefined, S3_BUCKET: "" })).toMatchObject({
    port: 3000,
    siteName: "Jarida",
    mail: { smtpUrl: undefined },
    adminPassword: undefined,
    s3: undefined,
  });
});

test.each<[string, Record<string, string>, Partial<Env> | { mail: Partial<Env["mail"]> }]>([
  [
    "the site's address has no slash at its end",
    { SITE_URL: "https://news.example/" },
    { siteUrl: "https://news.example" },
  ],
  ["the port is part of the address", { PORT: "0" }, { port: 0, siteUrl: "http://localhost:0" }],
  [
    "mail comes from the site's host, not from its port",
    { SITE_URL: "https://news.example:8443" },
    { mail: { from: { name: undefined, address: "newsletter@news.example", isDefault: true } } },
  ],
  [
    "a sender may have no name of its own",
    { SITE_NAME: "The Ledger", MAIL_FROM: "desk@news.example" },
    { mail: { from: { name: undefined, address: "desk@news.example", isDefault: false } } },
  ],
  [
    "a sender's name may be quoted",
    { MAIL_FROM: '"Desk, The" <desk@news.example>' },
    { mail: { from: { name: "Desk, The", address: "desk@news.example", isDefault: false } } },
  ],
  [
    "a sender's name may be missing before the brackets",
    { MAIL_FROM: "<desk@news.example>" },
    { mail: { from: { name: undefined, address: "desk@news.example", isDefault: false } } },
  ],
  ["messages go to the admin", { ADMIN_EMAIL: " Me@News.example " }, { mail: { contactEmail: "me@news.example" } }],
  [
    "unless they go elsewhere",
    { ADMIN_EMAIL: "me@news.example", CONTACT_EMAIL: "desk@news.example" },
    { mail: { contactEmail: "desk@news.example" } },
  ],
  [
    "PostgreSQL goes by both of its names",
    { DATABASE_URL: "postgresql://u:p@db/x" },
    { database: { engine: "postgres", url: "postgresql://u:p@db/x" } },
  ],
  [
    "switches are off in several words",
    { DEMO_CONTENT: "off", RATE_LIMITS: "0" },
    { demoContent: false, rateLimits: false },
  ],
  [
    "switches are on in several words",
    { TRUST_PROXY: "1", NEWSLETTER_CONFIRM: "true" },
    { trustProxy: 1, confirmSubscribers: true },
  ],
  ...(["on", "1", "true"] as const).map((text): [string, Record<string, string>, Partial<Env>] => [
    `TRUST_PROXY=${text} is one proxy`,
    { TRUST_PROXY: text },
    { trustProxy: 1 },
  ]),
  ["proxies are counted", { TRUST_PROXY: "2" }, { trustProxy: 2 }],
  [
    "proxies are named by their networks",
    { TRUST_PROXY: "loopback, 10.0.0.0/8,2001:db8::/32, 192.0.2.1" },
    { trustProxy: ["loopback", "10.0.0.0/8", "2001:db8::/32", "192.0.2.1"] },
  ],
  [
    "a bucket and the keys are enough for Amazon's store",
    { S3_BUCKET: "pictures", AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "key" },
    {
      s3: {
        bucket: "pictures",
        endpoint: undefined,
        region: "us-east-1",
        keys: { id: "id", secret: "key", session: undefined },
      },
    },
  ],
  [
    "temporary keys come with a token, and a region with Amazon's own name",
    { S3_BUCKET: "pictures", AWS_REGION: "eu-west-1", ...TEMPORARY_KEYS },
    {
      s3: {
        bucket: "pictures",
        endpoint: undefined,
        region: "eu-west-1",
        keys: { id: "id", secret: "key", session: "token" },
      },
    },
  ],
  [
    "former keys are separated by commas, each once, and never the current one",
    { SECRET_KEY, SECRET_KEY_PREVIOUS: ` ${"a".repeat(32)}, ${SECRET_KEY},${"a".repeat(32)},` },
    { secretKey: SECRET_KEY, previousKeys: ["a".repeat(32)], isSecretSet: true },
  ],
  ["a secret is as long as its bytes", { SECRET_KEY: "é".repeat(16) }, { secretKey: "é".repeat(16) }],
])("%s", (_what, source, expected) => {
  expect(read(source)).toMatchObject(expected);
});

test("only labels with an address have one", () => {
  const { social } = read({ SOCIAL_TWITTER: "https://x.com/j" });
  expect(social.map(({ url }) => url)).toEqual(["https://x.com/j", "", "", ""]);
});

test.each([
  ["PORT", ["0", "65535"]],
  ["MAIL_RATE_PER_MINUTE", ["1", "600000"]],
  ["SMTP_CONNECTIONS", ["1", "100"]],
  ["WEB_CONCURRENCY", ["1", "128"]],
])("%s may be as small and as large as %j", (name, values) => {
  for (const value of values) expect(JSON.stringify(read({ [name]: value }))).toContain(`:${value}`);
});

test.each([
  ["with two slashes, as SQLite's own addresses", "file://"],
  ["without", "file:"],
])("a database's file may be named %s, and its folder is created", (_how, prefix) => {
  const path = join(temporaryFolder(), "new", "news.db");
  expect(read({ DATABASE_URL: `${prefix}${path}` }).database).toEqual({ engine: "sqlite", path });
  expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
});

test("a database's file may be relative to the working directory", () => {
  const folder = temporaryFolder();
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  mkdirSync("below");
  expect(read({ DATABASE_URL: "file:below/news.db" }).database).toMatchObject({
    path: join(process.cwd(), "below/news.db"),
  });
});

test.each([
  ["PORT", "http"],
  ["PORT", "65536"],
  ["SITE_URL", "not a url"],
  ["SITE_URL", "ftp://news.example"],
  ["SITE_URL", "https://news.example/path"],
  ["SITE_NAME", " "],
  ["SITE_LANGUAGE", "de"],
  ["DATABASE_URL", "mysql://x"],
  ["DATABASE_READ_URL", "mysql://x"],
  ["DATABASE_READ_URL", "postgres://replica/x"],
  ["DATABASE_URL", "file:"],
  ["ADMIN_EMAIL", "a@b.example, c@d.example"],
  ["SECRET_KEY", "k".repeat(31)],
  ["SECRET_KEY_PREVIOUS", "k".repeat(31)],
  ["SECRET_KEY_PREVIOUS", `${"k".repeat(32)}, short`],
  ["SECRET_KEY_PREVIOUS", Array.from({ length: 6 }, (_, n) => `${n}`.repeat(32)).join()],
  ["DEMO_CONTENT", "perhaps"],
  ["SMTP_URL", "http://x"],
  ["SMTP_URL", "smtp://"],
  ["MAIL_FROM", "Desk <desk@news.example>, Other <other@news.example>"],
  ["MAIL_FROM", "Desk\nBcc: x@y.example <desk@news.example>"],
  ["MAIL_FROM", "no address"],
  ["MAIL_RATE_PER_MINUTE", "0"],
  ["MAIL_RATE_PER_MINUTE", "600001"],
  ["SMTP_CONNECTIONS", "101"],
  ["MARKET_DATA_URL", "file:///etc/passwd"],
  ["S3_ENDPOINT", "localhost:9000"],
  ["S3_BUCKET", "a/b"],
  ["S3_REGION", "x.example/"],
  ["WEB_CONCURRENCY", "0"],
  ["WEB_CONCURRENCY", "129"],
  ["LOG_LEVEL", "loud"],
  ...["yes", "21", "-1", "1.5", "loopback,", "10.0.0.0/33", "10.0.0.0/0", "::/0", "10.0.0.0/8/8", "10.0.0.1:80"].map(
    (value) => ["TRUST_PROXY", value] as [string, string],
  ),
  ["SOCIAL_LINKEDIN", "javascript:alert(1)"],
  ["PUBLICATION_FILE", "/there/is/no/such.json"],
])("%s cannot be %j: one line says so and names it", (name, value) => {
  let message = "";
  try {
    read({ [name]: value });
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    message = (error as EnvError).message;
  }
  expect(message).toMatch(new RegExp(`^${name}: .+$`));
});

test.each(["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])("a bucket without %s is refused", (name) => {
  const { [name]: _, ...rest }: Record<string, string> = { S3_BUCKET: "pictures", ...TEMPORARY_KEYS };
  expect(() => read(rest)).toThrow(new EnvError(`${name}: must be set if S3_BUCKET is set`));
});

test.each(["DATA_DIR", "DATABASE_URL"])("%s cannot lead through a file", (name) => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const value = name === "DATA_DIR" ? `${file}/data` : `file:${file}/x/y.db`;
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name}: .+ cannot be used \\(ENOTDIR\\)$`));
});

test("keys without a bucket are for backups to one, and pictures stay in the folder", () => {
  const env = read({ ...TEMPORARY_KEYS, S3_REGION: "eu-1", AWS_REGION: "us-2", S3_ENDPOINT: "http://store:9000" });
  expect(env.s3).toBeUndefined();
  expect(env.buckets).toEqual({
    endpoint: "http://store:9000",
    // The name of this program comes before Amazon's own.
    region: "eu-1",
    keys: { id: "id", secret: "key", session: "token" },
  });
  expect(read({ AWS_ACCESS_KEY_ID: "id" }).buckets, "half of them are none").toBeUndefined();
});

test("a replica is read beside the PostgreSQL server that it follows", () => {
  const urls = { DATABASE_URL: "postgres://db/x", DATABASE_READ_URL: "postgresql://replica/x" };
  expect(read(urls).database).toEqual({ engine: "postgres", url: urls.DATABASE_URL, readUrl: urls.DATABASE_READ_URL });
});

test("figures have a port, and a token only with one", () => {
  const token = "t".repeat(16);
  expect(read({}).metrics).toBeUndefined();
  expect(read({ METRICS_PORT: "9100" }).metrics).toEqual({ port: 9100, token: undefined });
  expect(read({ METRICS_PORT: "9100", METRICS_TOKEN: token }).metrics).toEqual({ port: 9100, token });
  expect(() => read({ METRICS_TOKEN: token })).toThrow(new EnvError("METRICS_TOKEN: needs METRICS_PORT"));
  for (const weak of ["t".repeat(15), `${"t".repeat(15)} t`, `${"t".repeat(15)}é`])
    expect(() => read({ METRICS_PORT: "9100", METRICS_TOKEN: weak })).toThrow(/^METRICS_TOKEN: must have at least 16/);
});

test("a CDN is told with a token only where there is an address to tell", () => {
  expect(read({ PURGE_TOKEN: "t" }).purge).toBeUndefined();
  expect(read({ PURGE_URL: "https://cdn.example/purge" }).purge).toEqual({
    url: "https://cdn.example/purge",
    token: undefined,
  });
  for (const token of ["two words", "line\nbreak", "é"])
    expect(() => read({ PURGE_URL: "https://cdn.example/", PURGE_TOKEN: token })).toThrow(/^PURGE_TOKEN: /);
});

test("no service gets changes from a staging copy, or where that is off", () => {
  const hub = "https://hub.example/";
  expect(read({ WEBSUB_HUB: hub }).announce).toEqual({ indexNowUrl: "https://api.indexnow.org/indexnow", hub });
  expect(read({ INDEXNOW_URL: "off" }).announce).toEqual({ indexNowUrl: undefined, hub: undefined });
  expect(read({ STAGING: "on", WEBSUB_HUB: hub }).announce).toEqual({ indexNowUrl: undefined, hub: undefined });
});

describe("single sign-on", () => {
  const OIDC = { OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "jarida" };
  const rolesOf = (text: string) => Object.fromEntries(read({ ...OIDC, OIDC_ROLES: text }).provider?.roles ?? []);

  test("is off until both its address and this client's name are known", () => {
    expect(read({}).provider).toBeUndefined();
    expect(read({ ...OIDC }).provider).toMatchObject({
      issuer: OIDC.OIDC_ISSUER,
      clientId: "jarida",
      name: "single sign-on",
      groupsClaim: "groups",
      provisions: false,
    });
    for (const [missing, given] of [
      ["OIDC_CLIENT_ID", { OIDC_ISSUER: OIDC.OIDC_ISSUER }],
      ["OIDC_ISSUER", { OIDC_CLIENT_ID: "jarida" }],
    ] as const)
      expect(() => read(given)).toThrow(new EnvError(`${missing}: must be set if the other is set`));
  });

  test.each([
    ["", {}],
    [" , ,", {}],
    ["desk=editor", { desk: "editor" }],
    [" News desk = editor , /staff=writer,", { "News desk": "editor", "/staff": "writer" }],
    // Directories name groups by whole paths: the last sign alone separates.
    ["cn=desk=chief", { "cn=desk": "chief" }],
    ["desk=writer, desk=chief", { desk: "chief" }],
    ['"cn=desk,ou=news"=editor,staff=writer', { "cn=desk,ou=news": "editor", staff: "writer" }],
    ["__proto__=writer", JSON.parse('{"__proto__":"writer"}')],
  ])("gives roles to groups by %j", (text, roles) => {
    expect(rolesOf(text)).toEqual(roles);
  });

  test.each(["desk", "=editor", '""=editor', '"cn=desk,ou=news=editor', "desk=", "desk=Editor", "desk=owner"])(
    "refuses %j, which would leave people without a role, and names those there are",
    (text) => {
      expect(() => rolesOf(text)).toThrow(
        "OIDC_ROLES: must be group=role, group=role; roles are chief, editor, writer, contributor",
      );
    },
  );
});

test("a secret that cannot be read is one line that says so, and is not replaced by a new one", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "secret"));
  expect(() => readEnv({ DATA_DIR: folder })).toThrow(/^SECRET_KEY: .+ cannot be used \(EISDIR\)$/);
  expect(statSync(join(folder, "secret")).isDirectory()).toBe(true);
});

test("an address that a command gives is judged as the variable is, and named as the operator wrote it", () => {
  expect(databaseAt("--to", "postgres://db/x")).toEqual({ engine: "postgres", url: "postgres://db/x" });
  expect(() => databaseAt("--to", "mysql://db/x")).toThrow(new EnvError("--to: must be file:PATH or postgres://…"));
});
