import { EditorContent, useEditor } from "@tiptap/react";
import { type KeyboardEvent, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useUnsaved } from "#ui/admin/unsaved.ts";
import "./editor.css";
import { DropZone } from "./drop-zone.tsx";
import { EXTENSIONS, PLACEHOLDER } from "./extensions.ts";
import { type FileHandlers, fileHandlers } from "./file-handlers.ts";
import { KeysHelp } from "./keys-help.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { parseHtml } from "./parse-html.ts";
import { PictureDialog } from "./picture-dialog.tsx";
import type { RichTextProps } from "./rich-text.ts";
import { Toolbar } from "./toolbar.tsx";
import { UploadButton } from "./upload-button.tsx";
import { useContentOut } from "./use-content-out.ts";
import { usePictureUploads } from "./use-picture-uploads.ts";

/** The editor itself, in its own chunk; see `RichTextEditor`. */
export function EditorSurface({ label, value, onChange, error, disabled = false, ref }: RichTextProps) {
  const id = useId();
  const [opened] = useState(value);
  const [content] = useState(() => parseHtml(opened));
  const [dialog, setDialog] = useState<"link" | "picture" | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const files = useRef<FileHandlers | null>(null);
  const notes = error ? `${id}-error ${id}-help` : `${id}-help`;
  const editorProps = useMemo(
    () => ({
      ...fileHandlers(() => files.current),
      attributes: {
        class: "prose-article article-editor",
        "aria-multiline": "true",
        "aria-labelledby": `${id}-label`,
        "aria-describedby": notes,
        "aria-placeholder": PLACEHOLDER,
        ...(error ? { "aria-invalid": "true" } : {}),
        ...(disabled ? { "aria-disabled": "true" } : {}),
      },
    }),
    [id, notes, error, disabled],
  );
  const editor = useEditor({
    extensions: EXTENSIONS,
    content,
    editable: !disabled,
    // The policy of the admin area allows no style that a script puts in; see editor.css.
    injectCSS: false,
    // Text that is pasted stays as it is: stars in it are stars.
    enablePasteRules: ["link"],
    editorProps,
  });
  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);

  const out = useContentOut(editor, opened, onChange);
  const { progress, uploadAll } = usePictureUploads(editor);
  useEffect(() => {
    files.current = { uploadAll };
  });
  useUnsaved(progress !== null);

  useImperativeHandle(
    ref,
    () => ({
      html: out.html,
      focus: () => editor.commands.focus(),
      replace: (html) => {
        editor.commands.setContent(parseHtml(html));
        out.flush();
      },
    }),
    [editor, out],
  );
  useEffect(() => {
    // Before the form's own handlers, which then see the last word.
    const form = frame.current?.closest("form");
    const onSubmit = () => flushSync(out.flush);
    form?.addEventListener("submit", onSubmit, true);
    return () => form?.removeEventListener("submit", onSubmit, true);
  }, [out]);

  function onKeyDownCapture(event: KeyboardEvent) {
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && event.key.toLowerCase() === "s" && !event.shiftKey) flushSync(out.flush);
    // Before ProseMirror, for which Enter begins a line after the picture.
    if (event.key === "Enter" && !disabled && editor.isFocused && editor.isActive("image")) {
      event.preventDefault();
      event.stopPropagation();
      setDialog("picture");
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    // Crosses a word out; the form saves with Ctrl+S.
    if (event.shiftKey && event.key.toLowerCase() === "s") event.stopPropagation();
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (disabled || !isMod || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    setDialog("link");
  }
  const closeDialog = () => {
    setDialog(null);
    editor.commands.focus();
  };

  return (
    <div ref={frame} onKeyDownCapture={onKeyDownCapture}>
      <span id={`${id}-label`} className="mb-1.5 block text-sm font-semibold">
        {label}
      </span>
      <DropZone isInvalid={Boolean(error)}>
        <Toolbar editor={editor} label={label} disabled={disabled} onDialog={setDialog}>
          <UploadButton disabled={disabled} onFiles={uploadAll} />
        </Toolbar>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the text inside; the toolbar has them too */}
        <div onKeyDown={onKeyDown} onDoubleClick={() => editor.isActive("image") && setDialog("picture")}>
          <EditorContent editor={editor} />
        </div>
      </DropZone>
      <div className="mt-1.5 flex flex-wrap justify-between gap-x-4">
        <p className="meta">Drag and drop images here, or paste them.</p>
        <p role="status" className="meta font-semibold">
          {progress !== null && "Uploading image..."}
        </p>
      </div>
      <KeysHelp id={`${id}-help`} />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {error}
        </p>
      )}
      {dialog === "link" && <LinkDialog editor={editor} onClose={closeDialog} />}
      {dialog === "picture" && <PictureDialog editor={editor} onClose={closeDialog} />}
    </div>
  );
}
