import type { Kysely } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Tables } from "#db/tables.ts";
import { addedTexts } from "#features/events/commands.ts";
import { retryDelayed } from "#features/mail/commands.ts";
import {
  MAIL_SETTING,
  type MailServers,
  mailScope,
  readStoredServer,
  type StoredServer,
  sealPassword,
  smtpUrlOf,
  unsealPassword,
} from "#features/mail/server.ts";
import { lockSettings, recordChange, type SettingsStore, STALE, writeSetting } from "#features/settings/commands.ts";
import type { Secrets } from "#platform/keys.ts";
import { MAIL_PORTS, type SmtpTarget } from "#platform/smtp.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError, InvalidError } from "#shared/errors.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import type { MailSettings, TypedMailSettings } from "./endpoints.ts";

const PASSWORD_AGAIN = "Enter the password again: it is stored for another server or user.";

export type MailSettingsStore = SettingsStore & Secrets & { mailServers: MailServers };

/** The settings as they are shown: without the password. */
const present = ({ password, ...shown }: StoredServer, secrets: Secrets): MailSettings => ({
  ...shown,
  has_password: password !== "",
  is_locked: unsealPassword(secrets, { password }) === null,
});

export const readMailSettings = async (db: Kysely<Tables>, secrets: Secrets): Promise<MailSettings> =>
  present(await readStoredServer(db), secrets);

/**
 * Returns the settings with the password, encrypted. The stored one is used for the same host and user alone, so that it
 * is never sent to another server. Throws InvalidError.
 */
function merged(
  stored: StoredServer,
  typed: TypedMailSettings,
  { mailServers, ...keys }: MailSettingsStore,
): StoredServer {
  const { smtp_password: given, ...shown } = typed;
  if (shown.host === "") return { ...shown, password: "" };
  if (!mailServers.allowsAnyHost && !MAIL_PORTS.includes(shown.port)) {
    const wrong = `Port must be one of ${MAIL_PORTS.join(", ")}.`;
    throw new InvalidError("invalid_input", wrong, { port: wrong });
  }
  if (shown.user === "") return { ...shown, password: "" };
  if (given !== undefined) return { ...shown, password: sealPassword(keys.secretKey, given) };
  if (stored.password !== "" && (stored.host !== shown.host || stored.user !== shown.user))
    throw new InvalidError("invalid_input", PASSWORD_AGAIN, { smtp_password: PASSWORD_AGAIN });
  return { ...shown, password: stored.password };
}

/** Stores the settings; mails that wait are tried again. Throws InvalidError, and ConflictError for another version. */
export async function saveMailSettings(
  store: MailSettingsStore,
  by: Actor,
  typed: TypedMailSettings,
  isCurrent: (version: string) => boolean,
): Promise<MailSettings> {
  const { database, clock } = store;
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const stored = await readStoredServer(trx);
    const before = present(stored, store);
    if (!isCurrent(settingVersion(before))) throw new ConflictError("stale_version", STALE);
    const row = merged(stored, typed, store);
    const after = present(row, store);
    await writeSetting(trx, clock, MAIL_SETTING, row);
    const password = { password: row.password === stored.password ? "unchanged" : "changed" };
    await recordChange(trx, clock, by, {
      key: MAIL_SETTING,
      before: { ...before, password: "unchanged" },
      after: { ...after, ...password },
      // Subscribers see it as the sender's name.
      shown: addedTexts({ from_name: [stored.from_name] }, { from_name: [row.from_name] }),
    });
    await retryDelayed(trx, clock.now());
    return { result: after, changed: [mailScope] };
  });
}

/** The server and the sender of settings that are not saved yet; null without a host. */
export async function unsavedServer(
  store: MailSettingsStore,
  typed: TypedMailSettings,
): Promise<{ target: SmtpTarget | null; from: { name: string; address: string } }> {
  const row = merged(await readStoredServer(store.database.db), typed, store);
  const url = smtpUrlOf(row, unsealPassword(store, row) ?? "");
  return {
    target: url === null ? null : store.mailServers.targetOf(url),
    from: { name: row.from_name, address: row.from_email },
  };
}
