import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AdminButton } from "#ui/admin/controls.tsx";
import { namesLike, OptionList, useSuggestions } from "#ui/admin/suggest-field.tsx";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { Field } from "#ui/field.tsx";
import { MAX_TEXT_LENGTH } from "../../rules.ts";

type Props = {
  label: string;
  /** The button that sends it. */
  send: string;
  text: string;
  /** People suggested after an @. */
  people: readonly { id: number; name: string }[];
  isBusy: boolean;
  onChange: (text: string) => void;
  onSend: (text: string) => void;
  onCancel: () => void;
};

/** The composer of a note or reply. Not a form, because it is inside the room's form. Ctrl+Enter sends. */
export function NoteComposer({ label, send, text, people, isBusy, onChange, onSend, onCancel }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const area = field.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const mentions = useMentions({ field, text, people, onChange });
  const { offers } = mentions;
  const isEmpty = text.trim() === "";
  useUnsaved(!isEmpty);
  const finish = () => !isEmpty && !isBusy && onSend(text);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish();
    else if (mentions.takeKey(event.key)) void 0;
    // Only the button discards the text.
    else if (event.key === "Escape") isEmpty && onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div data-own-enter className="mt-2">
      <Field
        ref={field}
        label={label}
        labelHidden
        placeholder={label}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onChange(event.target.value);
          mentions.onType();
        }}
        onSelect={mentions.onMove}
        onBlur={mentions.close}
        {...(offers.length > 0 && mentions.areaProps)}
      />
      {offers.length > 0 && <OptionList anchor={field} chosen="" {...mentions.listProps} />}
      <p role="status" className="sr-only">
        {offers.length > 0 && `${offers.length} ${offers.length === 1 ? "person" : "people"} to mention`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <AdminButton variant="primary" disabled={isEmpty} isBusy={isBusy} onClick={finish}>
          {send}
        </AdminButton>
        <AdminButton variant="quiet" onClick={onCancel}>
          Cancel
        </AdminButton>
      </div>
    </div>
  );
}

/** An @ at the start of a word, and a possible name after it. */
const MENTION = /(?:^|[^\p{L}\p{N}@])@([^@\n]{0,40})$/u;

/** The partial name typed after an @ at the end of a text; null for none. */
export const typedName = (beforeCaret: string): string | null => MENTION.exec(beforeCaret.slice(-42))?.[1] ?? null;

/** Completes the partial name before the caret; null if the caret is elsewhere. */
export function withMention(text: string, caret: number, name: string): { text: string; caret: number } | null {
  const typed = typedName(text.slice(0, caret));
  if (typed === null) return null;
  const start = caret - typed.length;
  return { text: `${text.slice(0, start)}${name} ${text.slice(caret)}`, caret: start + name.length + 1 };
}

type MentionProps = Pick<Props, "text" | "people" | "onChange"> & { field: RefObject<HTMLTextAreaElement | null> };

/** Suggests people after an @. The text contains their names, which the server resolves. */
function useMentions({ field, text, people, onChange }: MentionProps) {
  const [typed, setTyped] = useState("");
  const options = people.map(({ name }) => ({ value: name, label: name }));
  const suggestions = useSuggestions({
    offersFor: () => namesLike(options, typed),
    onChoose({ value: name }) {
      const area = field.current;
      const chosen = withMention(text, area?.selectionStart ?? text.length, name);
      if (!chosen) return;
      flushSync(() => onChange(chosen.text));
      area?.setSelectionRange(chosen.caret, chosen.caret);
    },
  });
  const { offers, active, open, close, choose } = suggestions;
  const { role: _role, autoComplete: _autoComplete, "aria-expanded": _expanded, ...areaProps } = suggestions.inputProps;
  const nameAtCaret = () => {
    const { value = "", selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    return selectionStart === selectionEnd ? typedName(value.slice(0, selectionStart)) : null;
  };
  return {
    offers,
    close,
    listProps: suggestions.listProps,
    areaProps,
    onType() {
      const name = nameAtCaret();
      if (name === null) return close();
      setTyped(name);
      open();
    },
    /** Called when the caret moves, which invalidates the suggestions. */
    onMove() {
      if (nameAtCaret() !== typed) close();
    },
    takeKey(key: string): boolean {
      const chosen = active ?? offers[0];
      if (!chosen || nameAtCaret() !== typed) return false;
      if (key !== "Enter" && key !== "Tab") return suggestions.takeKey(key);
      choose(chosen);
      return true;
    },
  };
}
