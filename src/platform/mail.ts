import { randomBytes } from "node:crypto";
import MimeNode from "nodemailer/lib/mime-node";
import { encode, wrap } from "nodemailer/lib/qp";
import type { Storage } from "./storage.ts";

/** The content of a mail, encoded once for all recipients: text, alternating with the names of placeholders. */
export type EncodedBody = { subject: string; html: Piece[]; text: Piece[] };
type Piece = { encoded: string } | { field: string };

/** `fieldKey`: the start of the placeholders in the parts, `{{KEYname}}`. */
type MailBody = { subject: string; html: string; text: string; fieldKey: string };

/** Encodes the two parts. Doing so for each of thousands of recipients would be most of the work of sending. */
export function encodeBody({ subject, html, text, fieldKey }: MailBody, fields: string[]): EncodedBody {
  const names = fields.map((name) => placeholderOf(fieldKey, name));
  const pieceOf = (part: string): Piece => {
    const field = fields[names.indexOf(part)];
    return field === undefined ? { encoded: quotedPrintable(part) } : { field };
  };
  const pieces = (content: string) => splitAt(content.replace(/\r\n|\r|\n/g, "\r\n"), names).map(pieceOf);
  return { subject, html: pieces(html), text: pieces(text) };
}

/** The content in pieces, with each placeholder as one of them. */
function splitAt(content: string, placeholders: string[]): string[] {
  return placeholders.reduce(
    (parts, placeholder) =>
      parts.flatMap((part) =>
        part.split(placeholder).flatMap((piece, index) => (index === 0 ? [piece] : [placeholder, piece])),
      ),
    [content],
  );
}

const quotedPrintable = (text: string) => wrap(encode(text), 76);

/** Pieces on lines of their own, joined by soft breaks: no line grows too long, whatever is filled in. */
function joinPieces(parts: Piece[], values: Record<string, string>): string {
  return parts
    .map((part) => ("encoded" in part ? part.encoded : quotedPrintable(values[part.field] ?? `{{${part.field}}}`)))
    .filter((part) => part !== "")
    .join("=\r\n");
}

export type MailHead = {
  messageId: string;
  date: Date;
  from: Mailbox;
  to: string;
  replyTo: Mailbox | null;
  /** Further headers by name. */
  headers: Record<string, string>;
};

/** A complete message: two alternatives, the plain one first. No value can add a header. */
export function composeMail(head: MailHead, body: EncodedBody, values: Record<string, string>): Promise<Buffer> {
  const root = new MimeNode("multipart/alternative", { disableFileAccess: true, disableUrlAccess: true });
  root.setHeader({
    from: mailbox(head.from),
    to: { name: "", address: head.to },
    ...(head.replyTo ? { "reply-to": mailbox(head.replyTo) } : {}),
    subject: oneLine(body.subject),
    date: head.date,
    "message-id": head.messageId,
    ...Object.fromEntries(Object.entries(head.headers).map(([name, value]) => [name, prepared(value)])),
  });
  root.createChild().setRaw(part("text/plain", joinPieces(body.text, values)));
  root.createChild().setRaw(part("text/html", joinPieces(body.html, values)));
  return root.build();
}

const part = (type: string, encoded: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${encoded}`;

const mailbox = ({ name, address }: Mailbox) => ({ name: oneLine(name), address: oneLine(address) });

/**
 * Ours are addresses and short words, which must stay unchanged: not all clients recognize a folded or encoded link.
 */
const prepared = (value: string) => ({ prepared: true, value: oneLine(value) });

/** Removes line breaks and other control characters from header values. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/**
 * The prefix of this process's placeholders. It is random, and stored with the bodies that use it, so that no text in a
 * mail's content can be a placeholder.
 */
export const FIELD_KEY = `${randomBytes(9).toString("hex")}_`;

/** A placeholder in a body whose placeholders start with `key`. */
export const placeholderOf = (key: string, name: string): string => `{{${key}${name}}}`;

/** A placeholder that is filled in for each recipient while a mail is sent. */
export const mailField = (name: string): string => placeholderOf(FIELD_KEY, name);

/** A name and an address, as in a header. */
export type Mailbox = { name: string; address: string };

/** A mail ready to send: the envelope and the complete message. */
export type OutgoingMail = {
  /** The mail's permanent name; also the name of its file. */
  name: string;
  from: string;
  to: string;
  message: Buffer;
};

/**
 * Why a mail was not sent. `later`: it certainly was not, and may be retried. `never`: the server rejected it
 * permanently. `no-mailbox`: likewise, because of the address. `unknown`: the server received the text and did not
 * respond. `later` with `isAway`: the server itself was unavailable, whatever the mail.
 */
type MailFault = "later" | "never" | "no-mailbox" | "unknown";

export class MailError extends Error {
  override name = "MailError";
  readonly fault: MailFault;
  readonly isAway: boolean;
  /** Whether the rejection is about this site, for example its mail server's address or the content. */
  readonly isAboutUs: boolean;
  constructor(fault: MailFault, message: string, isAway = false, isAboutUs = false) {
    super(message);
    this.fault = fault;
    this.isAway = isAway;
    this.isAboutUs = isAboutUs;
  }
}

export type MailTransport = {
  /**
   * Sends one mail. Calls `beforeText` right before the first byte of the text, which may reject the mail by throwing;
   * a transport that cannot leave a mail half sent never calls it. Returns `file` if the mail was written to a file
   * instead. Throws `MailError`, or what `beforeText` threw.
   */
  send: (mail: OutgoingMail, beforeText: () => Promise<void>) => Promise<"file" | undefined>;
  /** Removes a mail's copy, in a transport that keeps copies. */
  forget: (name: string) => Promise<void>;
  close: () => void;
};

/** Without a mail server, every mail is written to a file, atomically; a repeat overwrites it. */
export function mailFiles(storage: Storage): MailTransport {
  return {
    async send({ name, message }) {
      try {
        await storage.put(`${name}.eml`, message);
        return "file";
      } catch (error) {
        throw new MailError("later", (error as Error).message, true);
      }
    },
    forget: (name) => storage.removeFolder(`${name}.eml`),
    close: () => undefined,
  };
}
