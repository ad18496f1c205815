import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { absoluteUrl, pageUrl } from "#shared/urls.ts";
import { CONFIRM_LINK, UNSUBSCRIBE_LINK } from "./rules.ts";

const leave = { label: "Unsubscribe", url: UNSUBSCRIBE_LINK };

/** To a new subscriber. */
export function welcomeMail(site: MailSite): MailContent {
  return renderMail(site, {
    subject: `Welcome to ${site.name}`,
    preview: "Your subscription is set up.",
    blocks: [
      { kind: "heading", text: "Welcome aboard" },
      {
        kind: "paragraph",
        text: `Thank you for subscribing to ${site.name}. From now on, you will get the week in crypto and technology, explained: one letter, no noise.`,
      },
      { kind: "button", label: "Read the latest stories", url: absoluteUrl(site.url, pageUrl.home()) },
      {
        kind: "paragraph",
        text: "Didn’t enter your address yourself? Click Unsubscribe below, and you will get no more mails from us.",
      },
    ],
    reason: `You received this mail because this address was entered at ${site.name}.`,
    leave,
  });
}

/** To a person who must confirm the address first. */
export function confirmMail(site: MailSite): MailContent {
  return renderMail(site, {
    subject: `Please confirm your subscription to ${site.name}`,
    preview: "One click, and the newsletter is yours.",
    blocks: [
      { kind: "heading", text: "One more click" },
      {
        kind: "paragraph",
        text: `You, or someone else, entered this address to get the newsletter of ${site.name}. Please confirm that you want to receive it.`,
      },
      { kind: "button", label: "Confirm my subscription", url: CONFIRM_LINK },
      { kind: "paragraph", text: "If this was not you, ignore this mail: you get no newsletter unless you confirm." },
    ],
    reason: `You received this mail because this address was entered at ${site.name}.`,
    leave,
  });
}

/** To an address that was unsubscribed by a form, with a way back in case it was not its owner. */
export function goodbyeMail(site: MailSite): MailContent {
  return renderMail(site, {
    subject: `You have been unsubscribed from ${site.name}`,
    preview: "Sorry to see you go. You can subscribe again with one click.",
    blocks: [
      { kind: "heading", text: "Sorry to see you go" },
      {
        kind: "paragraph",
        text: `Someone entered this address to unsubscribe from ${site.name}. We have removed it from our mailing list.`,
      },
      {
        kind: "paragraph",
        text: "If this was not you, or if you have changed your mind, you can subscribe again with one click.",
      },
      { kind: "button", label: "Subscribe again", url: CONFIRM_LINK },
    ],
    reason: "We will send no more mails to this address unless someone enters it again.",
    leave,
  });
}
