import type { Kysely } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { unwrittenPages } from "#features/pages/unwritten.ts";
import { readAppearance } from "#features/settings/appearance/queries.ts";
import { changeSetting, type Setting } from "#features/settings/commands.ts";
import { readIsNeutral } from "#features/settings/facts/defaults.ts";
import { readSiteSettings } from "#features/settings/facts/queries.ts";
import type { SiteSettings } from "#features/settings/facts/schema.ts";
import { readNewsroom, readSetting } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { type ApiPlugin, serve } from "#platform/endpoints.ts";
import { actorOf } from "#shared/viewer.ts";
import { readBackupSettings } from "../state/settings.ts";
import { TO_DO, type ToDoList, toDoEndpoints } from "./endpoints.ts";

const KEY = "to-do";

/** `siteDefaults`: the operator's settings of the site. */
export type ToDoParts = {
  database: Database;
  clock: Clock;
  siteDefaults: SiteSettings;
  mailQueue: Pick<MailQueue, "sends">;
};

/** Whether the list is dismissed, for everybody. */
const dismissal: Setting<"to-do", { is_dismissed: boolean }> = {
  key: KEY,
  async read(db) {
    const stored = (await readSetting(db, KEY)) as { is_dismissed?: boolean } | undefined;
    return { is_dismissed: stored?.is_dismissed === true };
  },
  scopes: [],
};

async function readToDo(db: Kysely<Tables>, { clock, siteDefaults, mailQueue }: ToDoParts): Promise<ToDoList> {
  const { is_dismissed: isDismissed } = await dismissal.read(db);
  // The demo edition has its own contact address, tagline and pages.
  if (isDismissed || !(await readIsNeutral(db))) return { items: [], is_dismissed: isDismissed };
  const site = await readSiteSettings(db, siteDefaults);
  const pages = await unwrittenPages(db, clock.now());
  const open = {
    contact_email: site.contact_email === "",
    tagline: site.tagline === "",
    logo: (await readAppearance(db)).logo === "",
    about: pages.has("about"),
    contact: pages.has("contact"),
    advertise: pages.has("advertise"),
    mail: !(await mailQueue.sends(db)),
    postal_address: (await readNewsroom(db)).postal_address === "",
    backups: !(await readBackupSettings(db)).nightly,
  };
  const items = TO_DO.filter((name) => open[name]).map((name) => {
    const page = pages.get(name);
    return page === undefined ? { name } : { name, page };
  });
  return { items, is_dismissed: false };
}

export function toDoRoutes(parts: ToDoParts): ApiPlugin {
  const { db } = parts.database;
  return async (app) =>
    serve(app, toDoEndpoints, {
      "GET /system/to-do": () => readToDo(db, parts),
      "PUT /system/to-do": (call) =>
        changeContent(parts.database, async (trx) => {
          const edit = { by: actorOf(call), body: call.body };
          const { changed } = await changeSetting(trx, parts.clock, dismissal, edit);
          return { result: await readToDo(trx, parts), changed };
        }),
    });
}
