import type { ChainedCommands } from "@tiptap/core";
import type { IconNode } from "lucide";
import type { ToolState } from "./tool-state.ts";

export type Tool = {
  label: string;
  icon: IconNode;
  /** In ProseMirror's notation: `Mod` is Ctrl, or Cmd on a Mac. */
  keys?: string;
  /** The flag that says whether a toggle is on. */
  pressed?: keyof ToolState;
  /** The flag that says whether it is visible; always visible without one. */
  shown?: keyof ToolState;
  /** The flag that says whether it is enabled; always enabled without one. */
  enabled?: keyof ToolState;
} & ({ run: (chain: ChainedCommands) => ChainedCommands } | { dialog: ToolDialog });

/** What a tool opens instead of changing the text itself: one of the editor's own, or of an addition to it. */
export type ToolDialog = "link" | "picture" | "footnote" | "language" | "card" | (string & {});

/** Whether a tool is one of those that an addition has no use for. */
export const isHiddenTool = (tool: Tool, hidden: readonly string[] = []): boolean =>
  "dialog" in tool && hidden.includes(tool.dialog);

/** Smaller than other buttons with a mouse, so that two rows hold the tools of every text. */
export const TOOL_SIZE = "pointer-fine:size-8";
