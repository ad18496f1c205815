import { z } from "zod";
import { isWebAddress, MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import { MAX_REMOTE_ITEMS } from "./rules.ts";

const NO_ADDRESS = "Each address must be an http or https address.";

const itemBody = z.object({
  kind: z.enum(["picture", "card"], { error: "Kind must be picture or card." }),
  address: z
    .string({ error: NO_ADDRESS })
    .max(MAX_ADDRESS_LENGTH, { error: NO_ADDRESS })
    .refine((address) => /^https?:\/\//i.test(address) && isWebAddress(address), { error: NO_ADDRESS }),
});

/** `POST remote/`: `retry` also asks again for what failed. */
export const remoteBody = z.object(
  {
    items: z
      .array(itemBody, { error: "Items must be a list." })
      .max(MAX_REMOTE_ITEMS, { error: `At most ${MAX_REMOTE_ITEMS} things can be asked for at once.` }),
    retry: z.boolean({ error: "Retry must be true or false." }).optional(),
  },
  { error: "The body must be a JSON object." },
);

const cardDetails = z.object({
  title: z.string(),
  source: z.string().describe("The site and, where it says, the author"),
  picture: z.string().describe("The address of our copy; empty for none"),
  isVideo: z.boolean(),
});

/** A remote item and its state. */
export const remoteState = z
  .object({
    kind: z.enum(["picture", "card"]),
    address: z.string(),
    state: z.enum(["waiting", "done", "failed"]).describe("What failed for a time is tried again by itself"),
    url: z.string().describe("The address of the copy of a picture; empty while there is none"),
    card: cardDetails.nullable(),
    detail: z.string().describe("Why it failed, or what a copy lacks, in a sentence"),
  })
  .meta({ id: "RemoteState" });
export type RemoteState = z.infer<typeof remoteState>;
export const remoteStates = z.array(remoteState);
