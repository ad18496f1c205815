import { z } from "zod";
import { isWebAddress, MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import { MAX_REMOTE_ITEMS, REMOTE_KINDS } from "./rules.ts";

const NO_ADDRESS = "Addresses must be http or https addresses.";

const itemBody = z.object({
  kind: z.enum(REMOTE_KINDS, { error: "Kind must be picture, card or link." }),
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
      .max(MAX_REMOTE_ITEMS, { error: `At most ${MAX_REMOTE_ITEMS} items can be requested at the same time.` }),
    retry: z.boolean({ error: "Retry must be true or false." }).optional(),
  },
  { error: "The body must be a JSON object." },
);

const cardDetails = z.object({
  title: z.string(),
  source: z.string().describe("The site and, if available, the author"),
  picture: z.string().describe("The address of the stored copy; empty without one"),
  isVideo: z.boolean(),
});

/** A remote item and its state. */
export const remoteState = z
  .object({
    kind: z.enum(REMOTE_KINDS),
    address: z.string(),
    state: z
      .enum(["waiting", "done", "failed"])
      .describe("Temporary failures are retried automatically; `failed` of a link: its page does not exist"),
    url: z.string().describe("The address of the picture's copy; empty until it exists"),
    card: cardDetails.nullable(),
    detail: z.string().describe("Why it failed, or what is missing from the copy, in one sentence"),
  })
  .meta({ id: "RemoteState" });
export type RemoteState = z.infer<typeof remoteState>;
export const remoteStates = z.array(remoteState);
