import type { Subscriber, SubscriberFilter } from "#features/newsletter/schema.ts";
import { knownOf } from "#ui/admin/address-query.ts";

type Status = NonNullable<SubscriberFilter["status"]>;

/** The options of the list's filter. */
export const STATUS_FILTERS: { value: Status | ""; label: string }[] = [
  { value: "", label: "All subscribers" },
  { value: "active", label: "Active" },
  { value: "pending", label: "Not confirmed" },
  { value: "unsubscribed", label: "Unsubscribed" },
  { value: "bouncing", label: "Bouncing" },
];

/** Parses `?status=`. */
export const statusOf = (given: string | null): Status | undefined =>
  knownOf(
    STATUS_FILTERS.map(({ value }) => value),
    given,
  );

/** A subscriber's state, and what it means for the next issue where that is not obvious. */
export function stateOf({ status, bouncing }: Subscriber): { name: string; note?: string } {
  if (status === "pending") return { name: "Not confirmed", note: "Gets no issues before the address is confirmed" };
  if (status === "unsubscribed") return { name: "Unsubscribed" };
  return bouncing ? { name: "Bouncing", note: "Gets no issues: the address was refused" } : { name: "Active" };
}
