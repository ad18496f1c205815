import type { KeyRow, KeySection } from "#ui/admin/keyboard.tsx";
import type { ScreenAction } from "#ui/admin/screen.tsx";
import type { EditorAddition } from "../rich-text.ts";
import { BLOCK_MENU_KEYS } from "./block-handle.tsx";
import { REPLACE_WORD_KEYS } from "./house-words.tsx";
import { NOTE_KEYS } from "./passages.tsx";
import { isInMenu } from "./slash-menu.tsx";
import type { ToolState } from "./tools.ts";
import { BLOCK_TOOLS, isHiddenTool, TOOLS, type Tool } from "./tools.ts";

const SAVE: KeyRow = ["Save", "Mod-S"];

const WRITING: readonly KeyRow[] = [
  ["Insert menu: choose with the arrow keys, insert with Enter", "/"],
  ["Line break", "Shift-Enter"],
  ["Move the block or list item up or down", "Alt-↑", "Alt-↓"],
  ["Block menu: duplicate, delete, turn into", BLOCK_MENU_KEYS],
  ["Add a line before the first block, or after the last", "↑", "↓"],
  ["Change the selected image or footnote", "Enter"],
  ["Replace the word at the cursor that the house style avoids", REPLACE_WORD_KEYS],
  ["Indent or outdent a list item; next or previous cell", "Tab", "Shift-Tab"],
  ["Caption and credit of the selected image, then the text below", "Tab", "Shift-Tab"],
  ["Toolbar, then the block tools: choose with the arrow keys, use with Enter", "Alt-F10"],
  ["Back to the text from the toolbar", "Esc"],
  ["Leave the text", "Esc", "Tab"],
];

const NOTE: KeyRow = ["Note on the selected words, or the one at the cursor", NOTE_KEYS];

const FINDING: readonly KeyRow[] = [
  ["Find and replace", "Mod-F"],
  ["Next and previous match", "Enter", "Shift-Enter"],
  ["Replace the match (in “Replace with”)", "Enter"],
  ["Back to the text, at the match", "Esc"],
];

const TYPED: readonly KeyRow[] = [
  ["Heading", "# ", "## ", "### "],
  ["List", "- ", "1. "],
  ["Quote", "> "],
  ["Code block, with its language", "``` ", "```js "],
  ["Divider", "---"],
  ["Bold, italic, struck through, code", "**a**", "*a*", "~~a~~", "`a`"],
  ["Link", "[words](address)"],
  ["Dash, ellipsis", "--", "..."],
];

const PLACES: Partial<Record<keyof ToolState, string>> = {
  table: "In a table",
  picture: "On an image",
  gallery: "In a gallery",
  callout: "In a callout",
  card: "On an embedded page",
  button: "In a button",
  file: "On a file",
};

const UPLOAD: KeyRow = ["Upload Image", "Alt-F10"];

/** The tools without shortcuts, grouped by place, with a way to reach each. */
function unkeyedRows(tools: readonly Tool[], isAdded: (tool: Tool) => boolean): KeyRow[] {
  const unkeyed = tools.filter(({ keys }) => keys === undefined);
  const rows = unkeyed
    .filter(({ shown }) => shown === undefined)
    .map((tool): KeyRow => [tool.label, ...(isInMenu(tool) || isAdded(tool) ? ["/"] : []), "Alt-F10"]);
  const places = new Set(unkeyed.flatMap(({ shown }) => shown ?? []));
  return [
    ...rows,
    UPLOAD,
    ...[...places].map((place): KeyRow => {
      const labels = unkeyed.filter(({ shown }) => shown === place).map(({ label }) => label.toLowerCase());
      return [`${PLACES[place] ?? place}: ${labels.join(", ")}`, "Alt-F10"];
    }),
  ];
}

type Shown = { addition: EditorAddition | undefined; hasNotes: boolean; actions: readonly ScreenAction[] };

/** All shortcuts of the editor and of the surrounding screen (`actions`). */
export function keySections({ addition, hasNotes, actions }: Shown): KeySection[] {
  const added: readonly Tool[] = addition?.tools ?? [];
  const tools = [...TOOLS.flat(), ...added, ...BLOCK_TOOLS.flat()].filter(
    (tool) => !isHiddenTool(tool, addition?.hidden),
  );
  const screen = actions.flatMap(({ label, keys }): KeyRow[] => (keys === undefined ? [] : [[label, keys]]));
  const saves = screen.some(([, keys]) => keys === SAVE[1]);
  return [
    { title: "Formatting", rows: tools.flatMap(({ label, keys }) => (keys === undefined ? [] : [[label, keys]])) },
    {
      title: "Tools without a shortcut",
      note: "Use the slash menu or the toolbar.",
      rows: unkeyedRows(tools, (tool) => added.includes(tool)),
    },
    { title: "Writing", rows: [...(saves ? screen : [...screen, SAVE]), ...WRITING, ...(hasNotes ? [NOTE] : [])] },
    { title: "Find and replace", rows: FINDING },
    { title: "While you type", rows: TYPED, isTyped: true },
  ];
}
