import type { PagePart, PageView } from "#features/content/page-view.ts";
import type { Publication } from "#features/settings/publication/endpoints.ts";
import { escapeText, escapeValue } from "#shared/html.ts";
import { pageUrl } from "#shared/urls.ts";

/** A page to be stored; `content` is unparsed HTML. */
export type StoredPage = {
  slug: string;
  title: string;
  content: string;
  seo_title: string;
  seo_description: string;
  status: "draft" | "published";
};

const paragraph = (text: string) => `<p>${escapeText(text)}</p>`;
const link = (to: string, label: string) => `<a href="${escapeValue(to)}">${escapeText(label)}</a>`;
const button = (to: string, label: string): PagePart => ({
  type: "text",
  html: `<p class="button">${link(to, label)}</p>`,
});
const text = (...paragraphs: string[]): PagePart => ({ type: "text", html: paragraphs.join("") });

type Point = { name: string; text: string };
const points = (all: readonly (Point & { to?: string })[]): Extract<PagePart, { type: "points" }> => ({
  type: "points",
  items: all.map(({ name, text: words, to }) => ({
    title: to === undefined ? escapeText(name) : link(to, name),
    html: paragraph(words),
  })),
});

/** `id`: the section's fragment, which other sites may link to. */
type Section = [id: string, title: string, ...parts: PagePart[]];
type Draft = Pick<PageView, "slug" | "title" | "head" | "intro"> & {
  kicker?: string;
  opening?: PagePart[];
  sections: Section[];
};

/** The pages of the first edition as readers see them, built from the publication's texts. */
export function firstViews(texts: Publication, name: string, hasTicker = true): PageView[] {
  const drafts = [about(texts, name), contact(texts, name), advertise(texts, name), privacyPolicy(name, hasTicker)];
  return drafts.map(({ kicker, opening = [], sections, ...page }) => ({
    ...page,
    kicker: kicker ?? (page.head.title === page.title ? "" : page.head.title),
    isDated: page.slug === "privacy-policy",
    updated: null,
    opening,
    sections: sections.map(([id, title, ...parts]) => ({ id, title, parts })),
  }));
}

/** Gives a stored page the kicker and fragments of the first edition if its search title and headings are unchanged. */
export function likeFirst(view: PageView, first: PageView | undefined): PageView {
  if (!first) return view;
  const ids = new Map(first.sections.map(({ title, id }) => [title, id]));
  return {
    ...view,
    kicker: view.kicker === first.head.title ? first.kicker : view.kicker,
    sections: view.sections.map((section) => ({ ...section, id: ids.get(section.title) ?? section.id })),
  };
}

const slugOf = (path: string) => path.slice(1);

const about = ({ about: texts }: Publication, name: string): Draft => ({
  slug: slugOf(pageUrl.about()),
  title: texts.title,
  head: { title: "About", description: texts.description },
  kicker: `About ${name}`,
  intro: paragraph(texts.intro),
  sections: [
    ["mission", "Our mission", text(...texts.mission.map(paragraph))],
    ...(texts.coverage.length > 0 ? [coverageOf(texts)] : []),
    ["team", "Our team", text(paragraph(texts.place)), points(texts.team)],
    [
      "why",
      `Why ${name}`,
      { ...points(texts.why), isNumbered: true },
      button(pageUrl.contact(), "Write to the newsroom"),
    ],
  ],
});

const coverageOf = ({ coverage }: Publication["about"]): Section => [
  "coverage",
  "What we cover",
  points(coverage.map((topic) => ({ ...topic, to: pageUrl.category(topic.slug) }))),
];

const contact = ({ contact: texts }: Publication, name: string): Draft => ({
  slug: slugOf(pageUrl.contact()),
  title: "Contact Us",
  head: {
    title: "Contact Us",
    description: `Write to the newsroom of ${name}: tips, corrections, questions. Our office is in ${texts.office}.`,
  },
  intro: paragraph(texts.intro),
  opening: [{ type: "contact" }, { type: "office", place: texts.office, hours: texts.hours }],
  sections: [],
});

const advertise = ({ advertise: texts }: Publication, name: string): Draft => ({
  slug: slugOf(pageUrl.advertise()),
  title: texts.title,
  head: { title: "Advertise", description: texts.description },
  intro: paragraph(texts.intro),
  opening: [{ type: "stats", items: texts.stats }],
  sections: [
    [
      "packages",
      "Packages",
      {
        type: "prices",
        items: texts.packages.map(({ text: words, ...offer }) => ({ ...offer, html: paragraph(words) })),
      },
    ],
    ["reasons", `Why advertise with ${name}`, points(texts.reasons)],
    ["talk", texts.closing, button(pageUrl.contact("Advertising enquiry"), "Contact Our Ad Team")],
  ],
});

