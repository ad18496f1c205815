import { Parser } from "htmlparser2";
import { escapeText, escapeValue } from "#shared/html.ts";
import { convertHtml, type TextFinding } from "../html.ts";
import { absolute } from "./entries.ts";

const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
const ADDRESSES = new Set(["href", "src", "data", "data-src", "data-lazy-src", "data-original", "data-orig-file"]);
/** Text in these elements is not HTML. */
const RAW = new Set(["script", "style"]);
const MAX_DEPTH = 120;

type Body = { html: string; findings: TextFinding[] };

/** Converts an entry's HTML to the content model. `base`: what its addresses are relative to. */
export function feedBody(html: string, base: string): Body {
  const complete = withAbsolute(html, base);
  const { html: converted, findings } = convertHtml(complete.html);
  return { html: converted, findings: [...findings, ...complete.findings] };
}

function withAbsolute(html: string, base: string): Body {
  const parts: string[] = [];
  const findings: TextFinding[] = [];
  let depth = 0;
  let isRaw = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) {
        findings.push({ level: "warning", message: "It is nested too deeply: its end was left out." });
        return parser.pause();
      }
      isRaw = RAW.has(name);
      parts.push(tagOf(name, attributes, base));
    },
    ontext(text) {
      if (!isRaw) parts.push(escapeText(text));
    },
    onclosetag(name) {
      depth -= 1;
      isRaw = false;
      if (!VOID.has(name)) parts.push(`</${name}>`);
    },
  });
  parser.write(html);
  if (findings.length === 0) parser.end();
  return { html: parts.join(""), findings };
}

function tagOf(name: string, attributes: Record<string, string>, base: string): string {
  const kept = Object.entries(attributes).flatMap(([key, value]) =>
    /^[a-z][a-z0-9-]*$/.test(key)
      ? [` ${key}="${escapeValue(ADDRESSES.has(key) ? resolved(value, base) : value)}"`]
      : [],
  );
  return `<${name}${kept.join("")}>`;
}

/** A link to a place on the same page, or of another scheme, stays as it is. */
const resolved = (address: string, base: string): string =>
  address.startsWith("#") ? address : absolute(address, base) || address;
