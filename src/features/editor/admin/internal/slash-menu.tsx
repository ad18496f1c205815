import type { Editor } from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { PluginKey } from "@tiptap/pm/state";
import { Suggestion, type SuggestionProps } from "@tiptap/suggestion";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "#ui/icon.tsx";
import type { EditorAddition } from "../rich-text.ts";
import type { ToolDialog, ToolState } from "./tools.ts";
import { isHiddenTool, TOOLS, type Tool, toolState } from "./tools.ts";

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

type SlashItem = { tool: Tool; words: string };

const ITEMS: readonly SlashItem[] = WORDS.flatMap(([label, words]) => {
  const tool = TOOLS.flat().find((each) => each.label === label);
  return tool ? [{ tool, words: `${label.toLowerCase()} ${words}` }] : [];
});

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

const KEY = new PluginKey("slashMenu");
type Shown = SuggestionProps<SlashItem, SlashItem>;
type Props = { editor: Editor; addition: EditorAddition | undefined; onDialog: (dialog: ToolDialog) => void };

/** The menu that "/" opens at the cursor: typing filters it, the arrows choose, Enter inserts, Esc closes it. */
export function SlashMenu({ editor, addition, onDialog }: Props) {
  const id = useId();
  const [container] = useState(() => document.createElement("div"));
  const [shown, setShown] = useState<Shown | null>(null);
  const [at, setAt] = useState(0);
  const items = shown?.items ?? [];

  const run = useEffectEvent(({ tool }: SlashItem, range: Shown["range"]) => {
    editor.chain().focus().deleteRange(range).run();
    if ("dialog" in tool) onDialog(tool.dialog);
    else tool.run(editor.chain().focus()).run();
  });
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    const item = items[at];
    if (!item) return false;
    if (event.key === "ArrowDown") setAt((at + 1) % items.length);
    else if (event.key === "ArrowUp") setAt((at + items.length - 1) % items.length);
    else if (event.key === "Enter" || event.key === "Tab") shown?.command(item);
    else return false;
    return true;
  });

  useEffect(() => {
    let unmount: (() => void) | undefined;
    const plugin = Suggestion<SlashItem, SlashItem>({
      pluginKey: KEY,
      editor,
      char: "/",
      allow: ({ state, range }) => takesSlash(state.doc.resolve(range.from)),
      items: ({ query }) => slashItems(query, toolState(editor), addition),
      command: ({ range, props }) => run(props, range),
      render: () => ({
        onStart: (props) => {
          unmount = props.mount(container);
          setAt(0);
          setShown(props);
        },
        onUpdate: (props) => {
          setAt(0);
          setShown(props);
        },
        onExit: () => {
          unmount?.();
          setShown(null);
        },
        onKeyDown: ({ event }) => onKey(event),
      }),
    });
    // Before all others: Enter begins no line while the menu is open.
    editor.registerPlugin(plugin, (added, plugins) => [added, ...plugins]);
    return () => {
      unmount?.();
      if (!editor.isDestroyed) editor.unregisterPlugin(KEY);
    };
  }, [editor, addition, container]);
  useActiveOption(editor, items.length > 0 ? `${id}-list` : null, `${id}-${at}`);

  return createPortal(
    items.length > 0 && (
      <Items id={id} items={items} at={at} onChoose={(item) => shown?.command(item)} onPoint={setAt} />
    ),
    container,
  );
}

/** Tells assistive technology which item is chosen while the focus stays in the text. */
function useActiveOption(editor: Editor, list: string | null, option: string): void {
  useEffect(() => {
    if (list === null || editor.isDestroyed) return;
    const { dom } = editor.view;
    dom.setAttribute("aria-controls", list);
    dom.setAttribute("aria-activedescendant", option);
    return () => {
      dom.removeAttribute("aria-controls");
      dom.removeAttribute("aria-activedescendant");
    };
  }, [editor, list, option]);
}

type ItemsProps = {
  id: string;
  items: readonly SlashItem[];
  at: number;
  onChoose: (item: SlashItem) => void;
  onPoint: (at: number) => void;
};

function Items({ id, items, at, onChoose, onPoint }: ItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Insert" className="slash-menu">
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the editor's, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: it is never focused: see useActiveOption
        <div
          key={item.tool.label}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onPoint(index)}
          onClick={() => onChoose(item)}
        >
          <Icon icon={item.tool.icon} size={18} />
          {item.tool.label}
        </div>
      ))}
    </div>
  );
}
