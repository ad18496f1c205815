import { AUDIT_DAYS } from "#features/audit/rules.ts";
import { fingerprint } from "#shared/fingerprint.ts";

/** Length of the postal address, in code points, and of a time zone's name. */
export const MAX_ADDRESS_LENGTH = 500;
export const MAX_ZONE_LENGTH = 64;

export const NO_SUCH_ZONE = "Time zone must be a name of the IANA time zone database, for example Africa/Nairobi.";

/** A name of the time zone database. `Intl` also takes offsets, which know no summer time. */
const ZONE_NAME = /^[a-z][\w+/-]*$/i;

/** Whether this is a time zone that times can be reckoned in, by its IANA name. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_ZONE_LENGTH || !ZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The version that an edit of the newsroom's settings is based on. */
export const newsroomVersion = (newsroom: { time_zone: string; postal_address: string }): string =>
  fingerprint([newsroom.time_zone, newsroom.postal_address]);

/** Days that something is kept, where nobody has set another number, and the bounds of the setting. */
type Period = {
  initial: number;
  min: number;
  max: number;
  /** What is kept, and from when its time counts, in the words of the settings. */
  label: string;
  hint: string;
  /** The same in words for readers. */
  readers: string;
};

/**
 * How long what is kept about persons stays. The settings, the jobs that remove it and the list on the privacy page all
 * follow this table; the names are stored.
 */
export const RETENTION = {
  messages: {
    initial: 365,
    min: 7,
    max: 3_650,
    label: "Readers’ messages",
    hint: "From the contact form, spam included.",
    readers: "Messages you send us",
  },
  unconfirmed: {
    initial: 30,
    min: 1,
    max: 365,
    label: "Unconfirmed subscriptions",
    hint: "Since the address was entered.",
    readers: "An address for the newsletter that nobody confirmed",
  },
  unsubscribed: {
    initial: 1_095,
    min: 30,
    max: 3_650,
    label: "Former subscribers",
    hint: "Since they unsubscribed. Until then no import can bring them back.",
    readers: "Your address after you unsubscribed, so that nobody adds it again",
  },
  mails: {
    initial: 90,
    min: 7,
    max: 730,
    label: "Sent mails",
    hint: "Texts and addresses, with the files of the outbox. The numbers of an issue stay.",
    readers: "Mails we sent you, and when",
  },
  bounces: {
    initial: 365,
    min: 30,
    max: 3_650,
    label: "Addresses that mail cannot reach",
    hint: "Since the last failure. After that an issue is tried again.",
    readers: "A note that mail to your address bounced",
  },
  audit: {
    ...{ ...AUDIT_DAYS, label: "Audit log" },
    hint: "Who signed in, and who published, changed, deleted or exported what.",
    readers: "Who in our newsroom changed, exported or deleted something",
  },
} as const satisfies Record<string, Period>;
export type RetentionName = keyof typeof RETENTION;
export const RETENTION_NAMES = Object.keys(RETENTION) as RetentionName[];

/** How many days each is kept. */
export type Retention = Record<RetentionName, number>;

/** One value for each period of the table. */
export const ofEachPeriod = <Value>(make: (period: Period, name: RetentionName) => Value) =>
  Object.fromEntries(RETENTION_NAMES.map((name) => [name, make(RETENTION[name], name)])) as Record<
    RetentionName,
    Value
  >;

export const daysInWords = (days: number): string => `${days.toLocaleString("en")} ${days === 1 ? "day" : "days"}`;

/** The version that an edit of the periods is based on. */
export const retentionVersion = (retention: Retention): string =>
  fingerprint(RETENTION_NAMES.map((name) => String(retention[name])));
