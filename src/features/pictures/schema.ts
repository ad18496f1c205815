import { z } from "zod";
import { idText, pageQuery, text } from "#shared/schema.ts";

/** `POST upload/`: a form with one picture. */
export const uploadBody = z.object(
  { file: z.file({ error: "The form must have a picture in the field file." }) },
  { error: "The form must have a picture in the field file." },
);

/** The picture's canonical address, a path of this site. */
export const uploadAnswer = z.object({ url: z.string() }).meta({ id: "Upload" });

/** `GET /api/media`. */
export const pictureQuery = pageQuery.extend({
  query: text({ max: 2_000, name: "Query" }).optional().describe("Any address of a picture: that one only"),
});
export const pictureParams = z.object({ id: idText });

/** A stored picture; sizes in pixels. */
export const storedPicture = z
  .object({
    id: z.int().positive(),
    url: z.string(),
    width: z.int(),
    height: z.int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Picture" });
export const pictureList = z.array(storedPicture);

/** A use of a picture. */
export const pictureUse = z.object({
  type: z.enum(["article", "ad", "author", "issue"]),
  id: z.int(),
  title: z.string(),
});
export type PictureUse = z.infer<typeof pictureUse>;

/** Why a picture cannot be deleted. */
export const inUseBody = z.object({ detail: z.string(), used_in: z.array(pictureUse) }).meta({ id: "PictureInUse" });
