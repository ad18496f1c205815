/**
 * Every text of the reader's interface in English, by the part of the site that shows it. Components contain the English
 * text, and other languages translate it (swahili.ts, arabic.ts). A page contains the translations of those parts that it
 * shows, so a part has all texts of its components: also those of later states. Names in braces are values. Browsers
 * never load this file.
 */
export const ENGLISH = {
  shell: [
    "Skip to main content",
    "{name}, home page",
    "Open menu",
    "Close menu",
    "Sections",
    "Theme",
    "Theme: system. Switch to light",
    "Theme: light. Switch to dark",
    "Theme: dark. Switch to system",
    "Search articles",
    "Search articles...",
    "Close search",
    "Search",
    "Quick Links",
    "Home",
    "About",
    "Contact",
    "Advertise",
    "Privacy Policy",
    "Categories",
    "Newsletter",
    "All rights reserved.",
    "Past newsletters",
    "Corrections",
    "Social media",
    "Something went wrong",
    "Return to Home",
    "Try again",
    "Connection Error",
    "Unable to connect to the database. Please check your internet connection or try again later.",
    "Something went wrong on our side, and we couldn't show this page. Please try again.",
    "Unknown date",
    "just now",
  ],
  notFound: [
    "Page not found",
    "There is no page at this address.",
    "Oops! Page not found",
    "The address may be mistyped, or the page may have moved.",
    "Most read now",
  ],
} as const satisfies Record<string, readonly (string | { one: string; other: string })[]>;

type Part = keyof typeof ENGLISH;
type Entry = (typeof ENGLISH)[Part][number];
/** A message by its English text. */
export type Message = Extract<Entry, string>;
/** A message with a number: its English forms, of which `other` is the key. */
export type Plural = Extract<Entry, { one: string }>;
