/**
 * Citations of assistants in the text they answer with, in the notations of several products. None has its first sign
 * inside, so that text with many of them takes linear time.
 */
const CITATIONS = [
  /\uE200[^\uE200\uE201]*\uE201/gu,
  /[\uE200-\uE206]/gu,
  /\bcite(?:turn\d+[a-z]+\d+)+/g,
  / ?:contentReference\[oaicite:\d+\](?:\{[^{}]*\})?/g,
  / ?【\d+(?::\d+)?†[^【】]*】/gu,
  / ?\[oai_citation:[^[\]]+\](?:\([^()[\s]+\))?/g,
  /\[cite_(?:start|end)\] ?/g,
  / ?\[cite:[\d, ]+\]/g,
  /<\/?grok:[^<>]+>/g,
];
/** Marks without a width that no script needs: the joiners of Persian, Hindi and emoji are not among them. */
const INVISIBLE = /[\u2060-\u2064\uFEFF\u180E]|(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0000}-\u{E007F}]+/gu;
/** Scripts without spaces break their lines at zero-width spaces. */
const WORD_BREAK = /(?<![\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\u200B/gu;

/** Removes what assistants leave in copied text and no reader sees or needs. */
export function withoutMachineMarks(text: string): string {
  let plain = text.replace(INVISIBLE, "").replace(WORD_BREAK, "");
  for (const citation of CITATIONS) plain = plain.replace(citation, "");
  return plain;
}

const ASSISTANTS =
  /(?:^|\.)(?:chatgpt|openai|chat\.openai|perplexity|claude|gemini|copilot|grok|deepseek|mistral|you)(?:\.|$)/i;

/** An address without the mark of the assistant that suggested it. */
export function withoutReferrer(address: string): string {
  if (!/[?&]utm_source=/i.test(address)) return address;
  const url = URL.parse(address);
  const source = url?.searchParams.get("utm_source") ?? "";
  if (!url || !ASSISTANTS.test(source)) return address;
  for (const name of [...url.searchParams.keys()]) if (name.startsWith("utm_")) url.searchParams.delete(name);
  return url.href;
}
