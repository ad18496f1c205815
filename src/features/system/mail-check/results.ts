/**
 * Reads what the server that received a mail found out about its sender, from the mail's source. All of it may be
 * forged or broken: every step is one pass over a bounded text.
 */

/** The longest part of a source that is read, in characters. Headers are at its beginning. */
export const MAX_SOURCE = 256 * 1024;

/** DKIM selectors: names of up to three parts. Some providers use underscores. */
export const SELECTOR = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){0,2}$/i;
export const SELECTOR_ERROR = "A selector has letters, digits, hyphens and dots, for example s1.";

export const METHODS = ["spf", "dkim", "dmarc"] as const;
export type Method = (typeof METHODS)[number];

/** One result of an `Authentication-Results` header; properties by their names, for example `header.d`. */
export type Result = { method: string; result: string; reason: string; properties: ReadonlyMap<string, string> };
/** `server` is the name of the server that added the header; empty if it gives none. */
export type Report = { server: string; results: Result[] };

const LINE_BREAK = /\r\n|\n|\r/;

type Header = { name: string; value: string };

/** The headers at the start of a mail's source, without its text. */
export function headerPart(source: string): string {
  const lines = source.slice(0, MAX_SOURCE).trimStart().split(LINE_BREAK);
  const end = lines.findIndex((line) => line.trim() === "");
  return (end === -1 ? lines : lines.slice(0, end)).join("\n");
}

/** The header fields, in order, with names in lower case; lines that continue a field are joined to it (RFC 5322). */
function headersIn(part: string): Header[] {
  const headers: { name: string; lines: string[] }[] = [];
  for (const line of part.split(LINE_BREAK)) {
    if (/^[ \t]/.test(line)) headers.at(-1)?.lines.push(line);
    else {
      const at = line.indexOf(":");
      const name = line.slice(0, Math.max(at, 0)).trim().toLowerCase();
      if (/^[!-9;-~]+$/.test(name)) headers.push({ name, lines: [line.slice(at + 1)] });
    }
  }
  return headers.map(({ name, lines }) => ({ name, value: lines.join(" ").trim() }));
}

