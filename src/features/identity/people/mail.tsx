import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import type { Role } from "#shared/roles.ts";
import { INVITATION_TTL_WORDS, JOIN_LINK } from "./rules.ts";

/** To somebody who is asked to join the newsroom. */
export function invitationMail(site: MailSite, { role, by }: { role: Role; by: string }): MailContent {
  return renderMail(site, {
    subject: `You are invited to write for ${site.name}`,
    preview: `The link works once, for ${INVITATION_TTL_WORDS}.`,
    blocks: [
      { kind: "heading", text: `Join ${site.name}` },
      {
        kind: "paragraph",
        text: `${by} has invited you to the newsroom of ${site.name}, as ${role}. With this link you choose your name and password; it works once, for ${INVITATION_TTL_WORDS}.`,
      },
      { kind: "button", label: "Accept the invitation", url: JOIN_LINK },
      { kind: "paragraph", text: "If you do not know what this is about, do nothing: no account is made." },
    ],
    reason: `You get this mail because somebody at ${site.name} entered your address.`,
  });
}
