import { z } from "zod";
import { idText, linkAddress, text, webAddress } from "#shared/schema.ts";

/** Types of ad space, which set the size: leaderboard 90 px high, rectangle and sidebar 250 px. */
export const adType = z.enum(["leaderboard", "rectangle", "sidebar"]);
export type AdType = z.infer<typeof adType>;

/** An ad space. Without a creative (`image_url`) an active space shows the placeholder at its fixed height. */
export const adSpace = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    type: adType,
    location: z.string().describe("For example homepage, article, category"),
    active: z.boolean(),
    image_url: z.string().describe("The creative; empty without one"),
    alt: z.string(),
    target_url: z.string(),
    has_slots: z.boolean().optional().describe("Whether any page has slots at the location; for editors only"),
    views: z.int().nonnegative().optional().describe("Readers who saw the creative; for editors only"),
    clicks: z.int().nonnegative().optional().describe("Readers who followed it; for editors only"),
  })
  .meta({ id: "AdSpace" });
export type AdSpace = z.infer<typeof adSpace>;

const name = text({ name: "Ad name", min: 1, max: 100 });
const location = text({ name: "Location", min: 1, max: 100 });
const NO_OBJECT = "The body must be a JSON object.";

/** `PUT ads/{id}/`: omitted fields keep their value. */
export const adSpaceChange = z
  .object(
    {
      name,
      location,
      type: z.enum(adType.options, { error: `Type must be one of ${adType.options.join(", ")}.` }),
      active: z.boolean({ error: "Active must be true or false." }),
      image_url: webAddress("Image URL"),
      alt: text({ name: "Image description", max: 500 }),
      target_url: linkAddress("Target URL"),
    },
    { error: NO_OBJECT },
  )
  .partial();
export type AdSpaceChange = z.infer<typeof adSpaceChange>;

/** `POST ads/`: name and location are required. Defaults: leaderboard, active, no creative. */
export const adSpaceBody = adSpaceChange.extend({ name, location });
export type AdSpaceBody = z.infer<typeof adSpaceBody>;

/** The look of empty slots for readers. */
export const adSettings = z
  .object({
    shows_empty_slots: z.boolean().describe("Whether readers see a placeholder in empty slots"),
  })
  .meta({ id: "AdSettings" });
export type AdSettings = z.infer<typeof adSettings>;

export const adSettingsBody = z.strictObject(
  { shows_empty_slots: z.boolean({ error: "shows_empty_slots must be true or false." }) },
  { error: "The body must be a JSON object with shows_empty_slots." },
);

export const adSpaceParams = z.object({ id: idText });
export const adSpaceList = z.array(adSpace);
/** `GET ads/?location=`: an empty location counts as absent. */
export const adSpaceQuery = z.object({ location: text({ name: "Location", max: 100 }).optional() });
