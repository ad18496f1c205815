/** A link to the publication elsewhere. Without an address it is shown as a plain word. */
export type SocialLink = { label: string; url: string };

/** The text of the newsletter box, unless the newsroom has set another. */
export const NEWSLETTER_TEXT = "The week in crypto and technology, explained. No noise. Unsubscribe any time.";

/** The same for a publication that started without the demo edition. */
export const NEUTRAL_NEWSLETTER_TEXT = "New articles by email. Unsubscribe any time.";

/** The text after the copyright line, unless the newsroom has set another. */
export const FOOTER_TEXT = "All rights reserved.";

/** Facts that differ from the defaults; absent ones are the defaults. */
export type OwnFacts = {
  newsletterText?: string;
  footerText?: string;
  /** Set if the publication started without the demo edition: the program names no subject for it. */
  isNeutral?: true;
  /** Slugs of the specified pages that are not published: nothing links to them. */
  missingPages?: string[];
  /** Set if pages have no price ticker. */
  hasNoTicker?: true;
};