/** Separators and words of a header's value, without comments; null if a comment or a quoted text has no end. */
function tokensOf(value: string): string[] | null {
  const tokens: string[] = [];
  let at = 0;
  let depth = 0;
  while (at < value.length) {
    const char = value.charAt(at);
    if (depth > 0 || char === "(") {
      if (char === "\\") at += 1;
      depth += char === "(" ? 1 : char === ")" ? -1 : 0;
      at += 1;
    } else if (char === '"') {
      const quoted = readQuoted(value, at + 1);
      if (!quoted) return null;
      tokens.push(quoted.text);
      at = quoted.end;
    } else if (char === ";" || char === "=") {
      tokens.push(char);
      at += 1;
    } else if (/\s/.test(char)) at += 1;
    else {
      const start = at;
      while (at < value.length && !/[\s;=("]/.test(value.charAt(at))) at += 1;
      tokens.push(value.slice(start, at));
    }
  }
  return depth > 0 ? null : tokens;
}

/** The text of a quoted string whose content starts at `start`, and the place after it; a separator in it is no token. */
function readQuoted(value: string, start: number): { text: string; end: number } | null {
  let text = "";
  for (let at = start; at < value.length; at += 1) {
    const char = value.charAt(at);
    if (char === '"') return { text: ` ${text}`, end: at + 1 };
    if (char === "\\") at += 1;
    text += value.charAt(at);
  }
  return null;
}

/** The parts between semicolons. */
function statementsOf(tokens: string[]): string[][] {
  const statements: string[][] = [[]];
  for (const token of tokens)
    if (token === ";") statements.push([]);
    else statements.at(-1)?.push(token);
  return statements;
}

/** `name = value` pairs, with names in lower case. A quoted value starts with a space here. */
function pairsOf(statement: string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (const [at, token] of statement.entries()) {
    if (token !== "=") continue;
    const [name, value] = [nameBefore(statement, at), statement[at + 1]];
    if (name !== "" && value !== undefined && value !== "=") pairs.push([name, value.trim()]);
  }
  return pairs;
}

/** The name that ends before a place; there may be spaces around the dot of a property. */
function nameBefore(statement: string[], at: number): string {
  const isWord = (place: number) => place >= 0 && statement[place] !== "=";
  const isValue = (place: number) => statement[place - 1] === "=";
  const word = (place: number) => statement[place] ?? "";
  let start = at - 1;
  if (!isWord(start)) return "";
  while (isWord(start - 1) && !isValue(start - 1) && (word(start).startsWith(".") || word(start - 1).endsWith(".")))
    start -= 1;
  return statement.slice(start, at).join("").toLowerCase();
}

/**
 * Parses the value of an `Authentication-Results` header by the grammar of RFC 8601, section 2.2; null if it can't be
 * read. Tolerates a missing server name, as Microsoft's servers leave it out. Versions are ignored.
 */
export function parseResults(value: string): Report | null {
  const tokens = tokensOf(value);
  if (!tokens) return null;
  const [head = [], ...rest] = statementsOf(tokens);
  const hasServer = !head.includes("=");
  const server = hasServer ? (head[0] ?? "") : "";
  const results = (hasServer ? rest : [head, ...rest]).flatMap((statement): Result[] => {
    const [first, ...others] = pairsOf(statement);
    if (!first) return [];
    const [method = ""] = first[0].split("/");
    const reason = others.find(([name]) => name === "reason")?.[1] ?? "";
    return [{ method, result: first[1].toLowerCase(), reason, properties: new Map(others) }];
  });
  return { server, results };
}

/** What the receiving server found for one method: its best result, and the domain that this is about. */
export type Finding = { result: string; domain: string; selector: string; reason: string };
export type Reading =
  | { state: "no-headers" | "no-results" | "unreadable" }
  | {
      state: "read";
      server: string;
      /** The domain of the `From` header. */
      from: string;
      messageId: string;
      findings: Partial<Record<Method, Finding>>;
      /** The selector of the DKIM signature of the sender's domain; empty without one. */
      selector: string;
    };

const domainOf = (address: string) => {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return (/^[a-z0-9.-]+/i.exec(domain.trim())?.[0] ?? "").toLowerCase();
};

/** Whether one domain is the other or part of it. */
export const isAligned = (left: string, right: string): boolean =>
  left !== "" && right !== "" && (left === right || left.endsWith(`.${right}`) || right.endsWith(`.${left}`));

const DOMAIN_OF: Record<Method, readonly string[]> = {
  spf: ["smtp.mailfrom", "smtp.helo"],
  dkim: ["header.d", "header.i"],
  dmarc: ["header.from"],
};

/** A mail has a result for each of its signatures: one that passes for the sender's domain counts first. */
function findingOf(results: Result[], method: Method, from: string): Finding | undefined {
  const findings = results
    .filter((result) => result.method === method)
    .map(({ result, reason, properties }) => {
      const named = DOMAIN_OF[method].map((name) => properties.get(name)).find((value) => value !== undefined);
      return { result, reason, domain: domainOf(named ?? ""), selector: properties.get("header.s") ?? "" };
    });
  const rank = ({ result, domain }: Finding) => (result === "pass" ? 2 : 0) + (isAligned(domain, from) ? 1 : 0);
  return findings.sort((left, right) => rank(right) - rank(left))[0];
}

/** The selector of the signature of a domain, from the `DKIM-Signature` headers. */
function selectorFor(headers: Header[], from: string): string {
  for (const { value } of headers.filter(({ name }) => name === "dkim-signature")) {
    const tags = new Map(value.split(";").map((tag) => tagOf(tag)));
    const selector = tags.get("s") ?? "";
    if (isAligned((tags.get("d") ?? "").toLowerCase(), from) && SELECTOR.test(selector)) return selector;
  }
  return "";
}

function tagOf(tag: string): [name: string, value: string] {
  const at = tag.indexOf("=");
  return [tag.slice(0, Math.max(at, 0)).trim(), tag.slice(at + 1).trim()];
}

/**
 * Reads the results in a mail's source. Only the topmost `Authentication-Results` header counts: the receiving server
 * added it, and those further down may have come with the mail (RFC 8601, section 1.5).
 */
export function readResults(source: string): Reading {
  const headers = headersIn(headerPart(source));
  const fieldOf = (wanted: string) => headers.find(({ name }) => name === wanted)?.value;
  if (fieldOf("from") === undefined && fieldOf("received") === undefined) return { state: "no-headers" };
  const value = fieldOf("authentication-results");
  if (value === undefined) return { state: "no-results" };
  const report = parseResults(value);
  if (!report) return { state: "unreadable" };
  const from = domainOf(fieldOf("from") ?? "");
  const { server, results } = report;
  const findings: Partial<Record<Method, Finding>> = {};
  for (const method of METHODS) {
    const finding = findingOf(results, method, from);
    if (finding) findings[method] = finding;
  }
  return {
    state: "read",
    server,
    from,
    messageId: fieldOf("message-id") ?? "",
    findings,
    selector: selectorFor(headers, from),
  };
}
