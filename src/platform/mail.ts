import type { Storage } from "./storage.ts";

/** A name and an address, as they stand in a header. */
export type Mailbox = { name: string; address: string };

/** A mail that is ready to leave: the envelope and the whole message. */
export type OutgoingMail = {
  /** Names the mail for good; a file of it is called so. */
  name: string;
  from: string;
  to: string;
  message: Buffer;
};

/**
 * Why a mail did not leave. `later`: it surely did not, and may be tried again. `never`: the server refused it for
 * good. `no-mailbox`: so it did, because of the address. `unknown`: the server was given the text and did not answer.
 * `later` with `isAway`: the server itself could not be used, whatever the mail.
 */
export type MailFault = "later" | "never" | "no-mailbox" | "unknown";

export class MailError extends Error {
  override name = "MailError";
  readonly fault: MailFault;
  readonly isAway: boolean;
  constructor(fault: MailFault, message: string, isAway = false) {
    super(message);
    this.fault = fault;
    this.isAway = isAway;
  }
}

/** The way out for mail. */
export type MailTransport = {
  /**
   * Sends one mail. `beforeText` is called right before the first byte of the text leaves, and may refuse by
   * throwing; a way that cannot leave anything half done never calls it. Throws `MailError`, or what `beforeText` threw.
   */
  send: (mail: OutgoingMail, beforeText: () => Promise<void>) => Promise<void>;
  /** Removes what a way that keeps mails has kept of one. */
  forget: (name: string) => Promise<void>;
  /** Breaks off what is under way. */
  close: () => void;
};

/** Where no mail server is set: every mail is a complete file, there whole or not at all; a repeat replaces itself. */
export function mailFiles(storage: Storage): MailTransport {
  return {
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
