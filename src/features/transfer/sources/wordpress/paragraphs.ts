import { embed } from "./shortcode-parts.ts";
import { decodedText } from "./values.ts";

/** An empty block: the line before it ends, whatever it is in. */
export const BREAK = "<div></div>";
const ADDRESS = /^https?:\/\/[^\s<>"']{3,2000}$/i;

export type LinesIn = {
  /** Whether the text is at the start, or at the end, of a line. */
  isStart: boolean;
  isEnd: boolean;
  isAfterBreak: boolean;
  /** Whether each line break is one on the page; else only blank lines are. */
  hasLines: boolean;
  /** Whether an address in a line of its own is an embed. */
  mayEmbed: boolean;
};

/** Text between two tags as WordPress shows it: blank lines end paragraphs, and an address in a line of its own is an embed. */
export function paragraphsIn(text: string, { isStart, isEnd, isAfterBreak, hasLines, mayEmbed }: LinesIn): string {
  const lines = text.split("\n");
  const last = lines.length - 1;
  let html = "";
  let [isBlank, hasText] = [false, !isStart];
  for (const [index, line] of lines.entries()) {
    const words = line.trim();
    if (words === "" && index > 0 && index < last) {
      isBlank = true;
      continue;
    }
    if (index > 0) {
      // Next to a block no break is needed.
      const isEdge = !hasText || (index === last && words === "" && isEnd);
      if (isBlank) html += BREAK;
      else if (!isEdge && !(isAfterBreak && index === 1)) html += hasLines ? "<br>" : "\n";
      isBlank = false;
    }
    const isAlone = (index > 0 || isStart) && (index < last || isEnd);
    html += mayEmbed && isAlone && ADDRESS.test(words) ? embed(decodedText(words)) : line;
    hasText ||= words !== "";
  }
  return html;
}
