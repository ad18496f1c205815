import { z } from "zod";

/**
 * HTML's own rule, verbatim: what a browser's email field accepts is accepted here too. It allows no quotes, comments,
 * lists or control characters, so nothing in it could inject mail commands. Labels are bounded and end at a dot:
 * matching takes linear time.
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

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
