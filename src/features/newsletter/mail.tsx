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
        text: `Thank you for subscribing to ${site.name}. From now on you get the week in crypto and technology, explained: one letter, no noise.`,
      },
      { kind: "button", label: "Read the latest stories", url: absoluteUrl(site.url, pageUrl.home()) },
      {
        kind: "paragraph",
        text: "Didn’t enter your address yourself? Click Unsubscribe below and you get no more mails from us.",
      },
    ],
    reason: `You get this mail because this address was entered at ${site.name}.`,
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
        text: `You, or someone else, entered this address to get the newsletter of ${site.name}. Please confirm that you want it.`,
      },
      { kind: "button", label: "Confirm my subscription", url: CONFIRM_LINK },
      { kind: "paragraph", text: "If it was not you, do nothing: without the click you get no newsletter." },
    ],
    reason: `You get this mail because this address was entered at ${site.name}.`,
    leave,
  });
}

/** To an address that was unsubscribed by a form, with a way back in case it was not its owner. */
export function goodbyeMail(site: MailSite): MailContent {
  return renderMail(site, {
    subject: `You have been unsubscribed from ${site.name}`,
    preview: "Sorry to see you go. The way back is one click.",
    blocks: [
      { kind: "heading", text: "Sorry to see you go" },
      {
        kind: "paragraph",
        text: `This address was entered to leave the newsletter of ${site.name}, and has been removed from our mailing list.`,
      },
      { kind: "paragraph", text: "Was it not you, or have you changed your mind? The way back is one click." },
      { kind: "button", label: "Subscribe again", url: CONFIRM_LINK },
    ],
    reason: "This is the last mail to this address, unless it is entered again.",
    leave,
  });
}
