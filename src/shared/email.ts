import { z } from "zod";

/**
 * A narrow rule for mail addresses (safety.md): one local part without quotes, comments or lists, one domain with a
 * dot. What real people have passes; what could steer a mail server does not. Lower-cased, so that one address is
 * one subscriber.
 */
const ADDRESS =
  /^[a-z0-9](?:[a-z0-9_+-]|\.(?!\.)){0,62}(?:@)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** An email address of a request body, trimmed and lower-cased. */
export const emailAddress = z
  .string({ error: "Email must be text." })
  .trim()
  .min(1, { error: "Email is required." })
  .max(254, { error: "Email must have at most 254 characters." })
  .toLowerCase()
  .regex(ADDRESS, { error: "Please enter a valid email address." });
