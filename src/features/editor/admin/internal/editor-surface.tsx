import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useUnsaved } from "#ui/admin/unsaved.ts";
import "./editor.css";
import { EXTENSIONS, PLACEHOLDER } from "../extensions.ts";
import type { RichTextProps } from "../rich-text.ts";
import { DropZone } from "./drop-zone.tsx";
import { type FileHandlers, fileHandlers } from "./file-handlers.ts";
import { KeysHelp } from "./keys-help.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { parseHtml } from "./parse-html.ts";
import { PictureDialog } from "./picture-dialog.tsx";
import { replaceContent } from "./replace-content.ts";
import { showElement } from "./show-element.ts";
import { Toolbar } from "./toolbar.tsx";
import { UploadButton } from "./upload-button.tsx";
import { useContentOut } from "./use-content-out.ts";
import { usePictureUploads } from "./use-picture-uploads.ts";

type Dialog = "link" | "picture" | null;
type Attributes = { id: string; notes: string; error: string | undefined; disabled: boolean };

/** The Tiptap editor; dropped and pasted files go to the current handlers. */
function useSurface(content: ReturnType<typeof parseHtml>, { id, notes, error, disabled }: Attributes) {
  const files = useRef<FileHandlers | null>(null);
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
    // The admin area's CSP blocks styles injected by scripts; see editor.css.
    injectCSS: false,
    // Pasted text stays as it is: asterisks remain asterisks.
    enablePasteRules: ["link"],
    editorProps,
  });
  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  const { progress, uploadAll } = usePictureUploads(editor);
  useEffect(() => {
    files.current = { uploadAll };
  });
  useUnsaved(progress !== null);
  return { editor, uploadAll, isUploading: progress !== null };
}

type ContentOut = ReturnType<typeof useContentOut>;

/** Flushes pending changes to the form before its own submit handlers run. */
function useFlushOnSubmit(frame: RefObject<HTMLDivElement | null>, out: ContentOut): void {
  useEffect(() => {
    const form = frame.current?.closest("form");
    const onSubmit = () => flushSync(out.flush);
    form?.addEventListener("submit", onSubmit, true);
    return () => form?.removeEventListener("submit", onSubmit, true);
  }, [frame, out]);
}

/** Keys that belong to no tool: saving, and opening dialogs. */
function surfaceKeys(editor: Editor, out: ContentOut, disabled: boolean, openDialog: (dialog: Dialog) => void) {
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      const isMod = event.ctrlKey || event.metaKey;
      if (isMod && event.key.toLowerCase() === "s" && !event.shiftKey) flushSync(out.flush);
      // Before ProseMirror, where Enter begins a line after the picture.
      if (event.key === "Enter" && !disabled && editor.isFocused && editor.isActive("image")) {
        event.preventDefault();
        event.stopPropagation();
        openDialog("picture");
      }
    },
    onKeyDown(event: KeyboardEvent) {
      // Ctrl+Shift+S is strikethrough; the form saves on Ctrl+S.
      if (event.shiftKey && event.key.toLowerCase() === "s") event.stopPropagation();
      const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (disabled || !isMod || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      openDialog("link");
    },
  };
}

/** The editor itself, in its own chunk; see `RichTextEditor`. */
export function EditorSurface(props: RichTextProps) {
  const { label, labelHidden = false, value, onChange, error, disabled = false, ref } = props;
  const id = useId();
  const [opened] = useState(value);
  const [content] = useState(() => parseHtml(opened));
  const [dialog, setDialog] = useState<Dialog>(null);
  const frame = useRef<HTMLDivElement>(null);
  const notes = error ? `${id}-error ${id}-help` : `${id}-help`;
  const { editor, uploadAll, isUploading } = useSurface(content, { id, notes, error, disabled });
  const out = useContentOut(editor, opened, onChange);
  useImperativeHandle(
    ref,
    () => ({
      html: out.html,
      focus: () => editor.commands.focus(),
      show: (selector, at) => showElement(editor, selector, at),
      replace: (html) => {
        replaceContent(editor, html);
        out.flush();
      },
    }),
    [editor, out],
  );
  useFlushOnSubmit(frame, out);
  const { onKeyDownCapture, onKeyDown } = surfaceKeys(editor, out, disabled, setDialog);
  const closeDialog = () => {
    setDialog(null);
    editor.commands.focus();
  };

  return (
    <div ref={frame} onKeyDownCapture={onKeyDownCapture}>
      <span id={`${id}-label`} className={labelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </span>
      <DropZone isInvalid={Boolean(error)}>
        <Toolbar editor={editor} label={label} disabled={disabled} onDialog={setDialog}>
          <UploadButton disabled={disabled} onFiles={uploadAll} />
        </Toolbar>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the text inside; the toolbar offers them too */}
        <div onKeyDown={onKeyDown} onDoubleClick={() => editor.isActive("image") && setDialog("picture")}>
          <EditorContent editor={editor} />
        </div>
      </DropZone>
      <Notes id={id} error={error} isUploading={isUploading} />
      {dialog === "link" && <LinkDialog editor={editor} onClose={closeDialog} />}
      {dialog === "picture" && <PictureDialog editor={editor} onClose={closeDialog} />}
    </div>
  );
}

/** Below the text: how to add pictures, the keyboard help, and the error. */
function Notes({ id, error, isUploading }: { id: string; error: string | undefined; isUploading: boolean }) {
  return (
    <>
      <div className="mt-1.5 flex flex-wrap justify-between gap-x-4">
        <p className="meta">Drag and drop images here, or paste them.</p>
        <p role="status" className="meta font-semibold">
          {isUploading && "Uploading image..."}
        </p>
      </div>
      <KeysHelp id={`${id}-help`} />
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {error}
        </p>
      )}
    </>
  );
}
