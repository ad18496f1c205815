import { LRUCache } from "lru-cache";
import type { Database } from "#db/open.ts";
import type { Mailbox } from "#platform/mail.ts";
import { composeMail, type EncodedBody, encodeBody } from "#platform/mime.ts";
import type { TakenMail } from "../leases.ts";

/**
 * The values filled into a subscriber's mail, and the address for one-click unsubscription (RFC 8058).
 */
export type MailLinks = { values: Record<string, string>; oneClick: string };

export type ComposerSettings = {
  from: Mailbox;
  /** The list's `List-Id`. */
  listId: string;
  links: (subscriberId: number) => MailLinks;
  /** The values filled into mails of other kinds, computed from each mail's seed. */
  seededLinks: Partial<Record<TakenMail["kind"], (seed: string) => Record<string, string>>>;
};

/** Cached encoded bodies: those of an issue or two and of other current mails. */
const MAX_BODIES = 20;

/** Returns a function that composes the bytes of a mail; an issue's body is encoded once for all readers. */
export function createComposer({ db }: Database, settings: ComposerSettings): (mail: TakenMail) => Promise<Buffer> {
  const { from, listId, seededLinks } = settings;
  const fields = [settings.links(1).values, ...Object.values(seededLinks).map((links) => links(""))].flatMap(
    Object.keys,
  );
  const bodies = new LRUCache<number, EncodedBody>({ max: MAX_BODIES });

  async function bodyOf(id: number): Promise<EncodedBody> {
    const known = bodies.get(id);
    if (known) return known;
    const row = await db.selectFrom("mail_body").where("id", "=", id).selectAll().executeTakeFirstOrThrow();
    const encoded = encodeBody({ ...row, fieldKey: row.field_key }, fields);
    bodies.set(id, encoded);
    return encoded;
  }

  return async (mail) => {
    const links = mail.subscriber_id === null ? null : settings.links(mail.subscriber_id);
    const own = mail.link_seed === null ? {} : seededLinks[mail.kind]?.(mail.link_seed);
    const head = {
      messageId: mail.message_id,
      date: new Date(mail.created_at),
      from,
      to: mail.to_email,
      replyTo: mail.reply_email ? { name: mail.reply_name, address: mail.reply_email } : null,
      headers: {
        ...(links && {
          "list-unsubscribe": `<${links.oneClick}>`,
          "list-unsubscribe-post": "List-Unsubscribe=One-Click",
          "list-id": `<${listId}>`,
        }),
        ...(mail.kind === "issue" ? { precedence: "bulk" } : { "auto-submitted": "auto-generated" }),
      },
    };
    return composeMail(head, await bodyOf(mail.body_id), { ...links?.values, ...own });
  };
}
