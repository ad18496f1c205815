import { Resolver } from "node:dns/promises";
import type { MailRecord, MailRecords } from "./endpoints.ts";

/** Looks up the TXT records of a name, each as its parts. Rejects with Node's DNS errors. */
export type LookUp = (name: string) => Promise<string[][]>;

const TIMEOUT_MS = 3_000;
/** The longest record that is returned, in characters. */
const MAX_RECORD_CHARS = 2_000;

export const lookUpTxt: LookUp = (name) => new Resolver({ timeout: TIMEOUT_MS, tries: 1 }).resolveTxt(name);

/** Answers that say that there is no such record, unlike a failure to ask. */
const NO_RECORD = new Set(["ENOTFOUND", "ENODATA"]);

async function find(lookUp: LookUp, name: string, isRecord: (text: string) => boolean): Promise<MailRecord> {
  try {
    const text = (await lookUp(name)).map((parts) => parts.join("")).find(isRecord);
    return text === undefined
      ? { state: "missing", name, text: "" }
      : { state: "found", name, text: text.slice(0, MAX_RECORD_CHARS) };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return { state: NO_RECORD.has(code) ? "missing" : "unknown", name, text: "" };
  }
}

const startsWith = (tag: string) => (text: string) => text.toLowerCase().startsWith(tag);

/** A DKIM record need not have a version; an empty key is a revoked one. */
const isDkim = (text: string) =>
  text.split(";").some((part) => part.trim().startsWith("p=") && part.trim().length > "p=".length);

/** Looks up the records of a domain at the same time. A domain without a DMARC record has that of its parent. */
export async function readRecords(
  lookUp: LookUp,
  domain: string,
  selector: string | undefined,
): Promise<Pick<MailRecords, "spf" | "dmarc" | "dkim">> {
  const [spf, dmarc, dkim] = await Promise.all([
    find(lookUp, domain, startsWith("v=spf1")),
    findDmarc(lookUp, domain),
    selector === undefined ? null : find(lookUp, `${selector}._domainkey.${domain}`, isDkim),
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
