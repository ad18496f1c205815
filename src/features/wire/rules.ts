import { fingerprint } from "#shared/fingerprint.ts";
import { fold } from "#shared/text.ts";
import { DAY, HOUR, MINUTE } from "#shared/time.ts";

export const STORY_STATES = ["new", "dismissed", "drafted", "muted"] as const;
export type StoryState = (typeof STORY_STATES)[number];

export const RULE_EFFECTS = ["topic", "mute"] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

/** Why the program switched a source off: the feed is gone, or has failed for too long. */
export type OffReason = "" | "gone" | "failures";

export const MAX_SOURCES = 200;
export const MAX_RULES = 100;
/** Entries of a feed that are read, newest first as feeds list them. */
export const MAX_ENTRIES = 150;
/** Items that are stored. The oldest ones go first. */
export const MAX_ITEMS = 30_000;
/** How long an item stays after its feed has stopped listing it. */
export const KEPT_MS = 30 * DAY;

export const MAX_FEED_BYTES = 5 * 1024 * 1024;
export const MAX_OPML_BYTES = 512 * 1024;
export const MAX_TITLE = 300;
export const MAX_SUMMARY = 600;

/** How often feeds are fetched: what they ask for, within limits. With a subscription, rarely. */
export const POLL_MS = { usual: 15 * MINUTE, min: 5 * MINUTE, max: DAY, subscribed: 6 * HOUR };
/** Delays after failures. A feed that fails for so long is switched off. */
export const RETRIES = { first: 5 * MINUTE, max: DAY };
export const MAX_FAILING_MS = 14 * DAY;

/** Titles so similar name the same story if they were published within this time. */
export const SAME_STORY_MS = 2 * DAY;
const MIN_TITLE_WORDS = 4;
const MIN_TITLE_LENGTH = 20;

export const NO_SOURCE = "Wire source not found.";
export const NO_STORY = "Story not found.";
export const NO_RULE = "Rule not found.";

/** When a feed is due again, in milliseconds from now. `wanted`: what its host and the feed ask for. */
export function pollDelay(everyMinutes: number | null, maxAgeMs: number, isSubscribed: boolean): number {
  const wanted = Math.max(everyMinutes === null ? POLL_MS.usual : everyMinutes * MINUTE, Math.min(maxAgeMs, 6 * HOUR));
  const delay = Math.min(POLL_MS.max, Math.max(POLL_MS.min, wanted));
  return isSubscribed ? Math.max(delay, POLL_MS.subscribed) : delay;
}

/** Parameters that say where a reader came from, and not what a page is. */
const TRACKING = /^(?:utm_.*|fbclid|gclid|mc_[a-z]+|ref|source|cmpid|ocid|ns_.*|at_.*|spm)$/i;

/**
 * The form in which two addresses name the same page: without scheme, `www.`, fragment, parameters that count readers, and a
 * slash at the end.
 */
export function addressKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return "";
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  const query = kept
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("&");
  const host = url.hostname.replace(/^(?:www|m|amp)\./, "");
  return `${host}${url.pathname.replace(/\/(?:amp\/?)?$/, "")}${query && `?${query}`}`;
}

const wordsIn = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The form in which two titles are the same; empty for titles that are too short to tell. */
export function titleKey(title: string): string {
  const words = wordsIn(title);
  const key = words.join(" ");
  // Scripts without spaces make one long word of a title.
  const isLong =
    words.length >= MIN_TITLE_WORDS || /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/u.test(key);
  return isLong && key.length >= MIN_TITLE_LENGTH / (words.length >= MIN_TITLE_WORDS ? 1 : 2) ? key : "";
}

/** What searches and rules compare: words with a space around each. */
export const searchedWords = (text: string): string => ` ${wordsIn(text).join(" ")} `;

const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Whether searched words contain a word or a phrase as a whole; in scripts without spaces, anywhere. */
export function containsPhrase(words: string, phrase: string): boolean {
  const wanted = searchedWords(phrase);
  if (wanted.trim() === "") return false;
  return words.includes(UNSPACED.test(wanted) ? wanted.trim() : wanted);
}

type Editable = { url: string; title: string; category: string; is_active: boolean };

export const sourceVersion = ({ url, title, category, is_active }: Editable): string =>
  fingerprint([url, title, category, is_active]);
