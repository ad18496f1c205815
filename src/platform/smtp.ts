import { Readable } from "node:stream";
import nodemailer, { type NodemailerError } from "nodemailer";
import { MailError, type MailTransport, type OutgoingMail } from "./mail.ts";
import { isThisMachine } from "./networks.ts";

/**
 * The cause of a mail server's rejection. `mailbox`: it does not exist; `full`: it has no room; `sender`: this site,
 * its mail server or what it sends, for example a blocklist, a policy or missing DKIM; `block`: the same, but possibly
 * temporary; `other`: not clear.
 */
export type ReplyCause = "mailbox" | "full" | "sender" | "block" | "other";

/** A reply's code, and its enhanced status (RFC 3463) if it has one. */
const REPLY = /^(\d{3})[ -](?:[245]\.(\d{1,3})\.(\d{1,3})\b)?/;

/** What enhanced statuses mean, by subject and detail; unspecific ones are judged by their text. */
const BY_STATUS: Record<string, ReplyCause> = {
  "1.1": "mailbox",
  "1.2": "mailbox",
  "1.3": "mailbox",
  "1.6": "mailbox",
  "1.10": "mailbox",
  "1.7": "sender",
  "1.8": "sender",
  "2.2": "full",
  "3.1": "full",
};
/** Statuses without a meaning of their own: the text decides. */
const UNSPECIFIC = new Set(["0.0", "1.0", "2.0", "3.0", "4.0", "5.0", "2.1"]);

const list = (text: string) => text.split(",").map((phrase) => phrase.trim());
/** Phrases at the start of a word of the reply. */
const BLOCK = list(
  `block,blacklist,black list,denylist,dnsbl,rbl,spamhaus,spamcop,barracuda,sorbs,proofpoint,mimecast,listed in,listed on,listed by,listed at,reputation,
  rate limit,ratelimit,too many,too quickly,too fast,at a rate,throttl,greylist,graylist,temporar,try again`,
);
const FULL = list(
  "quota,over quota,overquota,mailbox full,mailbox is full,inbox full,inbox is full,full,insufficient,not enough,exceeded",
);
const SENDER = list(
  `spam,bulk,unsolicited,junk,virus,malware,phish,policy,policies,prohibited,not permitted,not allowed,not authori,unauthori,authenticat,denied,denies,
  sender,from address,mail from,return path,spf,dkim,dmarc,helo,ehlo,client host,reverse dns,ptr,rdns,relay,tls,starttls,ip address,your ip,abuse,suspicious,banned,
  due to,content,url,too large,too big,size,refused by,your message,your mail,your server,your host,score,filter`,
);
/** An unknown recipient, and the words for that. */
const RECIPIENT = list(
  `user,recipient,mailbox,mail box,address,account,addressee,alias,local part,inbox,person,customer,email,empfänger,adress,benutzer,postfach,konto,
  destinataire,utilisateur,boîte,compte,destinatario,usuario,buzón,cuenta,utente,casella,ontvanger,gebruiker,mottagare,modtager,odbiorca`,
);
const UNKNOWN = list(
  `unknown,no such,not found,does not exist,doesn t exist,not exist,nonexist,non exist,invalid,not valid,not a valid,not known,inactive,disabled,deactivated,
  suspended,closed,deleted,terminated,unavailable,not available,no longer,not have a,t have a,no mailbox,no valid,not our,not a local,not a known,not be found,unrout,you tried to reach,
  unbekannt,nicht gefunden,existiert nicht,inconnu,existe pas,inexist,desconocid,no existe,desconhecid,não existe,sconosciut,non esiste,onbekend,bestaat niet,okänd,ukendt,nieznany`,
);

/** The words of a reply, without addresses: lower case, single spaces. */
const wordsOf = (response: string) =>
  ` ${response
    .split(/\s/)
    .filter((word) => !word.includes("@"))
    .join(" ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .toLowerCase()} `;
const has = (words: string, phrases: string[]) => phrases.some((phrase) => words.includes(` ${phrase}`));

/** Judges a rejection by its enhanced status first, then by its text. */
export function causeOfReply(response: string): ReplyCause {
  const [, , subject, detail] = REPLY.exec(response) ?? [];
  const status = subject === undefined ? undefined : `${subject}.${detail}`;
  const words = wordsOf(response);
  if (status === undefined || UNSPECIFIC.has(status)) return causeOfWords(words, status === "2.1");
  const known = BY_STATUS[status];
  if (known) return known;
  // Security and policy (7), the message itself (6): rejections of what this site sends.
  if (subject === "7" || subject === "6") return has(words, BLOCK) ? "block" : "sender";
  return "other";
}

/** `isDisabled`: the status says that the mailbox accepts no mail. */
function causeOfWords(words: string, isDisabled: boolean): ReplyCause {
  // Blocklists first: their replies mention addresses and users too.
  if (has(words, BLOCK)) return "block";
  if (has(words, FULL)) return "full";
  if (has(words, SENDER)) return "sender";
  return isDisabled || (has(words, RECIPIENT) && has(words, UNKNOWN)) ? "mailbox" : "other";
}

