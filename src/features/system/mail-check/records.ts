import { Resolver } from "node:dns/promises";
import type { MailRecord, MailRecords } from "./endpoints.ts";

/** Looks up the TXT records of a name, each as its parts. Rejects with Node's DNS errors. */
export type LookUp = (name: string) => Promise<string[][]>;

const TIMEOUT_MS = 3_000;
/** The longest record that is returned, in characters. */
const MAX_RECORD_CHARS = 2_000;

export const lookUpTxt: LookUp = (name) => new Resolver({ timeout: TIMEOUT_MS, tries: 1 }).resolveTxt(name);

/** What errors of a lookup mean; others: the name servers answered with an error. */
const STATES: Record<string, MailRecord["state"]> = {
  ENOTFOUND: "missing",
  ENODATA: "missing",
  ETIMEOUT: "timeout",
  ECONNREFUSED: "timeout",
};

type Look = { isRecord: (text: string) => boolean; isRevoked?: (text: string) => boolean };

async function find(lookUp: LookUp, name: string, { isRecord, isRevoked }: Look): Promise<MailRecord> {
  try {
    const found = (await lookUp(name)).map((parts) => parts.join("")).filter(isRecord);
    const [text] = found;
    if (text === undefined) return { state: "missing", name, text: "" };
    const state = isRevoked?.(text) ? "revoked" : found.length > 1 ? "several" : "found";
    return { state, name, text: text.slice(0, MAX_RECORD_CHARS) };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return { state: STATES[code] ?? "unknown", name, text: "" };
  }
}

const startsWith = (tag: string): Look => ({ isRecord: (text) => text.toLowerCase().startsWith(tag) });

/** The value of the tag `p`; undefined without one. A DKIM record need not have a version (RFC 6376). */
const keyOf = (text: string) =>
  text
    .split(";")
    .map((tag) => tag.trim())
    .find((tag) => /^p\s*=/.test(tag))
    ?.replace(/^p\s*=\s*/, "");
const DKIM: Look = { isRecord: (text) => keyOf(text) !== undefined, isRevoked: (text) => keyOf(text) === "" };

/** Looks up the records of a domain at the same time. A domain without a DMARC record has that of its parent. */
export async function readRecords(lookUp: LookUp, domain: string, selector: string | undefined): Promise<MailRecords> {
  const [spf, dmarc, dkim] = await Promise.all([
    find(lookUp, domain, startsWith("v=spf1")),
    findDmarc(lookUp, domain),
    selector === undefined ? null : find(lookUp, `${selector}._domainkey.${domain}`, DKIM),
  ]);
  return { spf, dmarc, dkim };
}

async function findDmarc(lookUp: LookUp, domain: string): Promise<MailRecord> {
  const own = await find(lookUp, `_dmarc.${domain}`, startsWith("v=dmarc1"));
  const parent = domain.slice(domain.indexOf(".") + 1);
  if (own.state !== "missing" || !parent.includes(".")) return own;
  const inherited = await find(lookUp, `_dmarc.${parent}`, startsWith("v=dmarc1"));
  return inherited.state === "found" ? inherited : own;
}
