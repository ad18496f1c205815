import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { isTimeZone, NO_SUCH_ZONE } from "../rules.ts";
import type { Newsroom } from "../schema.ts";
import { readNewsroom, saveNewsroom } from "./calls.ts";

/** The newsroom's settings as the form has them, named as in the API. */
export type NewsroomValues = Newsroom;

/** There is one newsroom. */
const NEWSROOM_ID = 1;

const failure = { title: "Error saving settings", fallback: "Could not save the settings" };

/** The newsroom's settings, as the form edits them; they always exist. */
export const NEWSROOM_KIND: FormKind<Newsroom, NewsroomValues> = {
  name: "newsroom",
  what: "settings",
  titleOf: () => "Settings",
  fields: {
    time_zone: { label: "Time zone", show: ({ time_zone }) => time_zone },
    postal_address: { label: "Postal address", show: ({ postal_address }) => postal_address },
  },
  empty: { time_zone: "", postal_address: "" },
  idOf: () => NEWSROOM_ID,
  valuesOf: ({ time_zone, postal_address }) => ({ time_zone, postal_address }),
  missingIn: ({ time_zone }) => (isTimeZone(time_zone.trim()) ? {} : { time_zone: NO_SUCH_ZONE }),
  tidy: ({ time_zone, postal_address }) => ({ time_zone: time_zone.trim(), postal_address: postal_address.trim() }),
  takenOver: ["time_zone", "postal_address"],
  closesWhenSaved: false,
  read: readNewsroom,
  create: async (api, { values }) => ({ ...(await saveNewsroom(api, "*", values)), isRepeated: false }),
  update: (api, { etag }, { values }) => saveNewsroom(api, etag, values),
  words: {
    added: "Settings saved",
    updated: "Settings saved",
    adding: failure,
    updating: failure,
    deleted: "These settings were deleted meanwhile.",
  },
};
