import { randomBytes } from "node:crypto";
import type { Storage } from "./storage.ts";

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
  /** Whether it writes mails to files instead of sending them. */
  isFiles?: boolean;
  /**
   * Sends one mail. Calls `beforeText` right before the first byte of the text, which may reject the mail by throwing;
   * a transport that cannot leave a mail half sent never calls it. Throws `MailError`, or what `beforeText` threw.
   */
  send: (mail: OutgoingMail, beforeText: () => Promise<void>) => Promise<void>;
  /** Removes a mail's copy, in a transport that keeps copies. */
  forget: (name: string) => Promise<void>;
  close: () => void;
};

/** Without a mail server, every mail is written to a file, atomically; a repeat overwrites it. */
export function mailFiles(storage: Storage): MailTransport {
  return {
    isFiles: true,
    async send({ name, message }) {
      try {
        await storage.put(`${name}.eml`, message);
      } catch (error) {
        throw new MailError("later", (error as Error).message, true);
      }
    },
    forget: (name) => storage.removeFolder(`${name}.eml`),
    close: () => undefined,
  };
}
