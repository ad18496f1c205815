import { Marked } from "marked";
import type { TextFinding } from "../html.ts";
import { lexicalHtml, mobiledocHtml } from "./documents.ts";
import { textIn } from "./library.ts";
import type { Row } from "./rows.ts";

type Note = (message: string, level?: TextFinding["level"]) => void;

const marked = new Marked({ gfm: true, async: false });

/**
 * What Ghost shows of a post to everyone, as HTML: the HTML that it rendered itself, or, where an export has none, the document of
 * its editor.
 */
export function bodyOf(row: Row, note: Note): string {
  const html = textIn(row, "html");
  const [lexical, mobiledoc] = [textIn(row, "lexical"), textIn(row, "mobiledoc")];
  if (html !== "") {
    if (FOR_EMAILS.test(lexical) || FOR_EMAILS.test(mobiledoc)) note("A block for emails only was left out.");
    return withoutMembersBlocks(html, note);
  }
  try {
    if (lexical !== "") return withoutMembersBlocks(lexicalHtml(lexical, note), note);
    if (mobiledoc !== "") return withoutMembersBlocks(mobiledocHtml(mobiledoc, note), note);
  } catch {
    note("Its text is damaged: the document of the editor is not valid JSON.", "error");
    return "";
  }
  return String(marked.parse(textIn(row, "markdown")));
}

/** A card for emails in Lexical or Mobiledoc. */
const FOR_EMAILS = /"type":"email(?:-cta)?"|\["email(?:-cta)?",\{/;

const BEGIN = "kg-gated-block:begin";
const END = "kg-gated-block:end";

/** Leaves out the blocks between comments that Ghost does not show to people who are not members. */
function withoutMembersBlocks(html: string, note: Note): string {
  let [kept, from] = ["", 0];
  while (from < html.length) {
    const start = html.indexOf(BEGIN, from);
    if (start === -1) break;
    const open = html.lastIndexOf("<!--", start);
    const condition = html.slice(start, html.indexOf("-->", start));
    const end = html.indexOf(END, start);
    const close = end === -1 ? -1 : html.indexOf("-->", end);
    const after = close === -1 ? html.length : close + 3;
    const isPublic = condition.replace(/\s/g, "").includes("nonMember:true");
    if (!isPublic) note("A block that only members see was left out.", "warning");
    kept += html.slice(from, isPublic ? after : Math.max(from, open));
    from = after;
  }
  return kept + html.slice(from);
}
