import "./editor.css";
import "./editor-panels.css";
import { type Editor, getSchema } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { EditorContent, useEditor } from "@tiptap/react";
import { ImageUp } from "lucide";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { usePictureChooser } from "#features/media/pictures/admin/use-picture-chooser.tsx";
import { inLanguage } from "#shared/language.ts";
import { PopupContainer } from "#ui/admin/dialog.tsx";
import { useKeySheet } from "#ui/admin/keyboard.tsx";
import { useOfferedActions } from "#ui/admin/screen.tsx";
import { loadAhead } from "#ui/admin/timing.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { Icon } from "#ui/icon.tsx";
import { extensionsWith, PLACEHOLDER } from "../extensions.ts";
import type { CardInText, EditorAddition, FoundField, Passages, RichTextProps } from "../rich-text.ts";
import { BlockHandle } from "./block-handle.tsx";
import { useCardsInText } from "./cards-in-text.tsx";
import { focusLanguage } from "./code-language.tsx";
import { type EditorDialog, EditorDialogs } from "./dialogs.tsx";
import { DropZone } from "./drop.tsx";
import { type ContentOut, parseHtml, replaceContent, useContentOut } from "./editor-content.ts";
import { EditorStatus, FootnoteList, goToHeading, KeysHelp, useTextStats } from "./editor-status.tsx";
import { focusText } from "./editor-view.ts";
import { useFieldSteps } from "./field-steps.ts";
import { FindPanel } from "./find-panel.tsx";
import { FloatingTools } from "./floating-tools.tsx";
import { canHaveFootnote, FOOTNOTE_ATTRIBUTE } from "./footnote-node.ts";
import { PLAIN_PASTE } from "./guarded-paste.ts";
import { HouseWordBar, replaceHouseWord, useHouseWords } from "./house-words.tsx";
import { keySections } from "./keys-dialog.tsx";
import { useOthers } from "./others.ts";
import { NoteButton, noteHere, scrollToPassage, selectPassage, usePassages } from "./passages.tsx";
import { type FileHandlers, fileHandlers, loadMarkdown } from "./paste.ts";
import { missingPictures } from "./pasted-pictures.ts";
import { figureOf, usePictureUploads } from "./picture-uploads.ts";
import { SlashMenu } from "./slash-menu.tsx";
import { showSuggestion, useSuggestionMarks } from "./suggesting.ts";
import { useDeadLinkMarks } from "./text-marks.ts";
import { bringPictures, removePictures, useRemoteContent, useWaitingPictures } from "./text-pictures.ts";
import { Toolbar, useToolbarKey } from "./toolbar.tsx";
import type { ToolDialog } from "./tools.ts";

type Parts = {
  editor: Editor;
  addition: EditorAddition | undefined;
  out: ContentOut;
  disabled: boolean;
  passages: Passages | undefined;
  open: (dialog: EditorDialog | "find") => void;
};

const ofNode = (editor: Editor, addition: EditorAddition | undefined): EditorDialog | null =>
  editor.isActive("image")
    ? "picture"
    : editor.isActive("footnote")
      ? "footnote"
      : editor.isActive("file")
        ? "file"
        : (addition?.dialogOf(editor) ?? null);

/**
 * Makes the editor read the caret and selection synchronously. Browsers report them in a separate task, which on a
 * busy machine runs after the next key, which would then act on the previous selection.
 */
const readSelection = () => document.dispatchEvent(new Event("selectionchange"));

