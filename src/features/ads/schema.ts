import { z } from "zod";
import { givenSchemas, NO_OBJECT, shownSchemas } from "#shared/fields/schemas.ts";
import { idText, text } from "#shared/schema.ts";
import { AD_FIELDS } from "./fields.ts";

const shown = shownSchemas(AD_FIELDS);

export const adSpace = z
  .object({
    id: z.int().positive(),
    ...shown,
    location: shown.location.describe("For example homepage, article, category"),
    image_url: shown.image_url.describe("The creative; empty without one"),
    has_slots: z.boolean().optional().describe("Whether any page has slots at the location; for editors only"),
    views: z.int().nonnegative().optional().describe("Readers who saw the creative; for editors only"),
    clicks: z.int().nonnegative().optional().describe("Readers who followed it; for editors only"),
  })
  .meta({ id: "AdSpace" });
export type AdSpace = z.infer<typeof adSpace>;
export type AdType = AdSpace["type"];

const given = givenSchemas(AD_FIELDS);

/** `PUT ads/{id}/`: omitted fields keep their value. */
export const adSpaceChange = z.object(given, { error: NO_OBJECT }).partial();

/** `POST ads/`: name and location are required. Defaults: leaderboard, active, no creative. */
export const adSpaceBody = adSpaceChange.extend({ name: given.name, location: given.location });
export type AdSpaceBody = z.infer<typeof adSpaceBody>;

/** The look of empty slots for readers. */
export const adSettings = z
  .object({
    shows_empty_slots: z.boolean().describe("Whether readers see a placeholder in empty slots"),
    shows_one_slot: z.boolean().optional().describe("Whether each page has it in its last slot only, after the text"),
  })
  .meta({ id: "AdSettings" });
export type AdSettings = z.infer<typeof adSettings>;

const NO_SETTING = "The body must be a JSON object with shows_empty_slots or shows_one_slot.";

export const adSettingsBody = z
  .strictObject(
    {
      shows_empty_slots: z.boolean({ error: "shows_empty_slots must be true or false." }),
      shows_one_slot: z.boolean({ error: "shows_one_slot must be true or false." }),
    },
    { error: NO_SETTING },
  )
  .partial()
  .refine((given) => Object.keys(given).length > 0, { error: NO_SETTING });

export const adSpaceParams = z.object({ id: idText });
export const adSpaceList = z.array(adSpace);
/** `GET ads/?location=`: an empty location counts as absent. */
export const adSpaceQuery = z.object({ location: text({ name: "Location", max: 100 }).optional() });
