import { showTimesIn } from "#ui/admin/local-time.ts";
import { settingsOf } from "#ui/admin/records/setting.ts";
import type { AppearanceEndpoints } from "../appearance/endpoints.ts";
import type { SettingsEndpoints } from "../endpoints.ts";

const settings = settingsOf<SettingsEndpoints>();

const newsroom = settings("newsroom");
export const NEWSROOM: typeof newsroom = {
  ...newsroom,
  async save(...change) {
    const saved = await newsroom.save(...change);
    showTimesIn(saved.time_zone);
    return saved;
  },
};
export const ADDRESSES = settings("addresses");
export const NEWSLETTER = settings("newsletter");
export const AUDIT = settings("audit");
export const RETENTION_PERIODS = settings("retention");
export const SITE = settings("site");
export const HOUSE_STYLE = settings("house-style");
export const MENUS = settings("menus");
export const APPEARANCE = settingsOf<AppearanceEndpoints>()("appearance");
