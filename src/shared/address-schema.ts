import { z } from "zod";
import { completeAddress, isWebAddress, MAX_ADDRESS_LENGTH } from "./web-address.ts";

/** The address of a picture in a request body; empty for none. */
export const webAddress = (name: string) => webText(name, (address) => address);

/** The address a link leads to, in a request body, completed where it has no scheme; empty for none. */
export const linkAddress = (name: string) => webText(name, completeAddress);

const webText = (name: string, complete: (address: string) => string) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .overwrite(complete)
    .max(MAX_ADDRESS_LENGTH, { error: `${name} must have at most ${MAX_ADDRESS_LENGTH} characters.` })
    .refine((address) => address === "" || isWebAddress(address), {
      error: `${name} must be an http or https address, or a path of this site.`,
    });
