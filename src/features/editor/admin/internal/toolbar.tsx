import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Ellipsis } from "lucide";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { ariaKeys, spokenKeys } from "#ui/admin/keyboard.tsx";
import { Menu, type MenuItem } from "#ui/admin/menu.tsx";
import { Tooltip, Tooltips } from "#ui/admin/tooltip.tsx";
import { Icon } from "#ui/icon.tsx";
import { TAB_KEYS } from "#ui/tabs.tsx";
import type { EditorAddition } from "../rich-text.ts";
import { focusText } from "./editor-view.ts";
import { isHiddenTool, TOOL_SIZE, TOOLS, type Tool, type ToolDialog, type ToolState, toolState } from "./tools.ts";

const toolsIn = (toolbar: HTMLElement | null) => [...(toolbar?.querySelectorAll<HTMLElement>("[data-tool]") ?? [])];

/** One tab stop for the whole toolbar: the tool that last had the focus (ARIA Authoring Practices, toolbar). */
function makeStop(toolbar: HTMLElement | null, stop: HTMLElement | undefined) {
  for (const tool of toolsIn(toolbar)) tool.tabIndex = tool === stop ? 0 : -1;
}

const stopOf = (toolbar: HTMLElement | null) => toolsIn(toolbar).find((tool) => tool.tabIndex === 0);

type StripProps = { editor: Editor; label: string; className: string; children: ReactNode };

/** A toolbar with one tab stop: arrows move, Escape returns to the text. */
export function ToolStrip({ editor, label, className, children }: StripProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const isVisited = useRef(false);
  // After each render, because the first tool may have changed and the tab stop may have disappeared.
  useLayoutEffect(() => {
    if (!isVisited.current || !stopOf(toolbar.current)) makeStop(toolbar.current, toolsIn(toolbar.current)[0]);
  });
  function onKeyDown(event: KeyboardEvent) {
    // Not from the menu of a tool.
    if (!(event.target instanceof Node && toolbar.current?.contains(event.target))) return;
    if (event.key === "Escape") return focusText(editor);
    const tools = toolsIn(toolbar.current);
    const to = TAB_KEYS[event.key]?.(tools.indexOf(event.target as HTMLElement), tools.length);
    if (to === undefined) return;
    event.preventDefault();
    tools[to]?.focus();
  }
  function onFocus({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement && target.hasAttribute("data-tool"))) return;
    isVisited.current = true;
    makeStop(toolbar.current, target);
  }
  return (
    <Tooltips>
      <div
        ref={toolbar}
        role="toolbar"
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        // A click keeps focus and selection in the text.
        onMouseDown={(event) => event.preventDefault()}
        className={className}
      >
        {children}
      </div>
    </Tooltips>
  );
}

/** Alt+F10 moves from the text to the toolbar, and from each toolbar to the next visible one. */
export function useToolbarKey(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "F10" || !event.altKey) return;
      event.preventDefault();
      const toolbars = [...(element?.querySelectorAll<HTMLElement>('[role="toolbar"]') ?? [])];
      const at = toolbars.findIndex((toolbar) => toolbar.contains(document.activeElement));
      stopOf(toolbars[(at + 1) % toolbars.length] ?? null)?.focus();
    };
    element?.addEventListener("keydown", onKey);
    return () => element?.removeEventListener("keydown", onKey);
  }, [frame]);
}

const GAP_PX = 8;

/** The number of tools of these groups that fit into a row, with a button for the rest. */
export function toolsThatFit(groups: readonly number[], width: number, size: number): number {
  const all = groups.reduce((sum, count) => sum + count, 0);
  if (all * size + (groups.length - 1) * GAP_PX <= width) return all;
  let [left, fitting] = [width - size - GAP_PX, 0];
  for (const count of groups) {
    const own = Math.min(count, Math.floor(left / size));
    fitting += Math.max(0, own);
    if (own < count) break;
    left -= count * size + GAP_PX;
  }
  return fitting;
}

/** The number of tools that fit into the row, by its width. */
function useFitting(row: RefObject<HTMLDivElement | null>, counts: string): number {
  const [fitting, setFitting] = useState(0);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const size = element.querySelector<HTMLElement>("[data-tool]")?.offsetWidth ?? 0;
      if (size > 0) setFitting(toolsThatFit(counts.split(" ").map(Number), element.clientWidth, size));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, counts]);
  return fitting;
}