/** Keys and clicks outside the tools: saving and opening dialogs. */
export function surfaceKeys({ editor, addition, out, disabled, passages, open }: Parts) {
  const openFor = (event: KeyboardEvent, dialog: EditorDialog | "find" | null) => {
    if (disabled || dialog === null) return;
    event.preventDefault();
    event.stopPropagation();
    open(dialog);
  };
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      if (editor.isFocused && !event.nativeEvent.isComposing) readSelection();
      const isMod = event.ctrlKey || event.metaKey;
      if (isMod && event.key.toLowerCase() === "s" && !event.shiftKey) flushSync(out.flush);
      if (event.key === "Enter" && event.altKey && editor.isFocused && !disabled && replaceHouseWord(editor)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      // Before ProseMirror, where Enter starts a line after the picture.
      if (event.key === "Enter" && editor.isFocused) openFor(event, ofNode(editor, addition));
    },
    onKeyDown(event: KeyboardEvent) {
      // Ctrl+Shift+S is strikethrough; the form saves on Ctrl+S.
      if (event.shiftKey && event.key.toLowerCase() === "s") event.stopPropagation();
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      // Without text to link, the shortcut opens the command palette.
      const canLink = !editor.state.selection.empty || editor.isActive("link");
      if (!event.altKey && event.key.toLowerCase() === "k" && canLink) openFor(event, "link");
      if (!event.altKey && event.key.toLowerCase() === "f") openFor(event, "find");
      // On a Mac, Option changes the letter of the key.
      if (event.altKey && event.code === "KeyF" && canHaveFootnote(editor.state)) openFor(event, "footnote");
      if (event.altKey && event.code === "KeyM" && passages) {
        event.preventDefault();
        noteHere(editor, passages);
      }
    },
    onClick({ target }: MouseEvent) {
      const isNumber = target instanceof Element && target.closest(`sup[${FOOTNOTE_ATTRIBUTE}]`) !== null;
      if (isNumber && !disabled && editor.isActive("footnote")) open("footnote");
    },
    onDoubleClick() {
      const dialog = ofNode(editor, addition);
      if (dialog !== null && dialog !== "footnote" && !disabled) open(dialog);
    },
  };
}

type UploadProps = { disabled: boolean; chooser: ReturnType<typeof usePictureChooser> };

function UploadButton({ disabled, chooser }: UploadProps) {
  return (
    <>
      {chooser.input}
      <button
        type="button"
        data-tool
        tabIndex={-1}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && chooser.open()}
        className="inline-flex h-9 shrink-0 items-center gap-2 px-2.5 text-sm font-semibold whitespace-nowrap hover:bg-surface aria-disabled:opacity-50 pointer-coarse:h-11 pointer-fine:h-8"
      >
        <Icon icon={ImageUp} size={17} />
        <span className="@max-md:sr-only">Upload Image</span>
      </button>
    </>
  );
}

/** Selects an element of the text and scrolls it to the middle of the screen. */
function showElement({ view }: Editor, selector: string, at: number): void {
  const element = view.dom.querySelectorAll(selector)[at];
  if (!element) return;
  const { doc, tr } = view.state;
  const start = view.posAtDOM(element, 0);
  const picture = [start, start - 1].find((place) => place >= 0 && doc.nodeAt(place)?.type.name === "image");
  const selection =
    picture === undefined
      ? TextSelection.between(doc.resolve(start), doc.resolve(view.posAtDOM(element, element.childNodes.length)))
      : NodeSelection.create(doc, picture);
  view.dispatch(tr.setSelection(selection));
  view.focus();
  element.scrollIntoView({ block: "center" });
}

type Attributes = {
  id: string;
  addition: EditorAddition | undefined;
  notes: string;
  error: string | undefined;
  disabled: boolean;
  isReadOnly: boolean;
};

/** Heights covered by the toolbar and the status line, in pixels, which scrolling keeps clear of the cursor. */
const HIDDEN_EDGES = { top: 176, right: 0, bottom: 56, left: 0 };

const NO_FIELDS: readonly FoundField[] = [];
const NO_CARDS: readonly CardInText[] = [];

