import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import { CONFIRM_LINK, UNSUBSCRIBE_LINK } from "./rules.ts";

/** What all mails about a subscription have in common, in the language of the site. */
function partsOf({ language, name }: MailSite) {
  const t = textIn(language);
  return {
    t,
    name,
    language,
    leave: { label: t("Unsubscribe"), url: UNSUBSCRIBE_LINK },
    entered: t("You received this mail because this address was entered at {name}.", { name }),
  };
}

/** To a new subscriber. */
export function welcomeMail(site: MailSite): MailContent {
  const { t, name, language, leave, entered } = partsOf(site);
  return renderMail(site, {
    subject: t("Welcome to {name}", { name }),
    preview: t("Your subscription is set up."),
    language,
    blocks: [
      { kind: "heading", text: t("Welcome aboard") },
      {
        kind: "paragraph",
        text: t("Thank you for subscribing to {name}. From now on, our newsletter comes to this address.", { name }),
      },
      { kind: "button", label: t("Read the latest stories"), url: absoluteUrl(site.url, pageUrl.home()) },
      {
        kind: "paragraph",
        text: t("Didn’t enter your address yourself? Click Unsubscribe below, and you will get no more mails from us."),
      },
    ],
    reason: entered,
    leave,
  });
}

/** To a person who must confirm the address first. */
export function confirmMail(site: MailSite): MailContent {
  const { t, name, language, leave, entered } = partsOf(site);
  return renderMail(site, {
    subject: t("Please confirm your subscription to {name}", { name }),
    preview: t("One click, and the newsletter is yours."),
    language,
    blocks: [
      { kind: "heading", text: t("One more click") },
      {
        kind: "paragraph",
        text: t(
          "You, or someone else, entered this address to get the newsletter of {name}. Please confirm that you want to receive it.",
          { name },
        ),
      },
      { kind: "button", label: t("Confirm my subscription"), url: CONFIRM_LINK },
      {
        kind: "paragraph",
        text: t("If this was not you, ignore this mail: you get no newsletter unless you confirm."),
      },
    ],
    reason: entered,
    leave,
  });
}

/** To an address that was unsubscribed by a form, with a way back in case it was not its owner. */
export function goodbyeMail(site: MailSite): MailContent {
  const { t, name, language, leave } = partsOf(site);
  return renderMail(site, {
    subject: t("You have been unsubscribed from {name}", { name }),
    preview: t("Sorry to see you go. You can subscribe again with one click."),
    language,
    blocks: [
      { kind: "heading", text: t("Sorry to see you go") },
      {
        kind: "paragraph",
        text: t("Someone entered this address to unsubscribe from {name}. We have removed it from our mailing list.", {
          name,
        }),
      },
      {
        kind: "paragraph",
        text: t("If this was not you, or if you have changed your mind, you can subscribe again with one click."),
      },
      { kind: "button", label: t("Subscribe again"), url: CONFIRM_LINK },
    ],
    reason: t("We will send no more mails to this address unless someone enters it again."),
    leave,
  });
}
