import { type DragEvent, type ReactNode, useEffect, useState } from "react";

const hasFiles = (event: { dataTransfer: DataTransfer | null }) => event.dataTransfer?.types.includes("Files") ?? false;

/**
 * The frame around the text, which highlights while files are dragged. A file dropped outside of the text does not
 * replace the page.
 */
export function DropZone({ isInvalid, children }: { isInvalid: boolean; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
      if (event.type === "drop") setIsOver(false);
    };
    window.addEventListener("dragover", keepPage);
    window.addEventListener("drop", keepPage);
    return () => {
      window.removeEventListener("dragover", keepPage);
      window.removeEventListener("drop", keepPage);
    };
  }, []);
  function onDragLeave(event: DragEvent) {
    const to = event.relatedTarget;
    if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only highlights the drop target; the text handles the drop
    <div
      onDragEnter={(event) => setIsOver(hasFiles(event))}
      onDragLeave={onDragLeave}
      data-over={isOver || undefined}
      data-invalid={isInvalid || undefined}
      className="editor-frame"
    >
      {children}
    </div>
  );
}
