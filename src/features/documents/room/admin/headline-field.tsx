import { type ComponentProps, type KeyboardEvent, useId } from "react";
import { languageAt, typedSign } from "#features/editor/admin/typed-signs.ts";
import { othersMark } from "#ui/admin/others-mark.ts";

type HeadlineFieldProps = Omit<ComponentProps<"textarea">, "onChange" | "value"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The error as a sentence. */
  error: string | undefined;
  /** Other users in this field. */
  others?: readonly { id: number; name: string }[];
  /** Enter moves to the next field: the text has no line breaks. */
  isOneParagraph?: boolean;
  /** Quotes, hyphens and dots stay as they are typed. */
  asTyped?: boolean;
  /** Moves to the text below: Tab does not stop at its toolbar, and Enter writes a line only with Shift. */
  onText?: () => void;
};

/** A text field that looks like the published text and grows while typing. */
export function HeadlineField(props: HeadlineFieldProps) {
  const {
    label,
    value,
    onChange,
    error,
    isOneParagraph = false,
    asTyped = false,
    others = [],
    className = "",
    onText,
    ...rest
  } = props;
  const id = useId();
  const { class: markClass, ...mark } = othersMark(others);
  const notes = [error && `${id}-error`, others.length > 0 && `${id}-others`].filter(Boolean).join(" ");
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, shiftKey, currentTarget } = event;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const isEnter = key === "Enter" && (isOneParagraph || (onText !== undefined && !shiftKey));
    const isTab = key === "Tab" && onText !== undefined && !shiftKey && isPlain;
    if ((!isEnter && !isTab) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isPlain) return;
    if (onText) onText();
    else currentTarget.closest(".room-field")?.nextElementSibling?.querySelector("textarea")?.focus();
  }
  return (
    <div className={others.length > 0 ? `room-field ${markClass}` : "room-field"} {...(others.length > 0 && mark)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {/* A copy of the text sets the height of the field. */}
      <div className={`growing-text ${className}`} data-text={`${value} `}>
        <textarea
          dir="auto"
          {...rest}
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
          onKeyDown={onKeyDown}
          onChange={({ target, nativeEvent }) => {
            const { inputType, isComposing } = nativeEvent as InputEvent;
            // Writing the sign is another input of this field, which calls this again.
            if (!asTyped && inputType === "insertText" && !isComposing && writeSign(target)) return;
            onChange(isOneParagraph ? inOneLine(target.value) : target.value);
          }}
        />
      </div>
      {others.length > 0 && (
        <span id={`${id}-others`} className="sr-only">
          {mark["data-others"]} {others.length === 1 ? "is" : "are"} in this field.
        </span>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {error}
        </p>
      )}
    </div>
  );
}

/** Replaces typed quotes, hyphens and dots before the cursor, as in the text. One undo restores them. */
function writeSign(field: HTMLTextAreaElement): boolean {
  const { value, selectionEnd: end } = field;
  const sign = typedSign(value.slice(0, end), languageAt(field));
  if (!sign) return false;
  field.setSelectionRange(end - sign.length, end);
  // Only this command is part of the field's undo history.
  return document.execCommand("insertText", false, sign.written);
}

/** Joins pasted lines. */
function inOneLine(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
