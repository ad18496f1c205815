import "./writing-room.css";
import { useQueryClient } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide";
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NotesPanel } from "#features/documents/notes/admin/notes-panel.tsx";
import type { RoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { OthersHere, useOthersHere } from "#features/documents/presence/admin/others-here.tsx";
import { useStory } from "#features/documents/requests/admin/use-requests.ts";
import type { OpenStory } from "#features/documents/requests/schema.ts";
import { suggestionCalls } from "#features/documents/suggestions/admin/calls.ts";
import { RoomSuggestions } from "#features/documents/suggestions/admin/room-suggestions.tsx";
import { useRoomMode } from "#features/documents/suggestions/admin/suggestion-type.ts";
import { SuggestionsPanel } from "#features/documents/suggestions/admin/suggestions-panel.tsx";
import {
  RoomSuggestionsProvider,
  useRoomSuggestions,
  useSuggestionsInText,
} from "#features/documents/suggestions/admin/use-room-suggestions.ts";
import { type DeadLinks, DeadLinksProvider } from "#features/editor/admin/link-targets.ts";
import type { Others, RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { RichTextEditor } from "#features/editor/admin/rich-text-editor.tsx";
import type { DocumentKey } from "#shared/document.ts";
import { inLanguage } from "#shared/language.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormFrame } from "#ui/admin/edit-form/form-body.tsx";
import { useAskKey } from "#ui/admin/keyboard.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useScreenActions, useScreenTitle } from "#ui/admin/screen.tsx";
import { useMedia } from "#ui/admin/use-media.ts";
import { Icon } from "#ui/icon.tsx";
import { FieldAlternatives, useTextAlternatives } from "./alternative-card.tsx";
import { useDocumentMenu } from "./document-actions.tsx";
import { HeadlineField } from "./headline-field.tsx";
import { RoomBar } from "./instead-of-room.tsx";
import { isOfOthers, isOfText, OpenMatters, openMatters, useMatterPlaces } from "./open-matters.tsx";
import { ReadHeadlines, ReadPeople } from "./read-parts.tsx";
import type { Place } from "./remote-checks.tsx";
import { RoomFacts } from "./room-facts.tsx";
import { RoomReviewBanner } from "./room-review.tsx";
import { notesTool, RoomTools } from "./room-tools.tsx";
import { SIDE_BY_SIDE, useSettingsSheet } from "./settings-panel.tsx";
import { useHouse } from "./style-checks.ts";
import type { Checks } from "./text-checks.ts";
import type { Autosave, RoomForm } from "./use-room-form.ts";
import { VersionDialog } from "./version-dialog.tsx";
import { conflictWords, undecidedWords } from "./version-fields.ts";

type Props<Row extends { id: number }, W extends object, C extends object> = {
  form: RoomForm<Row, W, C>;
  /** The field with the initial focus. */
  firstField: keyof W & string;
  notes: RoomNotes;
  editor: RefObject<RichTextHandle | null>;
  /** Whether edits are suggestions that leave the document unchanged. */
  isSuggesting?: boolean;
  /** Whether the user sees neither notes nor the state of the document, and cannot edit it. */
  isGuest?: boolean;
  onSubmit: () => void;
  /** Stores and never publishes, by Ctrl+S. */
  save: () => void;
  /** Asks before it publishes or sends, by Ctrl+Enter. */
  ask: { label: string; run: () => void };
  /** Whether another user's version can still be overwritten; true by default. */
  isOpen?: (row: Row) => boolean;
  onCancel: () => void;
  /** The state text and the buttons of the bar. */
  state: ReactNode;
  /** The tools of the document; by default only its notes. */
  tools?: ReactNode;
  actions: ReactNode;
  /** What the checks of the text found. */
  checks?: Checks;
  /** Offered unsaved work and other notices, above the text. */
  notice: ReactNode;
  texts: ReactNode;
  settings: ReactNode;
  children?: ReactNode;
};

const NO_DEAD_LINKS: DeadLinks = new Map();

/** From this width on, the bar has room for the mode switch; below it, the switch is above the text. */
const WIDE = "(width >= 80rem)";

/** The frame of a room: bar, document, notes and settings. */
export function RoomFrame<Row extends { id: number }, W extends object, C extends object>(props: Props<Row, W, C>) {
  const { form, notes, isOpen, isSuggesting = false, isGuest = false } = props;
  const { base, values, isNew, type } = form;
  const room = useRef<HTMLElement>(null);
  const client = useQueryClient();
  const hasNewsroom = useHasNewsroom();
  const document: DocumentKey | null = base && hasNewsroom ? { type: type.type, id: base.id } : null;
  const isWide = useMedia(WIDE);
  const isReading = useRoomMode() === "read";
  const onMatter = useMatterPlaces(form.element, notes);
  const suggestions = useRoomSuggestions(form, document, isSuggesting ? "suggest" : "edit");
  const modes = document && <RoomSuggestions form={form} suggestions={suggestions} mayEdit={!isGuest} />;
  const inside = isGuest ? null : document;
  const story = useStory(inside);
  useScreenTitle(type.titleOf(values).trim() || `${base ? "Untitled" : "New"} ${type.type}`);
  useBarHeight(room);
  useAskKey(form.element, props.ask.run);
  useScreenActions([
    { ...props.ask, keys: "Mod-Enter" },
    { label: "Save your changes", keys: "Mod-S", run: props.save },
  ]);
  return (
    <OthersHere
      type={type.type}
      id={inside?.id ?? null}
      isOpenTwice={form.isOpenTwice}
      onChange={notes.refresh}
      onSaved={(etag) => form.session.notice(etag)}
      onSuggestions={() => document && void client.invalidateQueries(suggestionCalls(document))}
    >
      <section ref={room} aria-labelledby="room-heading" className="writing-room">
        <FormFrame
          form={form}
          className=""
          {...(!isReading && { firstField: props.firstField })}
          onSubmit={props.onSubmit}
          onSaveKey={props.save}
          question={<VersionDialog form={form} {...(isOpen && { isOpen })} />}
          bar={
            <RoomBar
              title={isNew ? type.words.new : isReading ? `Read the ${type.type}` : type.words.edit}
              back={type.words.back}
              onCancel={props.onCancel}
              state={
                <>
                  {props.state}
                  <RoomSide frame={props} story={story} modes={isWide && modes} />
                </>
              }
            >
              {props.actions}
            </RoomBar>
          }
        >
          <div
            className="room-page"
            data-notes={notes.isOpen || (document !== null && suggestions.isOpen) || undefined}
          >
            <div className="room-paper">
              {!isWide && modes && <div className="room-modes">{modes}</div>}
              <FieldAlternatives form={form} />
              {props.notice}
              {!isSuggesting && <RoomReviewBanner form={form} />}
              {isReading && <OpenMatters matters={openMatters(story).filter(isOfOthers)} onGo={onMatter} />}
              <DeadLinksProvider value={(!isReading && props.checks?.deadLinks) || NO_DEAD_LINKS}>
                <RoomSuggestionsProvider value={document && suggestions}>{props.texts}</RoomSuggestionsProvider>
              </DeadLinksProvider>
              {isReading && document && <ReadPeople document={document} story={story} />}
            </div>
            {document && (
              <SuggestionsPanel
                suggestions={suggestions}
                notes={notes}
                textField={type.textField}
                fields={form.kind.fields as Readonly<Record<string, { label: string }>>}
                isBusy={form.isBusy}
              />
            )}
            {notes.isOffered && (
              <NotesPanel notes={notes} onGo={notes.goTo} onAdded={notes.onAdded} onClose={notes.closeWithFocus} />
            )}
            {!isReading && props.settings}
          </div>
        </FormFrame>
        {props.children}
      </section>
    </OthersHere>
  );
}

type SideProps<Row extends { id: number }, W extends object, C extends object> = {
  frame: Props<Row, W, C>;
  story: OpenStory | undefined;
  modes: ReactNode;
};

/** The middle of the bar: people and checks, the mode, and the tools. */
function RoomSide<Row extends { id: number }, W extends object, C extends object>(props: SideProps<Row, W, C>) {
  const { frame, story, modes } = props;
  const { form, notes, editor, checks, tools } = frame;
  const mode = useRoomMode();
  const onMatter = useMatterPlaces(form.element, notes);
  const onGo = useGoTo(form, editor, () => flushSync(notes.close));
  return (
    <div className="room-side">
      {useHasNewsroom() && !frame.isGuest && (
        <RoomFacts
          type={form.type.type}
          story={story}
          checks={checks}
          // A room for suggestions has neither the request nor the settings with the reviewers.
          matters={openMatters(story).filter((matter) => !frame.isSuggesting || isOfText(matter))}
          isOpenTwice={form.isOpenTwice}
          onMatter={onMatter}
          onGo={onGo}
        />
      )}
      {modes}
      {tools ?? <DocumentTools form={form} notes={notes} />}
      {mode === "edit" && <SettingsJump />}
    </div>
  );
}

function DocumentTools<Row extends { id: number }, W extends object, C extends object>({
  form,
  notes,
}: Pick<Props<Row, W, C>, "form" | "notes">) {
  const { items, dialog } = useDocumentMenu(form);
  return (
    <>
      <RoomTools tools={notes.isOffered ? [notesTool(notes)] : []} more={items} notesButton={notes.button} />
      {dialog}
    </>
  );
}

/** A text above the content, such as a title. `noun`: its name in the search. */
type Headline<W> = Omit<
  ComponentProps<typeof HeadlineField>,
  "value" | "error" | "onChange" | "name" | "lang" | "dir" | "others" | "onFocus"
> & {
  name: keyof W & string;
  noun: string;
};

type TextsProps<Row extends { id: number }, W extends object, C extends object> = {
  form: RoomForm<Row, W, C>;
  editor: RefObject<RichTextHandle | null>;
  notes: Pick<RoomNotes, "forEditor">;
  headlines: readonly Headline<W>[];
  label: string;
  language?: string;
  /** The public address, for links to headings. */
  pageUrl?: string | undefined;
  addition?: ComponentProps<typeof RichTextEditor>["addition"];
};

export function RoomTexts<Row extends { id: number }, W extends object, C extends object>(
  props: TextsProps<Row, W, C>,
) {
  const { form, editor, notes, headlines, label, language, pageUrl, addition } = props;
  const { type, errors } = form;
  const values = form.values as Readonly<Record<string, unknown>>;
  const change = (name: string, text: string) => form.change({ [name]: text } as unknown as Partial<W & C>);
  // The initial content: the editor manages later changes itself.
  const [content] = useState(String(values[type.textField]));
  const fields = headlines.map(({ name, noun }) => ({
    name,
    label: noun,
    text: String(values[name]),
    onChange: (text: string) => change(name, text),
  }));
  const { others, moveTo } = useOthersHere();
  const inText = useOthersInText(type.textField);
  const cards = useTextAlternatives(form);
  const suggestions = useSuggestionsInText();
  suggestions?.setEditor(editor);
  const isReading = useRoomMode() === "read";
  const { style, find } = useHouse(language);
  return (
    <>
      {isReading && (
        <ReadHeadlines names={headlines.map(({ name }) => name)} values={values} picture={type.pictureField} />
      )}
      {(isReading ? [] : headlines).map(({ noun: _noun, name, ...headline }, at) => (
        <HeadlineField
          {...(at === headlines.length - 1 && { onText: () => editor.current?.focus() })}
          others={others.filter(({ place }) => place.field === name)}
          onFocus={() => moveTo({ field: name, block: null })}
          key={name}
          {...(language !== undefined && inLanguage(language))}
          {...headline}
          asTyped={style.typographic_quotes === "as_typed"}
          name={name}
          value={String(values[name])}
          error={errors[name]}
          onChange={(text) => change(name, text)}
        />
      ))}
      <div className="room-text">
        <RichTextEditor
          ref={editor}
          label={label}
          labelHidden
          {...(language !== undefined && { language })}
          {...(addition && { addition })}
          pageUrl={pageUrl}
          value={content}
          error={errors[type.textField]}
          passages={notes.forEditor}
          fields={fields}
          others={inText}
          cards={cards}
          suggestions={suggestions?.forEditor}
          isReadOnly={isReading}
          houseWords={isReading ? undefined : find}
          onChange={(html) => change(type.textField, html)}
        />
      </div>
    </>
  );
}

/** The positions of others in the text, for the editor. */
function useOthersInText(field: string): Others {
  const { others, moveTo } = useOthersHere();
  return useMemo(
    () => ({
      list: others.flatMap(({ place: { block }, ...other }) => (block ? [{ ...other, block }] : [])),
      onPlace: (block) => moveTo({ field, block }),
    }),
    [others, moveTo, field],
  );
}

/**
 * Scrolls to a place in the text, or to a field, which may be behind the notes, in a collapsed group, or in the closed
 * sheet, which focuses it itself.
 */
export function useGoTo(
  { element, type }: { element: RefObject<HTMLElement | null>; type: { textField: string } },
  editor: RefObject<RichTextHandle | null>,
  closeNotes: () => void,
) {
  const sheet = useSettingsSheet();
  return (place: Place) => {
    if ("selector" in place) return editor.current?.show(place.selector, place.at);
    if (place.field === type.textField) return editor.current?.focus();
    closeNotes();
    const field = element.current?.querySelector<HTMLElement>(`[name="${place.field}"]`);
    const group = field?.closest("details");
    if (group) group.open = true;
    if (field?.closest("dialog:not([open])")) sheet.open(place.field);
    else field?.focus();
  };
}

/** Exposes the height of the bar to the style sheet, because it wraps on phones and with large text. */
function useBarHeight(room: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = room.current?.querySelector(".form-bar");
    if (!bar) return;
    const measure = new ResizeObserver(() => {
      room.current?.style.setProperty("--bar", `${bar.getBoundingClientRect().height}px`);
    });
    measure.observe(bar);
    return () => measure.disconnect();
  }, [room]);
}