/** The policy describes what this software does. */
const PRIVACY: readonly (readonly [id: string, title: string, ...html: string[]])[] = [
  [
    "collected",
    "Information we collect",
    "<p>Reading {name} needs no account, and we do not ask who you are. We keep only:</p>",
    "<ul><li>the email address you enter, if you subscribe to our newsletter;</li>",
    "<li>your name, email address and message, if you write to us through the contact form;</li>",
    "<li>counts of how often an article was opened, which are not tied to a person;</li>",
    "<li>error logs, without IP addresses.</li></ul>",
  ],
  [
    "use",
    "How we use your information",
    "<p>We use your email address to send the newsletter you asked for, your message to answer it, view counts to show which articles are trending, and logs to keep the site working and safe. We do not build profiles of readers.</p>",
  ],
  [
    "sharing",
    "Sharing your information",
    "<p>We do not sell or rent personal information. We share it only with services that work for us, such as the mail server that delivers our newsletter, and where the law requires it.{prices}</p>",
  ],
  [
    "kept",
    "How long we keep it",
    "<p>As long as you subscribe, we keep your address. We delete everything else within a day of the times below:</p>",
    "{periods}",
    "<p>Copies in our backups go when those are replaced. What you ask us to delete is deleted immediately.</p>",
  ],
  [
    "cookies",
    "Cookies",
    "<p>We set no cookies for readers and load no third-party trackers. If you choose a light or dark theme, your browser remembers that choice in its own storage; it is not sent to us. Your browser also keeps the last ten articles you opened, so that you can read them without a connection; clearing the data of this site removes them. It remembers the articles you save or leave half read in the same way; that list is not sent to us either.</p>",
  ],
  [
    "security",
    "Security",
    "<p>We protect what we keep with encrypted connections where the site is served over HTTPS, limited access and regular updates. No method is perfectly safe; if something happens that concerns you, we will tell you.</p>",
  ],
  [
    "rights",
    "Your rights",
    `<p>You may ask what we hold about you, have it corrected, receive a copy, or have it deleted. Every newsletter carries a link to leave it, and you can also ${link(pageUrl.unsubscribe(), "unsubscribe here")}.</p>`,
  ],
  [
    "links",
    "Third-party links",
    "<p>Articles and advertisements link to other sites. Their own policies apply there, and we are not responsible for what they do.</p>",
  ],
  [
    "children",
    "Children under 13",
    "<p>{name} is not meant for children under 13, and we do not knowingly collect their information. If you believe a child has given us some, tell us and we will delete it.</p>",
  ],
  [
    "changes",
    "Changes to this policy",
    "<p>When this policy changes, the new version appears on this page with its date.</p>",
  ],
  [
    "contact",
    "Contact us",
    `<p>For any question about this policy or your information, ${link(pageUrl.contact("Privacy"), "write to us")}.</p>`,
  ],
];

const PRICES = " Prices in the ticker are fetched by our server, so that your address does not reach the exchange.";

const privacyPolicy = (name: string, hasTicker: boolean): Draft => ({
  slug: slugOf(pageUrl.privacyPolicy()),
  title: "Privacy Policy",
  head: {
    title: "Privacy Policy",
    description: `What ${name} collects about its readers, why, and what rights they have.`,
  },
  intro: paragraph("In short: no cookies for readers, no trackers, and only the data you give us yourself."),
  sections: PRIVACY.map(([id, title, ...html]): Section => {
    const [before = "", ...after] = html
      .join("")
      .replaceAll("{name}", () => escapeText(name))
      .replace("{prices}", hasTicker ? PRICES : "")
      .split("{periods}");
    return [
      id,
      title,
      text(before),
      ...after.flatMap((one): PagePart[] => [{ type: "retention", items: [] }, text(one)]),
    ];
  }),
});

/** The pages of the first edition as they are stored. */
export const builtInPages = (texts: Publication, name: string, hasTicker = true): StoredPage[] =>
  firstViews(texts, name, hasTicker).map((view) => ({
    status: "published",
    slug: view.slug,
    title: view.title,
    content: contentOf(view),
    seo_title: view.head.title === view.title ? "" : view.head.title,
    seo_description: view.head.description,
  }));

/** The inverse of `viewOf`: the HTML of a view. */
const contentOf = ({ isDated, intro, opening, sections }: PageView): string =>
  [
    isDated ? '<aside class="last-updated"></aside>' : "",
    intro,
    ...opening.map(htmlOf),
    ...sections.flatMap(({ title, parts }) => [`<h2>${escapeText(title)}</h2>`, ...parts.map(htmlOf)]),
  ].join("");

const line = (lead: string, rest: string) => `<li><strong>${escapeText(lead)}</strong> ${escapeText(rest)}</li>`;

function htmlOf(part: PagePart): string {
  switch (part.type) {
    case "text":
      return part.html;
    case "points":
      return part.items
        .map(({ title, html }, at) => `<h3>${part.isNumbered ? `${at + 1}. ` : ""}${title}</h3>${html}`)
        .join("");
    case "stats":
      return `<aside class="stat-row"><ul>${part.items.map(({ figure, label }) => line(figure, label)).join("")}</ul></aside>`;
    case "prices":
      return `<aside class="price-table">${part.items.map(offerHtml).join("")}</aside>`;
    case "office": {
      const hours = part.hours.map(({ days, time }) => line(days, time)).join("");
      return `<aside class="office">${paragraph(part.place)}<ul>${hours}</ul></aside>`;
    }
    case "retention":
      return '<aside class="retention-table"></aside>';
    case "contact":
      return '<aside class="contact-form"></aside>';
  }
}

const offerHtml = ({ name, price, per, html, features }: Extract<PagePart, { type: "prices" }>["items"][number]) =>
  `<h3>${escapeText(name)}</h3><p><strong>${escapeText(price)}</strong>${escapeText(per)}</p>${html}<ul>${features
    .map((feature) => `<li>${escapeText(feature)}</li>`)
    .join("")}</ul>`;
