import { knownOf } from "#ui/admin/address.tsx";
import type { MessageState } from "../schema.ts";

/** The labels of the message states. */
export const STATE_NAMES: Record<MessageState, string> = { new: "New", read: "Read", done: "Done", spam: "Spam" };

/** The options of the list's filter; without one, the server leaves spam out. */
export const STATE_FILTERS: { value: MessageState | ""; label: string }[] = [
  { value: "", label: "All but spam" },
  { value: "new", label: "New" },
  { value: "read", label: "Read" },
  { value: "done", label: "Done" },
  { value: "spam", label: "Spam" },
];

/** Parses `?state=`. */
export const stateOf = (given: string | null): MessageState | undefined =>
  knownOf(
    STATE_FILTERS.map(({ value }) => value),
    given,
  );
