import { z } from "zod";

/** `POST upload/`: a form with one picture. */
export const uploadBody = z.object(
  { file: z.file({ error: "The form must have a picture in the field file." }) },
  { error: "The form must have a picture in the field file." },
);

/** The picture's canonical address, a path of this site. */
export const uploadAnswer = z.object({ url: z.string() }).meta({ id: "Upload" });
