import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { isTableAround } from "./table-nodes.ts";

/**
 * Tab and Shift+Tab indent and outdent list items, and move through the cells of a table, where Tab in the last
 * cell adds a row. Everywhere else, and after Esc, they leave the editor as in any field, so that the focus is never trapped.
 */
export const TabKeys = Extension.create({
  name: "tabKeys",
  addProseMirrorPlugins() {
    const { editor } = this;
    let isLeaving = false;
    return [
      new Plugin({
        props: {
          handleKeyDown: (_view, event) => {
            if (event.key !== "Tab") {
              isLeaving = event.key === "Escape" || (isLeaving && event.key === "Shift");
              return false;
            }
            if (isLeaving || event.ctrlKey || event.metaKey || event.altKey) return false;
            if (isTableAround(editor.state)) {
              if (editor.commands.goToCell(event.shiftKey ? -1 : 1)) return true;
              if (!event.shiftKey && editor.commands.changeTable("addRowAfter")) return editor.commands.goToCell(1);
            }
            if (!event.shiftKey) return editor.commands.sinkListItem("listItem");
            return isNested(editor.state.selection.$from) && editor.commands.liftListItem("listItem");
          },
          handleDOMEvents: {
            blur: () => {
              isLeaving = false;
            },
          },
        },
      }),
    ];
  },
});

/** Whether the position is inside a nested list item. */
function isNested($from: { depth: number; node: (depth: number) => { type: { name: string } } }): boolean {
  let items = 0;
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === "listItem") items++;
  return items > 1;
}
