import { AUDIT_DAYS } from "#features/audit/rules.ts";
import type { NumberField } from "#shared/fields/fields.ts";

/** Length of the postal address, in code points, and of a time zone's name. */
export const MAX_ADDRESS_LENGTH = 500;
export const MAX_ZONE_LENGTH = 64;

export const NO_SUCH_ZONE = "Time zone must be an IANA time zone name, for example Africa/Nairobi.";

/** A name of the time zone database. `Intl` also accepts offsets, which know no summer time. */
const ZONE_NAME = /^[a-z][\w+/-]*$/i;

/** Whether this is the IANA name of a time zone that `Intl` supports. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_ZONE_LENGTH || !ZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A period in days: its default, and the bounds of the setting. */
type Period = {
  initial: number;
  min: number;
  max: number;
  /** What is kept, and when its period starts, in the words of the settings. */
  label: string;
  hint: string;
  /** The same in words for readers. */
  readers: string;
};

/**
 * How long personal data is kept. The settings, the jobs that delete it and the privacy page follow this table; the
 * names are stored.
 */
export const RETENTION = {
  messages: {
    initial: 365,
    min: 7,
    max: 3_650,
    label: "Readers’ messages",
    hint: "Messages from the contact form, including spam.",
    readers: "Messages you send us",
  },
  unconfirmed: {
    initial: 30,
    min: 1,
    max: 365,
    label: "Unconfirmed subscriptions",
    hint: "After the address was entered.",
    readers: "A newsletter address that was not confirmed",
  },
  unsubscribed: {
    initial: 1_095,
    min: 30,
    max: 3_650,
    label: "Former subscribers",
    hint: "After they unsubscribed. Until then, no import can add them again.",
    readers: "Your address after you unsubscribed, so that it is not added again",
  },
  mails: {
    initial: 90,
    min: 7,
    max: 730,
    label: "Sent mails",
    hint: "Texts and addresses, including the files of the outbox. The statistics of an issue stay.",
    readers: "Mails we sent you, and when",
  },
  bounces: {
    initial: 365,
    min: 30,
    max: 3_650,
    label: "Addresses that mail cannot reach",
    hint: "After the last failure. The next issue is then sent to them again.",
    readers: "A note that mail to your address bounced",
  },
  audit: {
    ...AUDIT_DAYS,
    label: "Audit log",
    hint: "Sign-ins, publications, changes, deletions and exports, with the user who made them.",
    readers: "What our staff changed, exported or deleted",
  },
} as const satisfies Record<string, Period>;
export type RetentionName = keyof typeof RETENTION;
export const RETENTION_NAMES = Object.keys(RETENTION) as RetentionName[];

export type Retention = Record<RetentionName, number>;

export const daysInWords = (days: number): string => `${days.toLocaleString("en")} ${days === 1 ? "day" : "days"}`;

const fieldOf = ({ label, hint, ...bounds }: Period): NumberField => ({
  ...bounds,
  kind: "number",
  name: label,
  label,
  hint: `${hint} From ${bounds.min} to ${daysInWords(bounds.max)}.`,
});

export const RETENTION_FIELDS = Object.fromEntries(
  RETENTION_NAMES.map((name) => [name, fieldOf(RETENTION[name])]),
) as Record<RetentionName, NumberField>;

/** The retention period of the audit log, in days. */
export const AUDIT_FIELDS = {
  retention_days: {
    ...AUDIT_DAYS,
    kind: "number",
    name: "Retention",
    label: "Days",
    hint: `From ${AUDIT_DAYS.min} to ${daysInWords(AUDIT_DAYS.max)}. Older entries are permanently deleted within an hour.`,
  },
} as const;

/** The form of addresses: of an article `/article/{id}`, or `/article/{id}/{slug}`. */
export const ADDRESS_FIELDS = {
  article: {
    kind: "choice",
    name: "Article",
    label: "Addresses of articles",
    values: ["id", "id-slug"],
    initial: "id",
    labels: {
      id: "Number only, such as /article/12",
      "id-slug": "Number and words, such as /article/12/bitcoin-falls",
    },
  },
} as const;

/** Newsletter metrics beyond the mail server's responses. */
export const NEWSLETTER_FIELDS = {
  counts_clicks: {
    kind: "flag",
    name: "Count clicks",
    label: "Count clicks on links",
    hint: "In issues that are sent from now on. Links then lead through an address of this site that is the same for all readers. The privacy page says so while this is on.",
  },
} as const;

/** The time zone and the postal address that mails show, with lines separated by `\n`. */
export const NEWSROOM_FIELDS = {
  time_zone: { kind: "text", name: "Time zone", label: "Time zone", min: 1, max: MAX_ZONE_LENGTH },
  postal_address: {
    kind: "text",
    name: "Postal address",
    label: "Postal address",
    max: MAX_ADDRESS_LENGTH,
    hint: "Shown at the end of every newsletter. Many countries require it in mail to subscribers.",
  },
} as const;
