import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import type { ToMail } from "./queries.ts";
import { KINDS, titleOf, wordsOf } from "./rules.ts";

/** To somebody whom it concerns what another has done to an article. */
export function notificationMail(site: MailSite, told: ToMail): MailContent {
  const [before, after] = wordsOf(told);
  const sentence = [before, `“${titleOf(told.title)}”`, after].filter(Boolean).join(" ");
  const isAsked = told.kind === "asked";
  return renderMail(site, {
    subject: sentence,
    preview: KINDS[told.kind].label,
    blocks: [
      { kind: "heading", text: titleOf(told.title) },
      { kind: "paragraph", text: `${sentence}.` },
      {
        kind: "button",
        label: isAsked ? "Read the article" : "Open the article",
        url: absoluteUrl(site.url, adminUrl.article(told.article_id)),
      },
    ],
    reason: `You get this mail because you have an account at ${site.name}.`,
    leave: { label: "Choose what you are told", url: absoluteUrl(site.url, adminUrl.notifications()) },
  });
}
