import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { commands } from "#app/commands.ts";
import { MAX_FILE_BYTES } from "#features/transfer/imports/rules.ts";
import { clientAddresses, trustedProxies } from "#platform/client-address.ts";
import { MAX_FORM_BYTES } from "#platform/multipart.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { variableNames } from "../../src/env.ts";
import { findProgram } from "../support/find-program.ts";
import { findNginx } from "../support/nginx.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
/** The first group of each match. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
const unit = read("deploy/jarida.service");
const node = /x-node:[\s\S]*?\n {2}environment:\n([\s\S]*?)\n {2}\w/.exec(compose)?.[1] ?? "";

test.each([
  ["Dockerfile", all(dockerfile, /(?:^ENV | )([A-Z][A-Z_0-9]+)=/gm)],
  [".env.example", all(read(".env.example"), /^#?([A-Z][A-Z_0-9]+)=/gm)],
  ["compose.yaml", all(node, /^ {4}([A-Z_0-9]+):/gm)],
  ["deploy/jarida.service", all(/^Environment=(.*)$/m.exec(unit)?.[1] ?? "", /([A-Z_0-9]+)=/g)],
])("%s sets variables that exist", (_file, names) => {
  expect(names.length).toBeGreaterThan(3);
  const known = [...variableNames, "NODE_ENV", "NODE_IMAGE", "BASE", "POSTGRESQL_BASE"];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("compose passes every other setting of .env to the nodes", () => {
  expect(compose).toContain("env_file: [.env]");
});

test("backups and commands run as the service's user, on its folder and settings", () => {
  const backup = read("deploy/jarida-backup.service");
  for (const line of ["DynamicUser=yes", "User=jarida", "StateDirectory=jarida", "EnvironmentFile=/etc/jarida.env"]) {
    expect(unit).toContain(`\n${line}\n`);
    expect(backup).toContain(`\n${line}\n`);
    expect(read("deploy/jarida")).toContain(`--property=${line}`);
  }
});

test("the service, its commands and its backups run the release in service", () => {
  const release = "/opt/jarida/current";
  expect(unit).toContain(`ExecStart=${release}/node ${release}/dist/server/main.js\n`);
  expect(unit).toContain("ExecReload=/bin/kill -USR2 $MAINPID\n");
  expect(read("deploy/jarida-backup.service")).toContain(
    `ExecStart=${release}/node ${release}/dist/server/cli.js backup `,
  );
  expect(read("deploy/jarida")).toContain(`release=\${JARIDA_RELEASE:-${release}}\n`);
});

test("the proxies' examples lead to the port that the server listens on", () => {
  const port = /\bPORT=(\d+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  expect(unit).toContain(`PORT=${port} `);
  expect(read("deploy/nginx.conf")).toContain(`server 127.0.0.1:${port} `);
  expect(read("deploy/Caddyfile")).toContain(`reverse_proxy 127.0.0.1:${port} {`);
  expect(all(read("deploy/compose-nginx.conf"), /server (node\d:\d+)/g)).toEqual(
    all(compose, /^ {2}(node\d):\n {4}<</gm).map((name) => `${name}:${port}`),
  );
});

const trusted = trustedProxies.parse(/TRUST_PROXY: \$\{TRUST_PROXY:-(.*)\}/.exec(compose)?.[1]);
const proxyAddress = /ipv4_address: ([\d.]+)/.exec(compose)?.[1] ?? "";
const gateway = proxyAddress.replace(/\d+$/, "1");

test("compose's nodes trust the address of its proxy alone", () => {
  expect(trusted).toEqual([proxyAddress]);
  const addressOf = (forwarded: string, remoteAddress = proxyAddress) =>
    clientAddresses(trusted).addressOf({
      headers: { "x-forwarded-for": forwarded },
      socket: { remoteAddress },
    } as never);
  expect(addressOf("198.51.100.7, 203.0.113.2")).toBe("203.0.113.2");
  for (const client of [gateway, "10.1.2.3", "192.168.1.5", "127.0.0.1", "fd00::5"])
    expect(addressOf(`198.51.100.7, ${client}`)).toBe(client);
  expect(addressOf("198.51.100.7", "172.28.46.130"), "from a container that isn't the proxy").toBe("172.28.46.130");
});

test("a made-up X-Forwarded-For through the gateway of compose doesn't lift the limit of a form", async () => {
  const { app } = await startTestApp(await openSqliteForTest(), { rateLimits: true, trustProxy: trusted });
  const send = (visit: number) =>
    app.inject({
      method: "POST",
      url: apiUrl.contact(),
      remoteAddress: proxyAddress,
      headers: { "x-forwarded-for": `8.8.${visit}.8, ${gateway}` },
      payload: {
        firstName: "A",
        lastName: "B",
        email: `reader-${visit}@b.example`,
        subject: "Hello",
        message: `Message ${visit}`,
      },
    });
  const codes: number[] = [];
  for (let visit = 0; visit < 22; visit += 1) codes.push((await send(visit)).statusCode);
  expect(codes.filter((code) => code === 201)).toHaveLength(20);
  expect(codes.slice(20)).toEqual([429, 429]);
});

test("compose names each image by its digest, and gives nothing but the proxy's address away", () => {
  const images = all(compose, /^ {4}image: (.+)$/gm);
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?(-\w+)?@sha256:[0-9a-f]{64}$/);
  const bases = all(dockerfile, /^ARG \w+=(node:.+)$/gm);
  for (const base of bases) expect(base).toMatch(/@sha256:[0-9a-f]{64}$/);
  const [subnet, range] = [/subnet: ([\d.]+)\/24/.exec(compose)?.[1], /ip_range: ([\d.]+)\/25/.exec(compose)?.[1]];
  expect(proxyAddress.replace(/\d+$/, "0")).toBe(subnet);
  expect(Number(proxyAddress.split(".")[3])).toBeLessThan(Number(range?.split(".")[3]));
});

test("compose backs up every day, with PostgreSQL's programs of its database's version, to a volume that the desk shares", async () => {
  const { services, volumes } = parse(compose, { merge: true }) as {
    services: Record<
      string,
      { image?: string; command: string[]; volumes: string[]; build: { args: { BASE: string } } }
    >;
    volumes: Record<string, null>;
  };
  const { backup, node1, node2, database } = services;
  const [version] = /\d+/.exec(database?.image?.split(":")[1] ?? "") ?? [];
  const stage = backup?.build.args.BASE ?? "";
  expect(dockerfile).toContain(`FROM \${POSTGRESQL_BASE} AS ${stage}\n`);
  expect(dockerfile).toContain(`postgresql-client-${version} `);
  expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(/^\$\{BASE\}\n/);
  for (const service of [backup, node1, node2]) expect(service?.volumes).toContain("backups:/data/backups");
  expect(volumes).toHaveProperty("backups");
  const line = backup?.command.at(-1) ?? "";
  const [, program = "", command = "", place = "", kept = ""] =
    /^until node (\S+) (\w+) (\S+) --keep (\d+); do sleep \d+; done; sleep 86400$/.exec(line) ?? [];
  expect([program, command in commands, place]).toEqual(["dist/server/cli.js", true, "/data/backups/daily"]);
  expect(Number(kept)).toBeGreaterThan(6);
});

test("the nightly backup of systemd deletes nothing but by the command's own --keep, and reports a failure", () => {
  const backup = read("deploy/jarida-backup.service");
  expect(backup).not.toMatch(/\b(rm|find)\b|ExecStartPost/);
  expect(backup).toMatch(
    /^ExecStart=\/opt\/jarida\/\S+ \/opt\/jarida\/current\/dist\/server\/cli\.js backup \/var\/lib\/jarida\/(?!backups)\w+ --keep \d+$/m,
  );
  for (const file of [backup, unit]) expect(file).toContain("\nOnFailure=jarida-failed@%n.service\n");
  expect(existsSync(join(ROOT, "deploy/jarida-failed@.service"))).toBe(true);
});

test("the unit of the server waits for PostgreSQL, never stops trying, and has memory for what scaling.md says", () => {
  expect(unit).toMatch(/^After=.*\bpostgresql\.service$/m);
  expect(unit).toContain("\nStartLimitIntervalSec=0\n");
  const [, base, worker] = /(\d+)M \+ N \* (\d+)M/.exec(unit) ?? [];
  expect(unit).toContain("\nMemoryMax=1G\n");
  expect(Number(base) + Number(worker)).toBeLessThanOrEqual(1024);
  const scaling = read("docs/scaling.md");
  expect(scaling).toContain(`${base} MB and ${worker} MB for each\nworker`);
  const [, perWorker, picture] =
    /some (\d+) MB of its own, and one\s+picture at a time takes up to (\d+) MB/.exec(scaling) ?? [];
  for (const workers of [1, 2, 4, 8])
    expect(Number(base) + workers * Number(worker)).toBeGreaterThan(workers * Number(perWorker) + Number(picture));
});

test("no proxy's example keeps a log of requests, which would name readers' addresses", () => {
  for (const name of ["deploy/nginx.conf", "deploy/compose-nginx.conf"]) {
    const servers = all(read(name), /^ *(server) \{$/gm).length;
    // In each server, or once for all of them.
    expect(all(read(name), /^ +(access_log off);$/gm)).toHaveLength(name.includes("compose") ? 1 : servers);
  }
  // Caddy keeps one only where it is told to, by a directive of the site.
  const [options, site] = read("deploy/Caddyfile").split(/^news\.example/m);
  expect(site).not.toMatch(/^\s*log\b/m);
  for (const field of ["remote_ip", "client_ip", "headers"]) expect(options).toContain(`request>${field} delete`);
});

test("the proxies let the largest form pass, which the server itself refuses in words", () => {
  const megabytes = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  for (const name of ["deploy/nginx.conf", "deploy/compose-nginx.conf"])
    expect(megabytes(read(name), /client_max_body_size (\d+)m;/) * 1024 * 1024).toBeGreaterThan(MAX_FORM_BYTES);
  expect(megabytes(read("deploy/Caddyfile"), /max_size (\d+)MB/) * 1000 * 1000).toBeGreaterThan(MAX_FORM_BYTES);
  expect(megabytes(read("deploy/Caddyfile"), /@imports \{\s+max_size (\d+)MB/) * 1000 * 1000).toBeGreaterThan(
    MAX_FILE_BYTES,
  );
  for (const name of ["deploy/nginx.conf", "deploy/compose-nginx.conf"])
    expect(megabytes(read(name), /imports[^}]*client_max_body_size (\d+)m;/) * 1024 * 1024).toBeGreaterThan(
      MAX_FILE_BYTES,
    );
});

test("Caddy takes its example", ({ skip }) => {
  const caddy = findProgram("caddy");
  if (!caddy) return skip("there is no caddy on this machine");
  const home = temporaryFolder();
  const { status, stderr } = spawnSync(
    caddy,
    ["validate", "--adapter", "caddyfile", "--config", join(ROOT, "deploy/Caddyfile")],
    { encoding: "utf8", env: { PATH: process.env.PATH, HOME: home } },
  );
  expect(status, stderr).toBe(0);
});

test.for(["deploy/nginx.conf", "deploy/compose-nginx.conf"])("nginx takes %s", (name, { skip }) => {
  const nginx = findNginx();
  if (!nginx) return skip("there is no nginx on this machine");
  const folder = temporaryFolder();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, testable(read(name), folder));
  const { status, stderr } = spawnSync(nginx, ["-t", "-c", file, "-p", folder, "-e", join(folder, "error.log")], {
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The file without what a test has not: names of other machines, a certificate, ports and folders of root. */
function testable(text: string, folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const lines = text
    .replaceAll(/node\d:/g, "127.0.0.1:")
    .replaceAll(/^ +(ssl_|listen \[).*\n/gm, "")
    .replaceAll(/listen \S+?( ssl.*)?;/g, "listen 127.0.0.1:1080;")
    .replaceAll("/dev/stderr", "error.log")
    .replaceAll(/\/tmp|\/var\/cache\/nginx/g, folder);
  if (lines.includes("events {")) return lines;
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n");
  return `pid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${lines}}\n`;
}

test("the image has the pinned Node, and copies what there is", () => {
  const { optionalDependencies } = JSON.parse(read("package.json"));
  for (const version of Object.values(optionalDependencies))
    expect(dockerfile).toContain(`NODE_IMAGE=node:${version}-`);
  const copied = all(dockerfile, /^COPY ([^-.][^.]*(?:\.\w+[^.]*)*) \.\/?\w*$/gm).flatMap((names) => names.split(" "));
  expect(copied).toContain("publication.json");
  expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  expect(read(".dockerignore").split("\n")).toEqual(expect.arrayContaining([".git", "test", "**/*.test.ts"]));
});