/** Opens the settings of a room on screens where they are a sheet. */
function SettingsJump() {
  const isSideBySide = useMedia(SIDE_BY_SIDE);
  const { open } = useSettingsSheet();
  if (isSideBySide) return null;
  return (
    <AdminButton
      variant="quiet"
      aria-haspopup="dialog"
      className="-my-1 min-h-11 shrink-0 max-sm:w-11 max-sm:px-0"
      onClick={() => open()}
    >
      <Icon icon={SlidersHorizontal} size={18} />
      <span className="max-sm:sr-only">Settings</span>
    </AdminButton>
  );
}

type Work = {
  autosave: Autosave;
  isBusy: boolean;
  isUnsaved: boolean;
  isWaiting: boolean;
  draft: { storedAt: number | null; isRefused: boolean };
};

export type StateWords = { words: string; isWarning?: boolean };

/** The state of autosaving in words for the bar; undefined when everything is stored. */
export function workState({ autosave, isBusy, isUnsaved, isWaiting, draft }: Work): StateWords | undefined {
  if (isBusy || autosave.is === "saving") return { words: "Saving…" };
  const isKept = draft.storedAt !== null && !draft.isRefused;
  if (isWaiting || autosave.is === "offline") {
    const where = draft.isRefused ? ", not stored anywhere" : isKept ? ", stored in this browser" : "";
    return { words: `Offline${where}`, isWarning: true };
  }
  if (autosave.is === "conflict") return { words: conflictWords(autosave.saver), isWarning: true };
  if (autosave.is === "undecided") return { words: undecidedWords(autosave.count), isWarning: true };
  if (autosave.is === "refused") return { words: `Not saved: ${autosave.detail}`, isWarning: true };
  if (isUnsaved) return { words: isKept ? "Unsaved, stored in this browser" : "Unsaved changes" };
  return undefined;
}