/** Timeouts in milliseconds. The last is for a server that has received a mail's text (RFC 5321: 10 minutes). */
const CONNECTION_TIMEOUT_MS = 15_000;
const GREETING_TIMEOUT_MS = 15_000;
const SOCKET_TIMEOUT_MS = 120_000;
/** Mails per connection before it is replaced: some servers limit them. */
const MAILS_PER_CONNECTION = 100;

/** Replies that require or reject a login (RFC 4954), at any step: they are not about the mail. */
const LOGIN_REJECTED = new Set([530, 534, 535, 538]);

/** The longest reply that is stored or shown. */
const MAX_REPLY_CHARS = 300;

type SmtpSettings = { url: string; connections: number; socketTimeout?: number };

/**
 * A mail server, through nodemailer's connection pool. The server's replies decide; if the connection ended without a
 * reply after the text was sent, the outcome is unknown. Parameters of the URL are nodemailer's options and override
 * ours.
 */
export function smtpServer({ url, connections, socketTimeout = SOCKET_TIMEOUT_MS }: SmtpSettings): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    ...protectionOf(url),
    pool: true,
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout,
  });
  /** The texts of mails in progress, by name: nodemailer requests them once the server is ready. */
  const texts = new Map<string, () => Readable>();
  transporter.use("stream", (mail, done) => {
    const open = texts.get(String(mail.data.messageId));
    if (open) mail.message.createReadStream = open as typeof mail.message.createReadStream;
    done(open ? null : new Error("The mail has no text."));
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

/** How the login is protected, and what messages may not open. */
function protectionOf(url: string) {
  const { hostname, username, password } = new URL(url);
  const hasLogin = username !== "" || password !== "";
  const isLocal = isThisMachine(hostname);
  return {
    // A password leaves this machine over an encrypted connection only.
    requireTLS: hasLogin && !isLocal,
    // Otherwise mail would be sent without a login to a server that offers none.
    forceAuth: hasLogin,
    // Nobody can eavesdrop on this machine, and its certificate is seldom valid for `localhost`.
    ignoreTLS: !hasLogin && isLocal,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Calls `begin` when it is first read, after the server's 354: before that, the mail has certainly not been sent. */
function lazyText({ message }: OutgoingMail, begin: () => Promise<void>): Readable {
  return Readable.from(
    (async function* () {
      await begin();
      yield message;
    })(),
    { objectMode: false },
  );
}

/** A server's reply, or else the error, on one line. */
const saidBy = ({ response, message }: NodemailerError) =>
  (response || message).replace(/\s+/g, " ").slice(0, MAX_REPLY_CHARS);

function toMailError(error: NodemailerError, hasStarted: boolean): MailError {
  const { code = "", responseCode = 0, response = "", command = "" } = error;
  const step = code === "ETLS" ? "The connection could not be encrypted with STARTTLS: " : "";
  const said = `${step}${saidBy(error)}`;
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

/** The step at which a mail server stopped a mail; `timeout`: it did not answer in time at any of them. */
type SmtpStep = "name" | "connection" | "encryption" | "login" | "sender" | "recipient" | "text" | "timeout";

/** What a mail server did with one mail, and its reply, or the error if there is none. */
export type SmtpTrial = { reply: string; failed: SmtpStep | null };

/** Timeouts of a trial, which a person waits for, in milliseconds. */
const TRIAL_TIMEOUT_MS = 10_000;

/** Sends one mail over a connection of its own, without retries, and returns the server's reply. */
export async function trySmtp(url: string, { from, to, message }: Omit<OutgoingMail, "name">): Promise<SmtpTrial> {
  const transporter = nodemailer.createTransport({
    url,
    ...protectionOf(url),
    dnsTimeout: TRIAL_TIMEOUT_MS,
    connectionTimeout: TRIAL_TIMEOUT_MS,
    greetingTimeout: TRIAL_TIMEOUT_MS,
    socketTimeout: TRIAL_TIMEOUT_MS,
  });
  try {
    const { response } = await transporter.sendMail({ envelope: { from, to: [to] }, raw: message });
    return { reply: response.replace(/\s+/g, " ").slice(0, MAX_REPLY_CHARS), failed: null };
  } catch (error) {
    return { reply: saidBy(error as NodemailerError), failed: stepOf(error as NodemailerError) };
  } finally {
    transporter.close();
  }
}

/** The host and port that a URL of a mail server names, without its login. */
export function smtpHost(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === "smtps:" ? 465 : 587)}`;
}

const BY_CODE: Record<string, SmtpStep> = {
  EDNS: "name",
  ETLS: "encryption",
  EAUTH: "login",
  ENOAUTH: "login",
  ETIMEDOUT: "timeout",
  EMESSAGE: "text",
};
const BY_COMMAND: Record<string, SmtpStep> = { "MAIL FROM": "sender", "RCPT TO": "recipient", DATA: "text" };

function stepOf({ code = "", responseCode = 0, command = "", message }: NodemailerError): SmtpStep {
  if (LOGIN_REJECTED.has(responseCode)) return "login";
  const known = code === "EENVELOPE" ? BY_COMMAND[command] : BY_CODE[code];
  // Nodemailer has no code of its own for a certificate that is rejected on an `smtps` connection.
  return known ?? (responseCode === 0 && /certificate|ssl|tls|altname/i.test(message) ? "encryption" : "connection");
}
