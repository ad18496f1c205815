import type { ResolvedPos } from "@tiptap/pm/model";
import type { EditorAddition } from "../rich-text.ts";
import { isHiddenTool, type Tool } from "./tool.ts";
import type { ToolState } from "./tool-state.ts";
import { TOOLS } from "./tools.ts";

/** The tools of the menu in its order, with further words to find each by. */
const WORDS: readonly (readonly [label: string, words: string])[] = [
  ["Heading 1", "h1 title"],
  ["Heading 2", "h2 section subheading"],
  ["Heading 3", "h3 subheading"],
  ["Bullet list", "unordered points ul"],
  ["Numbered list", "ordered ol steps"],
  ["Quote", "blockquote citation"],
  ["Pull quote", "blockquote highlight"],
  ["Callout", "note tip warning box info aside"],
  ["Image", "picture photo address"],
  ["Link card", "embed video post youtube vimeo bluesky mastodon twitter preview"],
  ["Gallery", "pictures photos grid"],
  ["Table", "grid rows columns cells"],
  ["Code block", "pre program source snippet"],
  ["Footnote", "reference note source"],
  ["Horizontal rule", "divider line break separator hr"],
];

export type SlashItem = { tool: Tool; words: string };

const ITEMS: readonly SlashItem[] = WORDS.flatMap(([label, words]) => {
  const tool = TOOLS.flat().find((each) => each.label === label);
  return tool ? [{ tool, words: `${label.toLowerCase()} ${words}` }] : [];
});

/** Whether a tool is in the menu. */
export const isInMenu = (tool: Tool): boolean => ITEMS.some((item) => item.tool === tool);

/** The items one of whose words begins with what was typed, those first whose label does. */
export function slashItems(query: string, state: ToolState, addition?: EditorAddition): SlashItem[] {
  const typed = query.toLowerCase();
  const own = (addition?.tools ?? []).map((tool) => ({ tool, words: `${tool.label.toLowerCase()} ${tool.words}` }));
  const found = [...own, ...ITEMS].filter(
    ({ tool, words }) =>
      !isHiddenTool(tool, addition?.hidden) &&
      (!tool.enabled || state[tool.enabled]) &&
      words.split(" ").some((word) => word.startsWith(typed)),
  );
  const isByLabel = ({ words }: SlashItem) => words.startsWith(typed);
  return [...found.filter(isByLabel), ...found.filter((item) => !isByLabel(item))];
}

/** Whether a slash opens the menu: in a paragraph, not in code. */
export const takesSlash = ($pos: ResolvedPos): boolean =>
  $pos.parent.type.name === "paragraph" && !$pos.marks().some(({ type }) => type.spec.code);
