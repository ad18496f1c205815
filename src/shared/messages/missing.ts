import type { Messages } from "../translate.ts";
import { keyOf } from "./all.ts";
import { ENGLISH } from "./english.ts";
import { SERVER_ENGLISH } from "./english-server.ts";

type Entry = string | { other: string };
const KEYS = new Set(
  Object.values<readonly Entry[]>({ ...ENGLISH, ...SERVER_ENGLISH }).flatMap((part) => part.map(keyOf)),
);

/** The messages that a language does not translate: readers see them in English. */
export function missingIn(messages: Messages): string[] {
  const translated: Record<string, unknown> = messages;
  return [...KEYS].filter((key) => !translated[key]);
}