function splitTools(groups: readonly Tool[][], count: number): [Tool[][], Tool[][]] {
  let before = 0;
  const row: Tool[][] = [];
  const rest: Tool[][] = [];
  for (const group of groups) {
    const own = Math.max(0, count - before);
    before += group.length;
    row.push(group.slice(0, own));
    rest.push(group.slice(own));
  }
  return [row.filter((group) => group.length > 0), rest.filter((group) => group.length > 0)];
}

type Props = {
  editor: Editor;
  /** The field's label, which distinguishes toolbars. */
  label: string;
  addition: EditorAddition | undefined;
  disabled: boolean;
  onDialog: (dialog: ToolDialog) => void;
  /** Additional buttons, each with `data-tool`. */
  children: ReactNode;
};

/** One row of tools, the same for every selection. Tools that do not fit are in a menu at its end. */
export function Toolbar({ editor, label, addition, disabled, onDialog, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const state = useEditorState({ editor, selector: ({ editor: current }) => toolState(current) });
  const [history = [], ...others] = TOOLS;
  const groups = [history, [...(addition?.tools ?? [])], ...others]
    .map((group) => group.filter((tool) => !isHiddenTool(tool, addition?.hidden)))
    .filter((group) => group.length > 0);
  const fitting = useFitting(row, groups.map(({ length }) => length).join(" "));
  const [shown, rest] = splitTools(groups, fitting);
  const tools = { editor, state, disabled, onDialog };
  return (
    <ToolStrip editor={editor} label={`${label}: formatting`} className="editor-toolbar">
      <div ref={row} className="editor-tools">
        {shown.map((group) => (
          <div key={group[0]?.label} className="flex shrink-0">
            {group.map((tool) => (
              <ToolButton key={tool.label} tool={tool} {...tools} />
            ))}
          </div>
        ))}
        {rest.length > 0 && (
          <Menu
            label="More tools"
            trigger={
              <AdminIconButton label="More tools" data-tool tabIndex={-1} className={TOOL_SIZE}>
                <Icon icon={Ellipsis} size={18} />
              </AdminIconButton>
            }
            groups={rest.map((group) => group.map((tool) => menuItem(tool, tools)))}
            onChosen={() => focusText(editor)}
          />
        )}
      </div>
      {children}
    </ToolStrip>
  );
}

type Tools = { editor: Editor; state: ToolState; disabled: boolean; onDialog: (dialog: ToolDialog) => void };

const isOff = (tool: Tool, { state, disabled }: Tools): boolean =>
  disabled || (tool.enabled !== undefined && !state[tool.enabled]);

const menuItem = (tool: Tool, tools: Tools): MenuItem => ({
  label: tool.label,
  icon: tool.icon,
  keys: tool.keys && spokenKeys(tool.keys),
  isOn: tool.pressed && tools.state[tool.pressed],
  isDisabled: isOff(tool, tools),
  run: () => {
    if ("dialog" in tool) tools.onDialog(tool.dialog);
    else tool.run(tools.editor.chain()).run();
  },
});

export function ToolButton({ tool, ...tools }: Tools & { tool: Tool }) {
  const { editor, state, onDialog } = tools;
  function use(event: MouseEvent) {
    if (isOff(tool, tools)) return;
    if ("dialog" in tool) return onDialog(tool.dialog);
    // After keyboard use the focus stays here, so that several tools can be used in succession.
    const isByKey = event.detail === 0;
    tool.run(editor.chain()).run();
    if (!isByKey) focusText(editor);
  }
  return (
    <Tooltip text={tool.keys ? `${tool.label} (${spokenKeys(tool.keys)})` : tool.label}>
      <AdminIconButton
        label={tool.label}
        title={undefined}
        data-tool
        tabIndex={-1}
        className={TOOL_SIZE}
        aria-pressed={tool.pressed && state[tool.pressed]}
        aria-disabled={isOff(tool, tools) || undefined}
        aria-keyshortcuts={tool.keys && ariaKeys(tool.keys)}
        onClick={use}
      >
        <Icon icon={tool.icon} size={18} />
      </AdminIconButton>
    </Tooltip>
  );
}
