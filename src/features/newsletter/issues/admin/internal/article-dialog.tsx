import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { createPortal } from "react-dom";
import { ARTICLE_ATTRIBUTE } from "#features/content/model.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { ArticleSearch } from "./article-search.tsx";
import { articleIdsIn } from "./issue-nodes.ts";

/** Puts published articles into an issue, or another one in the place of the one that is selected. */
export function ArticleDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [isChange] = useState(() => editor.isActive("articleBlock"));
  const [chosen, setChosen] = useState(() => articleIdsIn(editor));
  const [hasPicture, setHasPicture] = useState(
    isChange ? editor.getAttributes("articleBlock").kind === "with-picture" : chosen.length === 0,
  );
  function add(id: number) {
    const attrs = { [ARTICLE_ATTRIBUTE]: String(id), kind: hasPicture ? "with-picture" : "without-picture" };
    if (isChange) {
      editor.commands.updateAttributes("articleBlock", attrs);
      return onClose();
    }
    // After what is selected: the next one is added below this one.
    const { selection } = editor.state;
    const at = selection.$to.depth > 0 ? selection.$to.after(1) : selection.to;
    editor.chain().insertContentAt(at, { type: "articleBlock", attrs }).setNodeSelection(at).run();
    setChosen(articleIdsIn(editor));
    setHasPicture(false);
  }
  return createPortal(
    <Dialog title={isChange ? "Another article" : "Add articles"} onClose={onClose}>
      {/* The form of the issue is an ancestor in React's tree. */}
      <div className="mt-4 space-y-4" onSubmit={(event) => event.stopPropagation()}>
        <Checkbox label="With its picture" checked={hasPicture} onChange={setHasPicture} />
        <ArticleSearch chosen={chosen} onAdd={add} />
      </div>
      <div className="mt-5 flex justify-end">
        <AdminButton onClick={onClose}>{isChange ? "Cancel" : "Done"}</AdminButton>
      </div>
    </Dialog>,
    document.body,
  );
}
