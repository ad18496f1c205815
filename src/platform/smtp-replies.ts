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
