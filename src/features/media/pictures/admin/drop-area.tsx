import { type DragEvent, type ReactNode, useEffect, useState } from "react";

type Props = {
  /** Whether it also accepts pasted pictures; hidden ones and those in a dialog do not. */
  isOpen: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Accepts pictures dropped on it, or pasted anywhere except in a text. */
export function DropArea({ isOpen, onFiles, className = "", children }: Props) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      const isText = target instanceof Element && target.closest("input, textarea, [contenteditable]");
      if (files.length > 0 && !isText) onFiles(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [isOpen, onFiles]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
    <div
      className={`${className} ${isOver ? "outline-2 outline-offset-8 outline-accent outline-dashed" : ""}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        // The screen below a dialog is an ancestor in React's tree.
        event.stopPropagation();
        setIsOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
