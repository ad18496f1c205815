import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { ariaKeys, spokenKeys } from "#ui/admin/keyboard.tsx";
import { Icon } from "#ui/icon.tsx";
import { TAB_KEYS } from "#ui/tabs.tsx";
import { Tooltip, Tooltips } from "#ui/tooltip.tsx";
import type { EditorAddition } from "../rich-text.ts";
import { focusText } from "./editor-view.ts";
import { isHiddenTool, TOOL_SIZE, TOOLS, type Tool, type ToolDialog, type ToolState, toolState } from "./tools.ts";

type Props = {
  editor: Editor;
  /** The field's label, which distinguishes the toolbars. */
  label: string;
  addition: EditorAddition | undefined;
  disabled: boolean;
  onDialog: (dialog: ToolDialog) => void;
  /** Further buttons, each marked `data-tool`. */
  children: ReactNode;
};

const toolsIn = (toolbar: HTMLElement | null) => [...(toolbar?.querySelectorAll<HTMLElement>("[data-tool]") ?? [])];

/** One tab stop for the whole toolbar: the tool that last had the focus (ARIA Authoring Practices, toolbar). */
function makeStop(toolbar: HTMLElement | null, stop: HTMLElement | undefined) {
  for (const tool of toolsIn(toolbar)) tool.tabIndex = tool === stop ? 0 : -1;
}

/** The tools in groups. It stays visible while a long text scrolls; on a phone it is one row that scrolls sideways. */
export function Toolbar({ editor, label, addition, disabled, onDialog, children }: Props) {
  const toolbar = useRef<HTMLDivElement>(null);
  const state = useEditorState({ editor, selector: ({ editor: current }) => toolState(current) });

  useEffect(() => {
    makeStop(toolbar.current, toolsIn(toolbar.current)[0]);
    // Destroyed before it was shown, because rendering took long; another one replaces it.
    if (editor.isDestroyed) return;
    const { dom } = editor.view;
    const toToolbar = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "F10" || !event.altKey) return;
      event.preventDefault();
      toolsIn(toolbar.current)
        .find((tool) => tool.tabIndex === 0)
        ?.focus();
    };
    dom.addEventListener("keydown", toToolbar);
    return () => dom.removeEventListener("keydown", toToolbar);
  }, [editor]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") return focusText(editor);
    const tools = toolsIn(toolbar.current);
    const to = TAB_KEYS[event.key]?.(tools.indexOf(event.target as HTMLElement), tools.length);
    if (to === undefined) return;
    event.preventDefault();
    tools[to]?.focus();
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.hasAttribute("data-tool")) makeStop(toolbar.current, target);
  };
  function use(tool: Tool, event: MouseEvent) {
    if (isOff(tool, state, disabled)) return;
    if ("dialog" in tool) return onDialog(tool.dialog);
    // With the keyboard the focus stays here, so that several tools can be used in succession.
    const isByKey = event.detail === 0;
    tool.run(editor.chain()).run();
    if (!isByKey) focusText(editor);
  }
  return (
    <Tooltips>
      <div
        ref={toolbar}
        role="toolbar"
        aria-label={`${label}: formatting`}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        // A click keeps focus and selection in the text.
        onMouseDown={(event) => event.preventDefault()}
        className="editor-toolbar"
      >
        {shownTools(state, addition).map((group) => (
          <div key={group[0]?.label} className="flex shrink-0">
            {group.map((tool) => (
              <ToolButton
                key={tool.label}
                tool={tool}
                isOff={isOff(tool, state, disabled)}
                isPressed={tool.pressed && state[tool.pressed]}
                onUse={(event) => use(tool, event)}
              />
            ))}
          </div>
        ))}
        {children}
      </div>
    </Tooltips>
  );
}

const shownTools = (state: ToolState, addition: EditorAddition | undefined): Tool[][] =>
  [...TOOLS, [...(addition?.tools ?? [])]]
    .map((group) => group.filter((tool) => (!tool.shown || state[tool.shown]) && !isHiddenTool(tool, addition?.hidden)))
    .filter((group) => group.length > 0);

const isOff = (tool: Tool, state: ToolState, disabled: boolean): boolean =>
  disabled || (tool.enabled !== undefined && !state[tool.enabled]);

type ButtonProps = {
  tool: Tool;
  isOff: boolean;
  isPressed: boolean | undefined;
  onUse: (event: MouseEvent) => void;
};

function ToolButton({ tool, isOff: isDisabled, isPressed, onUse }: ButtonProps) {
  return (
    <Tooltip text={tool.keys ? `${tool.label} (${spokenKeys(tool.keys)})` : tool.label}>
      <AdminIconButton
        label={tool.label}
        title={undefined}
        data-tool
        tabIndex={-1}
        className={TOOL_SIZE}
        aria-pressed={isPressed}
        aria-disabled={isDisabled || undefined}
        aria-keyshortcuts={tool.keys && ariaKeys(tool.keys)}
        onClick={onUse}
      >
        <Icon icon={tool.icon} size={18} />
      </AdminIconButton>
    </Tooltip>
  );
}
