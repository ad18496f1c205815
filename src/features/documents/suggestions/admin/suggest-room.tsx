import { type ComponentProps, useRef } from "react";
import { useRoomNotes } from "#features/documents/notes/admin/use-notes.ts";
import { RoomFrame, RoomTexts, workState } from "#features/documents/room/admin/room-frame.tsx";
import type { OpenRoomProps } from "#features/documents/room/admin/room-screen.tsx";
import { notesTool, RoomTools } from "#features/documents/room/admin/room-tools.tsx";
import { type RoomForm, useRoomForm } from "#features/documents/room/admin/use-room-form.ts";
import type { Texts } from "#features/documents/rules.ts";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { shortTime } from "#ui/admin/local-time.ts";
import type { OwnSuggestion } from "../schema.ts";
import type { SuggestionType } from "./suggestion-type.ts";

type SuggestionForm = RoomForm<OwnSuggestion, Texts>;
type TextProps = ComponentProps<typeof RoomTexts<OwnSuggestion, Texts, object>>;

export type SuggestRoomProps = OpenRoomProps<OwnSuggestion, Texts> & { type: SuggestionType };

type Props = SuggestRoomProps & {
  headlines: TextProps["headlines"];
  label: string;
  addition?: TextProps["addition"];
};

/** The room for suggesting edits: only the document's texts, stored as a suggestion. */
export function SuggestRoom({
  type,
  headlines,
  label,
  addition,
  offers,
  onCancel,
  onDiscarded,
  onGone,
  ...rest
}: Props) {
  const editor = useRef<RichTextHandle>(null);
  const form = useRoomForm<OwnSuggestion, Texts>(type, {
    ...rest,
    editor,
    submit: (api, { before, values, key }) => {
      if (!before) throw new Error("Only existing documents can have suggestions.");
      return type.save(api, before, { values, names: Object.keys(values), key, isAsked: true });
    },
  });
  // Of another author's published article, readers' text is all that the user sees.
  const isGuest = form.base?.may_read === false;
  const notes = useRoomNotes(form.base && !isGuest ? { type: type.type, id: form.base.id } : null, editor);
  const store = () => void form.store();
  return (
    <RoomFrame
      form={form}
      isSuggesting
      isGuest={isGuest}
      firstField={headlines[0]?.name ?? type.textField}
      notes={notes}
      editor={editor}
      onSubmit={store}
      save={store}
      // Nothing of a suggestion is public: there is nothing to ask.
      ask={{ label: "Save your suggestions", run: store }}
      onCancel={onCancel}
      state={<StateLine form={form} />}
      tools={notes.isOffered && <RoomTools tools={[notesTool(notes)]} more={[]} notesButton={notes.button} />}
      actions={null}
      notice={
        <>
          <SuggestingBanner form={form} />
          {offers}
        </>
      }
      texts={
        <RoomTexts
          form={form}
          editor={editor}
          notes={notes}
          headlines={headlines}
          label={label}
          {...(addition && { addition })}
        />
      }
      settings={null}
    />
  );
}

const inWords = (edits: number) =>
  edits === 0 ? "No suggestions yet" : `${edits} ${edits === 1 ? "suggestion" : "suggestions"}`;

/** The state of the suggestion, in words. */
function StateLine({ form }: { form: SuggestionForm }) {
  const { base, autosave } = form;
  const saved = autosave.at === null ? "" : `, saved ${shortTime(autosave.at, Date.now())}`;
  const { words, isWarning = false } = workState(form) ?? { words: `Suggesting. ${inWords(base?.edits ?? 0)}${saved}` };
  return <p className={`text-sm tabular-nums ${isWarning ? "font-medium text-down" : "text-faint"}`}>{words}</p>;
}

/** The banner above the text. */
function SuggestingBanner({ form }: { form: SuggestionForm }) {
  return (
    <section aria-label="Suggesting" className="suggesting">
      <p>
        <strong>You are suggesting.</strong> What you type and delete is marked; the authors of the {form.type.type}{" "}
        accept or reject each change. They are notified of the first one.
      </p>
    </section>
  );
}
