import { Readable } from "node:stream";
import nodemailer, { type NodemailerError } from "nodemailer";
import { MailError, type MailTransport, type OutgoingMail } from "./mail.ts";
import { causeOfReply } from "./smtp-replies.ts";

/** Timeouts in milliseconds. The last is for a server that has received a mail's text (RFC 5321: 10 minutes). */
const CONNECTION_TIMEOUT_MS = 15_000;
const GREETING_TIMEOUT_MS = 15_000;
const SOCKET_TIMEOUT_MS = 120_000;
/** Mails per connection before it is replaced: some servers limit them. */
const MAILS_PER_CONNECTION = 100;

/** Replies that require or reject a login (RFC 4954), at any step: they are not about the mail. */
const LOGIN_REJECTED = new Set([530, 534, 535, 538]);

/** Hosts of a URL that certainly are this machine. */
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

type SmtpSettings = { url: string; connections: number; socketTimeout?: number };

/**
 * A mail server, through nodemailer's connection pool. The server's replies decide; if the connection ended without a
 * reply after the text was sent, the outcome is unknown. Parameters of the URL are nodemailer's options and override
 * ours.
 */
export function smtpServer({ url, connections, socketTimeout = SOCKET_TIMEOUT_MS }: SmtpSettings): MailTransport {
  const { hostname, username, password } = new URL(url);
  const hasLogin = username !== "" || password !== "";
  const isThisMachine = THIS_MACHINE.test(hostname);
  const transporter = nodemailer.createTransport({
    url,
    // A password leaves this machine over an encrypted connection only.
    requireTLS: hasLogin && !isThisMachine,
    // Otherwise mail would be sent without a login to a server that offers none.
    forceAuth: hasLogin,
    // Nobody can eavesdrop on this machine, and its certificate is seldom valid for `localhost`.
    ignoreTLS: !hasLogin && isThisMachine,
    pool: true,
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** The texts of mails in progress, by name: nodemailer requests them once the server is ready. */
  const texts = new Map<string, () => Readable>();
  transporter.use("stream", (mail, done) => {
    const open = texts.get(String(mail.data.messageId));
    if (open) mail.message.createReadStream = open as typeof mail.message.createReadStream;
    done(open ? null : new Error("A mail without text."));
  });
  return {
    async send(mail, beforeText) {
      let hasStarted = false;
      let rejection: unknown;
      const begin = async () => {
        hasStarted = true;
        try {
          await beforeText();
        } catch (error) {
          rejection = error;
          throw error;
        }
      };
      texts.set(mail.name, () => lazyText(mail, begin));
      try {
        await transporter.sendMail({
          envelope: { from: mail.from, to: [mail.to] },
          messageId: mail.name,
          raw: "",
        });
      } catch (error) {
        throw rejection ?? toMailError(error as NodemailerError, hasStarted);
      } finally {
        texts.delete(mail.name);
      }
    },
    forget: async () => undefined,
    close: () => transporter.close({ force: true }),
  };
}

/** Opens only when it is read, which is after the server's 354: before that a mail has certainly not been sent. */
function lazyText({ message }: OutgoingMail, begin: () => Promise<void>): Readable {
  return Readable.from(
    (async function* () {
      await begin();
      yield message;
    })(),
    { objectMode: false },
  );
}

function toMailError(error: NodemailerError, hasStarted: boolean): MailError {
  const { code = "", responseCode = 0, response = "", command = "" } = error;
  const step = code === "ETLS" ? "The line could not be encrypted by STARTTLS: " : "";
  const said = `${step}${response || error.message}`.replace(/\s+/g, " ").slice(0, 300);
  if (LOGIN_REJECTED.has(responseCode)) return new MailError("later", said, true);
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  if (!isAboutMail) return hasStarted ? new MailError("unknown", said) : new MailError("later", said, true);
  if (responseCode < 500 || responseCode === 503) return new MailError("later", said, responseCode === 421);
  const cause = command === "MAIL FROM" ? "sender" : causeOfReply(response);
  if (cause === "full") return new MailError("later", said);
  const isAboutUs = cause === "sender" || cause === "block";
  if (cause === "mailbox" && command === "RCPT TO") return new MailError("no-mailbox", said);
  return new MailError(cause === "block" && !hasStarted ? "later" : "never", said, false, isAboutUs);
}
