import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import { scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { lockSettings, writeSetting } from "#features/settings/commands.ts";
import { type Followed, followed } from "#features/settings/followed.ts";
import { readSetting } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { resealStored, type Secrets, sealStored, unsealStored } from "#platform/keys.ts";
import type { MailTransport } from "#platform/mail.ts";
import type { SmtpTarget } from "#platform/smtp.ts";
import type { SmtpSecurity } from "./rules.ts";

export const MAIL_SETTING = "mail";
export const mailScope = scope("mail");
const PURPOSE = "mail password";

/** The mail server and the sender as chiefs set them. An empty host: no server; an empty address: the default sender. */
export type StoredServer = {
  host: string;
  port: number;
  security: SmtpSecurity;
  user: string;
  /** Encrypted with the site's key; empty without a password. */
  password: string;
  from_name: string;
  from_email: string;
};

const UNSET: StoredServer = {
  host: "",
  port: 587,
  security: "starttls",
  user: "",
  password: "",
  from_name: "",
  from_email: "",
};

export const readStoredServer = async (db: Kysely<Tables>): Promise<StoredServer> => ({
  ...UNSET,
  ...((await readSetting(db, MAIL_SETTING)) as Partial<StoredServer> | undefined),
});

export const sealPassword = (secretKey: string, password: string): string =>
  password === "" ? "" : sealStored(secretKey, PURPOSE, password);

/** The password in plain text; null if it was encrypted with a key that this site no longer has. */
export const unsealPassword = (secrets: Secrets, { password }: Pick<StoredServer, "password">): string | null =>
  password === "" ? "" : unsealStored(secrets, PURPOSE, password);

/** The server as a URL; null without a host. */
export function smtpUrlOf(server: Omit<StoredServer, "password">, password: string): string | null {
  const { host, port, security, user } = server;
  if (host === "") return null;
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const scheme = security === "tls" ? "smtps" : "smtp";
  const name = host.includes(":") ? `[${host}]` : host;
  return `${scheme}://${login}${name}:${port}/${security === "starttls" ? "?requireTLS=true" : ""}`;
}

/** The operator's variables: `smtpUrl` undefined if it is not set, null for `off`. */
export type MailVariables = {
  smtpUrl: string | null | undefined;
  /** Whether a server that chiefs name may be on any network, at any port. */
  allowsAnyHost: boolean;
};

/** The mail server: the operator's variable, and without it that of the settings. */
export type MailServers = MailVariables & {
  /** As stored now; null: mails are written to files. */
  read: (db: Kysely<Tables>) => Promise<SmtpTarget | null>;
  /** Whether one is set. */
  isSet: (db: Kysely<Tables>) => Promise<boolean>;
  /** How a server of these settings is reached. */
  targetOf: (url: string) => SmtpTarget;
} & Followed<SmtpTarget | null>;

export async function openMailServers(
  database: Database,
  { smtpUrl, allowsAnyHost }: MailVariables,
  secrets: Secrets,
): Promise<MailServers> {
  const targetOf = (url: string): SmtpTarget => ({ url, isGuarded: !allowsAnyHost });
  const read = async (db: Kysely<Tables>) => {
    if (smtpUrl !== undefined) return smtpUrl === null ? null : { url: smtpUrl };
    const stored = await readStoredServer(db);
    // Without its password the login fails, and mails wait; in files they would get lost.
    const url = smtpUrlOf(stored, unsealPassword(secrets, stored) ?? "");
    return url === null ? null : targetOf(url);
  };
  const isSet = async (db: Kysely<Tables>) =>
    smtpUrl === undefined ? (await readStoredServer(db)).host !== "" : smtpUrl !== null;
  const { current, refresh } = await followed(database, [mailScope], read);
  return { smtpUrl, allowsAnyHost, read, isSet, targetOf, current, refresh };
}

/** Encrypts the password again if it still needs a former key, so that the key can be forgotten. */
export async function reencryptMailPassword({
  database,
  clock,
  ...secrets
}: Secrets & { database: Database; clock: Clock }) {
  const reseal = async (db: Kysely<Tables>) => {
    const stored = await readStoredServer(db);
    const password = stored.password && resealStored(secrets, PURPOSE, stored.password);
    return password === stored.password ? undefined : { ...stored, password };
  };
  if (!(await reseal(database.db))) return;
  await database.db.transaction().execute(async (trx: Transaction<Tables>) => {
    await lockSettings(trx);
    const resealed = await reseal(trx);
    if (resealed) await writeSetting(trx, clock, MAIL_SETTING, resealed);
  });
}

type TransportParts = {
  servers: Pick<MailServers, "refresh" | "current">;
  files: MailTransport;
  connect: (target: SmtpTarget) => MailTransport;
};

type Connection = { target: SmtpTarget; transport: MailTransport; sending: number };

/** Sends through the mail server that is set now, in any process. A former one finishes the mails that it is sending. */
export function currentTransport({ servers, files, connect }: TransportParts): MailTransport {
  const open = new Set<Connection>();
  let newest: Connection | undefined;
  const closeUnused = (connection: Connection) => {
    if (connection === newest || connection.sending > 0) return;
    connection.transport.close();
    open.delete(connection);
  };
  const connectionTo = (target: SmtpTarget | null): Connection | undefined => {
    if (newest && newest.target.url === target?.url) return newest;
    const former = newest;
    newest = target ? { target, transport: connect(target), sending: 0 } : undefined;
    if (newest) open.add(newest);
    if (former) closeUnused(former);
    return newest;
  };
  return {
    async send(mail, beforeText) {
      await servers.refresh();
      const connection = connectionTo(servers.current());
      if (!connection) return files.send(mail, beforeText);
      connection.sending += 1;
      try {
        return await connection.transport.send(mail, beforeText);
      } finally {
        connection.sending -= 1;
        closeUnused(connection);
      }
    },
    forget: files.forget,
    close() {
      for (const { transport } of open) transport.close();
    },
  };
}
