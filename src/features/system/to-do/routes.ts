import type { Kysely } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { unwrittenPages } from "#features/pages/unwritten.ts";
import { readAppearance } from "#features/settings/appearance/queries.ts";
import { lockSettings, recordChange, writeSetting } from "#features/settings/commands.ts";
import { readIsNeutral } from "#features/settings/facts/defaults.ts";
import { readSiteSettings } from "#features/settings/facts/queries.ts";
import type { SiteSettings } from "#features/settings/facts/schema.ts";
import { readNewsroom, readSetting } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import type { Actor } from "#shared/actor.ts";
import { actorOf } from "#shared/viewer.ts";
import { readBackupSettings } from "../state/settings.ts";
import { TO_DO, type ToDoList, toDoEndpoints } from "./endpoints.ts";

const KEY = "to-do";

/** `defaults`: the operator's settings of the site. */
export type ToDoParts = { database: Database; clock: Clock; defaults: SiteSettings; smtpUrl: string | undefined };

const readIsDismissed = async (db: Kysely<Tables>): Promise<boolean> => {
  const stored = (await readSetting(db, KEY)) as { is_dismissed?: boolean } | undefined;
  return stored?.is_dismissed === true;
};

async function readToDo(db: Kysely<Tables>, { clock, defaults, smtpUrl }: ToDoParts): Promise<ToDoList> {
  const isDismissed = await readIsDismissed(db);
  // The demo edition has its own contact address, tagline and pages.
  if (isDismissed || !(await readIsNeutral(db))) return { items: [], is_dismissed: isDismissed };
  const site = await readSiteSettings(db, defaults);
  const pages = await unwrittenPages(db, clock.now());
  const open = {
    contact_email: site.contact_email === "",
    tagline: site.tagline === "",
    logo: (await readAppearance(db)).logo === "",
    about: pages.has("about"),
    contact: pages.has("contact"),
    advertise: pages.has("advertise"),
    mail: smtpUrl === undefined,
    postal_address: (await readNewsroom(db)).postal_address === "",
    backups: !(await readBackupSettings(db)).nightly,
  };
  const items = TO_DO.filter((name) => open[name]).map((name) => {
    const page = pages.get(name);
    return page === undefined ? { name } : { name, page };
  });
  return { items, is_dismissed: false };
}

function setDismissed({ database, clock }: ToDoParts, by: Actor, isDismissed: boolean): Promise<void> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = { is_dismissed: await readIsDismissed(trx) };
    await writeSetting(trx, clock, KEY, { is_dismissed: isDismissed });
    await recordChange(trx, clock, by, { key: KEY, before, after: { is_dismissed: isDismissed } });
    return { result: undefined, changed: [] };
  });
}

export function toDoRoutes(parts: ToDoParts): ApiPlugin {
  const { db } = parts.database;
  return async (app) =>
    serve(app, toDoEndpoints, {
      "GET /system/to-do": () => readToDo(db, parts),
      "PUT /system/to-do": async (call) => {
        await setDismissed(parts, actorOf(call), call.body.is_dismissed);
        return readToDo(db, parts);
      },
    });
}
