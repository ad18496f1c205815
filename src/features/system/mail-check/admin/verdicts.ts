import type { MailRecord } from "../endpoints.ts";
import { type Finding, isAligned, type Method } from "../results.ts";

/** `tone`: whether it is right, wrong, or not known. `advice` says what to do; empty if there is nothing to do. */
export type Verdict = { tone: "good" | "bad" | "open"; words: string; advice: string };

/** What each method is for, in words for people who don't know its name. */
export const MEANINGS: Record<Method, string> = {
  spf: "Which servers may send mail for your domain.",
  dkim: "A signature that proves that your mail server sent the mail, and that nobody changed it.",
  dmarc: "What receivers do with mail in your name that passes neither SPF nor DKIM.",
};

/** The record to add for each method. DKIM keys come from the provider. */
const RECORD_TO_ADD: Record<Method, (name: string) => string> = {
  spf: (name) =>
    `Add a TXT record at ${name} that starts with v=spf1, then has what your mail provider names, for example include:_spf.provider.example, and ends with -all.`,
  dkim: (name) =>
    `There is no key at ${name}. Either the selector is another one: your mail provider names it. Or the key is not published: add the TXT or CNAME record that your provider gives you.`,
  dmarc: (name) =>
    `Add a TXT record at ${name}, for example: v=DMARC1; p=none; rua=mailto:dmarc@${name.slice("_dmarc.".length)}. Reports about mail in your name go to that address.`,
};

/** Words for the result of looking up a record. */
export function verdictOfRecord(method: Method, { state, name }: MailRecord): Verdict {
  switch (state) {
    case "found":
      return { tone: "good", words: "Record found", advice: "" };
    case "missing":
      return { tone: "bad", words: "No record", advice: RECORD_TO_ADD[method](name) };
    case "several":
      return {
        tone: "bad",
        words: "Several records",
        advice: `Receivers ignore them unless there is only one. Merge the records at ${name} into one.`,
      };
    case "revoked":
      return {
        tone: "bad",
        words: "Key revoked",
        advice: `The key at ${name} is empty. Publish the current one, or use the selector of a current key.`,
      };
    case "timeout":
      return {
        tone: "open",
        words: "Not known",
        advice: "The name servers did not answer in time. This says nothing about the record: check again later.",
      };
    case "unknown":
      return {
        tone: "open",
        words: "Not known",
        advice: `The name servers answered with an error for ${name}. Check again later; if it stays, ask the provider of your domain.`,
      };
  }
}

const PASSED: Verdict = { tone: "good", words: "Passed", advice: "" };

/** Words for what the receiving server found. `from`: the domain of the sender's address in the mail. */
export function verdictOfFinding(
  method: Method,
  finding: Finding | undefined,
  from: string,
  isTrusted: boolean,
): Verdict {
  if (!finding)
    return {
      tone: "open",
      words: "Not stated",
      advice:
        "The receiving server did not state it in its topmost header. Some servers write one header for each check.",
    };
  const { result, domain } = finding;
  if (result === "pass") {
    if (method === "dmarc" || isTrusted || isAligned(domain, from)) return PASSED;
    return {
      tone: "bad",
      words: `Passed for ${domain || "another domain"}`,
      advice: OTHER_DOMAIN[method](domain, from),
    };
  }
  if (result === "temperror")
    return {
      tone: "open",
      words: "Not known",
      advice: "The receiving server could not look up the record. Send another test later.",
    };
  const known = ADVICE[method][result];
  const reason = finding.reason ? ` The receiving server’s reason: ${finding.reason}.` : "";
  const advice = `${known ? known(finding, from) : "The receiving server gave a result that is not known here."}${reason}`;
  return { tone: result === "neutral" ? "open" : "bad", words: WORDS[result] ?? `Result: ${result}`, advice };
}

const WORDS: Record<string, string> = {
  none: "Missing",
  fail: "Failed",
  softfail: "Failed (softfail)",
  neutral: "Neither passed nor failed",
  policy: "Not accepted",
  permerror: "Record not valid",
  bestguesspass: "Passed without a record",
};

const OTHER_DOMAIN: Record<Method, (domain: string, from: string) => string> = {
  spf: (_domain, from) =>
    `The mail server uses another return address, as many mail services do. That is fine if DKIM passes for ${from}.`,
  dkim: (_domain, from) => `Set up DKIM for ${from} at your mail provider, so that it signs with your own domain.`,
  dmarc: () => "",
};

type Advise = (finding: Finding, from: string) => string;

const notInSpf: Advise = ({ domain }, from) =>
  `The server that sent the mail is not in the SPF record of ${domain || from}. Add what your mail provider names, for example include:_spf.provider.example.`;
const keyProblem: Advise = ({ selector, domain }, from) =>
  `Compare the key at ${selector || "SELECTOR"}._domainkey.${domain || from} with the one that your mail provider gives you: it must be exactly the same. A server on the way may also have changed the mail.`;
const addRecord: Advise = (_finding, from) => RECORD_TO_ADD.dmarc(`_dmarc.${from}`);

const ADVICE: Record<Method, Record<string, Advise>> = {
  spf: {
    none: ({ domain }, from) => RECORD_TO_ADD.spf(domain || from),
    fail: notInSpf,
    softfail: notInSpf,
    neutral: ({ domain }, from) =>
      `The SPF record of ${domain || from} does not say whether this server may send. Add your mail provider to it, and end it with -all.`,
    policy: notInSpf,
    permerror: ({ domain }, from) =>
      `The SPF record of ${domain || from} has an error. There must be only one, and it may cause at most 10 lookups.`,
  },
  dkim: {
    none: (_finding, from) =>
      `The mail is not signed. Turn on DKIM for ${from} at your mail provider, and publish the key that it gives you.`,
    fail: keyProblem,
    neutral: keyProblem,
    policy: () => "The receiving server does not accept this signature. Use a key of at least 2048 bits.",
    permerror: keyProblem,
  },
  dmarc: {
    none: addRecord,
    bestguesspass: addRecord,
    fail: (_finding, from) =>
      `Neither SPF nor DKIM passed for ${from}, the domain of the sender’s address. DKIM for this domain is the surest way.`,
    permerror: (_finding, from) => `The DMARC record at _dmarc.${from} has an error. It must start with v=DMARC1; p=`,
  },
};
