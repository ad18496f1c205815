/** Beyond these a text is pasted as it is: the parser takes quadratic time for some lines. Characters. */
const MAX_LENGTH = 150_000;
const MAX_PARAGRAPH = 4_000;

/** How a line begins that alone makes a text Markdown: a heading, a fence. */
const STRONG = /^(?:#{1,6} \S|```|~~~)/;
/** How others begin: a list, a quote, a divider, a table. They may be meant as they are, unless there are several. */
const WEAK = /^(?:> ?\S|[-*+] \S|\d{1,3}[.)] \S|\*{3,}$|-{3,}$|_{3,}$|\|.{0,1000}\|$)/;
const FENCE = /^(?:```|~~~)/;
const CODE = /`[^`\n]{1,200}`/;

/** `[words](https://…)`. */
function hasLink(line: string): boolean {
  const at = line.indexOf("](http");
  return at > 0 && line.lastIndexOf("[", at) !== -1 && line.indexOf(")", at) !== -1;
}

/** `**words**`. */
function hasBold(line: string): boolean {
  const at = line.indexOf("**");
  return at !== -1 && /[^\s*]/.test(line[at + 2] ?? "") && line.indexOf("**", at + 3) !== -1;
}

function signsIn(line: string): number {
  if (STRONG.test(line) || hasLink(line)) return 2;
  return Number(WEAK.test(line)) + Number(hasBold(line)) + Number(CODE.test(line));
}

/** Whether a plain text is clearly Markdown: a heading, a fence or a link, or two other signs of it. */
export function isMarkdown(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  let signs = 0;
  let paragraph = 0;
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    const start = line.trim();
    if (FENCE.test(start)) isCode = !isCode;
    const begins = isCode || start === "" || STRONG.test(start) || WEAK.test(start);
    paragraph = (begins ? 0 : paragraph) + (isCode ? 0 : line.length);
    if (paragraph > MAX_PARAGRAPH) return false;
    signs += signsIn(start);
  }
  return signs > 1;
}
