import { isIP, connect as openSocket } from "node:net";
import { Readable } from "node:stream";
import nodemailer, { type NodemailerError } from "nodemailer";
import { MailError, type MailTransport, type OutgoingMail } from "./mail.ts";
import { isPublicAddress, isThisMachine } from "./networks.ts";
import { lookupWhere, PRIVATE, RemoteError } from "./remote-fetch.ts";

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

/**
 * A mail server. `isGuarded`: a chief named it, not the operator, so that it must be on the internet or on this machine, at
 * a port for mail.
 */
export type SmtpTarget = { url: string; isGuarded?: boolean };

type SmtpSettings = SmtpTarget & { connections: number; socketTimeout?: number };

/**
 * A mail server, through nodemailer's connection pool. The server's replies decide; if the connection ended without a
 * reply after the text was sent, the outcome is unknown. Parameters of the URL are nodemailer's options and override
 * ours.
 */
export function smtpServer({ connections, socketTimeout = SOCKET_TIMEOUT_MS, ...target }: SmtpSettings): MailTransport {
  const transporter = nodemailer.createTransport({
    ...optionsOf(target, CONNECTION_TIMEOUT_MS),
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
        return undefined;
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

/** Ports of mail servers: those of RFC 6409 and 8314, and those that providers add for networks that block them. */
export const MAIL_PORTS: readonly number[] = [25, 465, 587, 2465, 2525, 2587];

const optionsOf = ({ url, isGuarded = false }: SmtpTarget, timeout: number) => ({
  url,
  ...protectionOf(url),
  ...(isGuarded && { getSocket: guardedSocket(url, timeout) }),
});

const isReachable = (address: string) => isPublicAddress(address) || isThisMachine(address);
const guardedLookup = lookupWhere(isReachable);

type OnSocket = (error: Error | null, socket?: { connection: ReturnType<typeof openSocket> }) => void;

/** Connects as nodemailer would, but to no other server of the network, whatever the name resolves to. */
const guardedSocket = (url: string, timeout: number) => (_options: unknown, done: OnSocket) => {
  const { hostname, port } = serverOf(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isAddress = isIP(host) !== 0;
  if (!MAIL_PORTS.includes(port) || (isAddress && !isReachable(host))) {
    setImmediate(done, new RemoteError(isAddress && !isReachable(host) ? PRIVATE : `Port ${port} is not for mail.`));
    return;
  }
  const socket = openSocket({ host, port, ...(isAddress ? {} : { lookup: guardedLookup }) });
  const settle = (error: Error | null) => {
    socket.setTimeout(0);
    for (const name of ["connect", "error", "timeout"]) socket.removeAllListeners(name);
    if (!error) return done(null, { connection: socket });
    // An unused socket may still fail later.
    socket.on("error", () => undefined).destroy();
    done(error);
  };
  socket.once("connect", () => settle(null));
  socket.once("error", settle);
  socket.setTimeout(timeout, () =>
    settle(Object.assign(new Error("The connection took too long."), { code: "ETIMEDOUT" })),
  );
};

function serverOf(url: string): { hostname: string; port: number } {
  const { protocol, hostname, port } = new URL(url);
  return { hostname, port: Number(port) || (protocol === "smtps:" ? 465 : 587) };
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
const saidBy = ({ response, message, code }: NodemailerError) =>
  // Node's error for a name with several addresses has no message.
  (response || message || code || "").replace(/\s+/g, " ").slice(0, MAX_REPLY_CHARS);

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

/**
 * The step at which a mail server stopped a mail. `network`: connecting to it is not allowed; `timeout`: it did not answer in time at
 * any of them.
 */
type SmtpStep =
  | "name"
  | "network"
  | "connection"
  | "encryption"
  | "login"
  | "sender"
  | "recipient"
  | "text"
  | "timeout";

/** What a mail server did with one mail, and its reply, or the error if there is none. */
export type SmtpTrial = { reply: string; failed: SmtpStep | null };

/** Timeouts of a trial, which a person waits for, in milliseconds. */
const TRIAL_TIMEOUT_MS = 10_000;

/** Sends one mail over a connection of its own, without retries, and returns the server's reply. */
export async function trySmtp(
  target: SmtpTarget,
  { from, to, message }: Omit<OutgoingMail, "name">,
): Promise<SmtpTrial> {
  const transporter = nodemailer.createTransport({
    ...optionsOf(target, TRIAL_TIMEOUT_MS),
    dnsTimeout: TRIAL_TIMEOUT_MS,
    connectionTimeout: TRIAL_TIMEOUT_MS,
    greetingTimeout: TRIAL_TIMEOUT_MS,
    socketTimeout: TRIAL_TIMEOUT_MS,
  });
  try {
    const { response } = await transporter.sendMail({ envelope: { from, to: [to] }, raw: message });
    return { reply: response.replace(/\s+/g, " ").slice(0, MAX_REPLY_CHARS), failed: null };
  } catch (error) {
    return { reply: saidBy(error as NodemailerError), failed: stepOf(error as NodemailerError | RemoteError) };
  } finally {
    transporter.close();
  }
}

/** The host and port that a URL of a mail server names, without its login. */
export function smtpHost(url: string): string {
  const { hostname, port } = serverOf(url);
  return `${hostname}:${port}`;
}

const BY_CODE: Record<string, SmtpStep> = {
  EDNS: "name",
  ENOTFOUND: "name",
  EAI_AGAIN: "name",
  ETLS: "encryption",
  EAUTH: "login",
  ENOAUTH: "login",
  ETIMEDOUT: "timeout",
  EMESSAGE: "text",
};
const BY_COMMAND: Record<string, SmtpStep> = { "MAIL FROM": "sender", "RCPT TO": "recipient", DATA: "text" };

function stepOf(error: NodemailerError | RemoteError): SmtpStep {
  if (error instanceof RemoteError) return "network";
  const { code = "", responseCode = 0, command = "", message } = error;
  if (LOGIN_REJECTED.has(responseCode)) return "login";
  const known = code === "EENVELOPE" ? BY_COMMAND[command] : BY_CODE[code];
  // Nodemailer has no code of its own for a certificate that is rejected on an `smtps` connection.
  return known ?? (responseCode === 0 && /certificate|ssl|tls|altname/i.test(message) ? "encryption" : "connection");
}