/** The Tiptap editor; dropped and pasted files go to the current handlers. */
function useSurface(
  content: ReturnType<typeof parseHtml>,
  { id, addition, notes, error, disabled, isReadOnly }: Attributes,
) {
  const files = useRef<FileHandlers | null>(null);
  const editorProps = useMemo(
    () => ({
      ...fileHandlers(() => files.current),
      scrollThreshold: HIDDEN_EDGES,
      scrollMargin: HIDDEN_EDGES,
      attributes: {
        class: "prose-article article-editor",
        "aria-multiline": "true",
        "aria-labelledby": `${id}-label`,
        ...(!isReadOnly && { "aria-describedby": notes }),
        "aria-placeholder": addition?.placeholder ?? PLACEHOLDER,
        ...(error ? { "aria-invalid": "true" } : {}),
        ...(isReadOnly ? { "aria-readonly": "true" } : disabled ? { "aria-disabled": "true" } : {}),
      },
    }),
    [id, addition, notes, error, disabled, isReadOnly],
  );
  const [extensions] = useState(() => extensionsWith(addition));
  const editor = useEditor({
    extensions,
    content,
    editable: !disabled,
    // The admin area's CSP blocks styles injected by scripts; see editor.css.
    injectCSS: false,
    // Pasted text is not transformed: asterisks remain asterisks.
    enablePasteRules: ["link"],
    editorProps,
  });
  useEffect(() => {
    editor.setEditable(!disabled, false);
  }, [editor, disabled]);
  const { progress, uploadAll } = usePictureUploads(editor);
  const show = useToast();
  useEffect(() => {
    const reportMissing = (count: number) => show(missingPictures(count));
    files.current = { uploadAll, reportMissing, reportPlain: () => show(PLAIN_PASTE) };
  });
  useUnsaved(progress !== null);
  useWaitingPictures(editor);
  useEffect(() => loadAhead(loadMarkdown), []);
  return { editor, uploadAll, isUploading: progress !== null };
}

/** Flushes pending changes to the form before its own submit handlers run. */
function useFlushOnSubmit(frame: RefObject<HTMLDivElement | null>, out: ContentOut): void {
  useEffect(() => {
    const form = frame.current?.closest("form");
    const onSubmit = () => flushSync(out.flush);
    form?.addEventListener("submit", onSubmit, true);
    return () => form?.removeEventListener("submit", onSubmit, true);
  }, [frame, out]);
}

function useDialog(editor: Editor) {
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const closeDialog = () => {
    // Before the focus, because a closing dialog returns it to the text without the cursor.
    flushSync(() => setDialog(null));
    focusText(editor);
  };
  return { dialog, setDialog, closeDialog };
}

type Reached = { editor: Editor; out: ContentOut; find: () => void; showKeys: () => void };

function useHandle(ref: RichTextProps["ref"], { editor, out, find, showKeys }: Reached): void {
  const openFind = useEffectEvent(find);
  const openKeys = useEffectEvent(showKeys);
  useImperativeHandle(
    ref,
    () => ({
      html: out.html,
      focus: () => focusText(editor),
      find: () => openFind(),
      goTo: (heading) => goToHeading(editor, heading),
      showKeys: () => openKeys(),
      show: (selector, at) => showElement(editor, selector, at),
      replacePictures: (address, url) =>
        url === null ? removePictures(editor, address) : bringPictures(editor, new Map([[address, url]])),
      beginWith: (picture) => editor.commands.insertContentAt(0, figureOf(picture)),
      showPassage: (id) => selectPassage(editor, id),
      revealPassage: (id) => scrollToPassage(editor, id, "nearest"),
      showSuggestion: (id) => showSuggestion(editor, id),
      replace: (html, whose) => {
        replaceContent(editor, html, whose !== "theirs");
        out.flush();
      },
    }),
    [editor, out],
  );
}

/** What is marked in the text and is not part of it. */
function useMarks(editor: Editor, { passages, others, suggestions, houseWords }: RichTextProps): void {
  usePassages(editor, passages);
  useOthers(editor, others);
  useSuggestionMarks(editor, suggestions);
  useHouseWords(editor, houseWords);
  useDeadLinkMarks(editor);
}

