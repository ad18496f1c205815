import { z } from "zod";

/**
 * A narrow rule for mail addresses (safety.md): one local part without quotes, comments or lists, one domain with a
 * dot. What real people have passes; what could steer a mail server does not. Every repetition is bounded or ends at
 * a dot, so that the time grows with the length only.
 */
const ADDRESS =
  /^[a-z0-9](?:[a-z0-9_+-]|\.(?=[a-z0-9_+-])){0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/**
 * An email address of a request body, trimmed and lower-cased, so that one address is one subscriber. Lower-cased
 * after the check: the Kelvin sign becomes an ordinary k, and would otherwise pass as somebody else's address.
 */
export const emailAddress = z
  .string({ error: ({ input }) => (input === undefined ? "Email is required." : "Email must be text.") })
  .trim()
  .min(1, { error: "Email is required.", abort: true })
  .max(254, { error: "Email must have at most 254 characters.", abort: true })
  .regex(ADDRESS, { error: "Please enter a valid email address." })
  .toLowerCase();
