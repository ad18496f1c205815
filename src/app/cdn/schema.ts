import { z } from "zod";

/** What came of a purge: up to which content version, and how many keys were sent. */
export const purgeResult = z.object({ version: z.int(), keys: z.int() });