/** The editor, in its own chunk; see `RichTextEditor`. */
export function EditorSurface(props: RichTextProps) {
  const {
    label,
    labelHidden = false,
    value,
    onChange,
    onStats,
    addition,
    passages,
    fields = NO_FIELDS,
    error,
    isReadOnly = false,
    disabled = isReadOnly,
    ref,
  } = props;
  const id = useId();
  const [opened] = useState(value);
  const [content] = useState(() => parseHtml(opened, addition && getSchema(extensionsWith(addition))));
  const frame = useRef<HTMLDivElement>(null);
  const notes = error ? `${id}-error ${id}-help` : `${id}-help`;
  const [isFinding, setIsFinding] = useState(false);
  const offered = useOfferedActions();
  const showKeys = useKeySheet(() => keySections({ addition, hasNotes: !!passages, actions: offered() }));
  const { editor, uploadAll, isUploading } = useSurface(content, { id, addition, notes, error, disabled, isReadOnly });
  const { dialog, setDialog, closeDialog } = useDialog(editor);
  const out = useContentOut(editor, opened, onChange);
  useHandle(ref, { editor, out, find: () => setIsFinding(true), showKeys });
  useFlushOnSubmit(frame, out);
  useToolbarKey(frame);
  useRemoteContent(editor);
  useMarks(editor, props);
  const cards = useCardsInText(editor, props.cards ?? NO_CARDS);
  useFieldSteps(editor, fields);
  const stats = useTextStats(editor);
  useEffect(() => onStats?.(stats), [onStats, stats]);
  const onOpen = (what: EditorDialog | "find") => (what === "find" ? setIsFinding(true) : setDialog(what));
  const { onKeyDownCapture, ...keys } = surfaceKeys({ editor, addition, out, disabled, passages, open: onOpen });
  const chooser = usePictureChooser(uploadAll, { multiple: true });
  const uploadHere = (files: File[], asGallery: boolean) => void uploadAll(files, undefined, asGallery);
  const galleryChooser = usePictureChooser((files) => uploadHere(files, true), { multiple: true });
  function onDialog(tool: ToolDialog) {
    if (tool === "language") focusLanguage(editor);
    else if (tool === "upload") chooser.open();
    else if (tool === "gallery") galleryChooser.open();
    else setDialog(tool);
  }

  return (
    <div ref={frame} onKeyDownCapture={onKeyDownCapture}>
      <span id={`${id}-label`} className={labelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </span>
      <DropZone isInvalid={Boolean(error)}>
        {/* In the page's main landmark, like the text. */}
        <PopupContainer value={frame}>
          {!isReadOnly && (
            <div className="editor-head">
              <Toolbar editor={editor} label={label} addition={addition} disabled={disabled} onDialog={onDialog}>
                <UploadButton disabled={disabled} chooser={chooser} />
                {passages && <NoteButton editor={editor} passages={passages} />}
              </Toolbar>
              {isFinding && !disabled && (
                <FindPanel editor={editor} fields={fields} onClose={() => setIsFinding(false)} />
              )}
            </div>
          )}
          <div className="editor-page" {...keys}>
            {cards}
            <EditorContent editor={editor} {...(props.language && inLanguage(props.language))} />
            {!disabled && <BlockHandle editor={editor} pageUrl={props.pageUrl} />}
            {!disabled && <FloatingTools editor={editor} label={label} passages={passages} onDialog={onDialog} />}
            {!disabled && <HouseWordBar editor={editor} label={label} />}
          </div>
        </PopupContainer>
        {!disabled && <SlashMenu editor={editor} addition={addition} onDialog={onDialog} />}
        <FootnoteList editor={editor} disabled={disabled} onOpen={() => setDialog("footnote")} />
        {!onStats && !isReadOnly && (
          <EditorStatus
            stats={stats}
            onFind={() => setIsFinding(true)}
            onKeys={showKeys}
            onHeading={(index) => goToHeading(editor, index)}
          />
        )}
      </DropZone>
      {!isReadOnly && <Notes id={id} error={error} isUploading={isUploading} />}
      {galleryChooser.input}
      <EditorDialogs editor={editor} addition={addition} open={dialog} onClose={closeDialog} onUpload={uploadHere} />
    </div>
  );
}

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
