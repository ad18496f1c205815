import { setImmediate as macrotask } from "node:timers/promises";
import { parse } from "csv-parse";
import type { SourceEntry } from "../files.ts";
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

const MAX_ROW_BYTES = 64 * 1024;
const ROWS_PER_TURN = 500;

/**
 * The members of a CSV from Ghost, or the subscribers of one that this program adds to an export in Ghost's form. Those who are
 * deleted, or get no mail, have left; a file without a column for that is not read.
 */
export async function* membersIn(entry: SourceEntry): AsyncGenerator<Read> {
  const stream = await entry.open();
  const rows = stream.pipe(
    parse({ columns: true, bom: true, relax_column_count: true, relax_quotes: true, max_record_size: MAX_ROW_BYTES }),
  );
  stream.on("error", (error) => rows.destroy(error));
  let count = 0;
  try {
    for await (const row of rows as AsyncIterable<Row>) {
      if (row.email === undefined || (row.subscribed_to_emails === undefined && row.status === undefined)) {
        yield notMembers(entry, "It is not a list of members of Ghost: import it as subscribers.");
        return;
      }
      if (textIn(row, "email") !== "") yield row.subscribed_to_emails === undefined ? ownRow(row) : memberRow(row);
      count += 1;
      if (count % ROWS_PER_TURN === 0) await macrotask();
    }
  } catch (error) {
    yield notMembers(entry, `It cannot be read after row ${count}: ${(error as Error).message}`);
  } finally {
    stream.destroy();
  }
}

function memberRow(row: Row): Read {
  const isLeft = textIn(row, "deleted_at") !== "" || textIn(row, "subscribed_to_emails").toLowerCase() !== "true";
  return subscriber(row, isLeft ? "unsubscribed" : "subscribed");
}

function ownRow(row: Row): Read {
  const status = textIn(row, "status");
  return subscriberOf({ ...row, status: status === "active" ? "subscribed" : status, created_at: row.subscribed });
}

const notMembers = ({ path }: SourceEntry, message: string): Read => ({
  kind: "finding",
  level: "error",
  item: path,
  message,
});
