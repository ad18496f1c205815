import type { Read, SubscriberItem } from "../items.ts";
import { isSet, type Library, textIn } from "./library.ts";
import { timeOf } from "./posts.ts";
import type { Row } from "./rows.ts";

/** A row of `members`. Those who get no newsletter have left; where the export does not say who does, they are skipped. */
export function memberOf(row: Row, { subscribed, suppressed }: Library): Read {
  const email = textIn(row, "email");
  if (suppressed.has(email.toLowerCase()) || isSet(row.email_disabled)) return subscriber(row, "unreachable");
  if (subscribed) return subscriber(row, subscribed.has(textIn(row, "id")) ? "subscribed" : "unsubscribed");
  if (row.subscribed !== undefined && row.subscribed !== null)
    return subscriber(row, isSet(row.subscribed) ? "subscribed" : "unsubscribed");
  return skipped(email, "The export does not say whether this member gets a newsletter. Import the members as CSV.");
}

const STATES: ReadonlySet<string> = new Set(["subscribed", "unsubscribed", "pending"]);

/** A row of `subscribers`, which Ghost had before its members. */
export function subscriberOf(row: Row): Read {
  const status = textIn(row, "status");
  if (STATES.has(status)) return subscriber(row, status as SubscriberItem["state"]);
  return skipped(textIn(row, "email"), `The status “${status}” is unknown.`);
}

const skipped = (item: string, message: string): Read => ({ kind: "finding", level: "error", item, message });

function subscriber(row: Row, state: SubscriberItem["state"]): SubscriberItem {
  const email = textIn(row, "email");
  return {
    kind: "subscriber",
    key: email.toLowerCase(),
    email,
    name: textIn(row, "name"),
    state,
    since: timeOf(row, "created_at"),
  };
}
