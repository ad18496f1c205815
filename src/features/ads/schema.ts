import { z } from "zod";
import { text } from "#shared/schema.ts";

/** Kinds of ad space and so their sizes: leaderboard 90 px high, rectangle and sidebar 250 px (spec section 9). */
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
    image_url: z.string().describe("The creative; empty where there is none"),
    alt: z.string(),
    target_url: z.string(),
  })
  .meta({ id: "AdSpace" });
export type AdSpace = z.infer<typeof adSpace>;

export const adSpaceList = z.array(adSpace);
export const adSpaceQuery = z.object({ location: text({ name: "Location", max: 100 }).optional() });
