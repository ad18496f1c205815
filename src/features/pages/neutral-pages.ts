import { isWritten } from "#features/settings/publication/endpoints.ts";
import type { Publisher } from "#features/settings/publication/queries.ts";
import { escapeText, escapeValue } from "#shared/html.ts";
import { textIn } from "#shared/translate.ts";
import { pageUrl } from "#shared/urls.ts";
import { builtInPages, type StoredPage } from "./first-pages.ts";
import { PRIVACY_TEXTS } from "./privacy-texts.ts";

/** The pages of a new publication as they are stored. */
export function firstPages(publisher: Publisher): StoredPage[] {
  const { texts, name, hasTicker, isNeutral } = publisher;
  const all = builtInPages(texts, name, hasTicker);
  const neutral = isNeutral ? neutralPages(publisher) : [];
  return all.map((page) => neutral.find(({ slug }) => slug === page.slug) ?? page);
}

/**
 * The first pages of a publication that started without the demo edition, as far as they are unwritten. They say nothing
 * for the owner: those that could only do that are drafts.
 */
function neutralPages(publisher: Publisher): StoredPage[] {
  const { texts } = publisher;
  return [
    ...(isWritten(texts, "about") ? [] : [about(publisher)]),
    ...(isWritten(texts, "contact") ? [] : [contact(publisher)]),
    ...(isWritten(texts, "advertise") ? [] : [advertise(publisher)]),
    privacyPolicy(publisher),
  ];
}

const paragraph = (text: string) => `<p>${escapeText(text)}</p>`;

function about({ texts, name, language }: Publisher): StoredPage {
  const { description } = texts.home;
  return {
    slug: pageUrl.about().slice(1),
    title: textIn(language)("About"),
    content: description === name ? "" : paragraph(description),
    seo_title: "",
    seo_description: description,
    status: "published",
  };
}

const contact = ({ name, language }: Publisher): StoredPage => ({
  slug: pageUrl.contact().slice(1),
  title: textIn(language)("Contact"),
  content: '<aside class="contact-form"></aside><aside class="office"></aside>',
  seo_title: "",
  seo_description: name,
  status: "draft",
});

const advertise = ({ name, language }: Publisher): StoredPage => ({
  slug: pageUrl.advertise().slice(1),
  title: textIn(language)("Advertise"),
  content: "",
  seo_title: "",
  seo_description: name,
  status: "draft",
});

/** The policy describes what this software does. The table of periods has no translation yet. */
function privacyPolicy({ name, language, email, hasTicker }: Publisher): StoredPage {
  const texts = PRIVACY_TEXTS[language] ?? PRIVACY_TEXTS.en;
  const leave = `<a href="${pageUrl.unsubscribe()}">${escapeText(texts.unsubscribe)}</a>`;
  const mailbox = `<a href="mailto:${escapeValue(email)}">${escapeText(email)}</a>`;
  const sections = texts.sections.map(({ title, paragraphs, list, only }) => {
    if ((only === "ticker" && !hasTicker) || (only === "email" && email === "")) return "";
    const items = list ? `<ul>${list.map((item) => `<li>${escapeText(item)}</li>`).join("")}</ul>` : "";
    const [first = "", ...rest] = paragraphs.map((text) =>
      paragraph(text)
        .replace("{unsubscribe}", () => leave)
        .replace("{email}", () => mailbox),
    );
    return `<h2>${escapeText(title)}</h2>${first}${items}${rest.join("")}`;
  });
  const kept = language === "en" ? KEPT : "";
  return {
    slug: pageUrl.privacyPolicy().slice(1),
    title: textIn(language)("Privacy Policy"),
    content: `<aside class="last-updated"></aside>${paragraph(texts.intro)}${sections.join("")}${kept}`,
    seo_title: "",
    seo_description: `${textIn(language)("Privacy Policy")}: ${name}`,
    status: "published",
  };
}

const KEPT = '<h2>How long we keep it</h2><aside class="retention-table"></aside>';
