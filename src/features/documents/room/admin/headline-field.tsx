import { type ComponentProps, type KeyboardEvent, useId } from "react";
import { othersMark } from "#ui/admin/others-mark.ts";

type Props = Omit<ComponentProps<"textarea">, "onChange" | "value"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The error as a sentence. */
  error: string | undefined;
  /** Other users in this field. */
  others?: readonly { id: number; name: string }[];
  /** Enter moves to the next field: the text has no line breaks. */
  isOneParagraph?: boolean;
};

/** A text field that looks like the published text and grows while typing. */
export function HeadlineField(props: Props) {
  const { label, value, onChange, error, isOneParagraph = false, others = [], className = "", ...rest } = props;
  const id = useId();
  const { class: markClass, ...mark } = othersMark(others);
  const notes = [error && `${id}-error`, others.length > 0 && `${id}-others`].filter(Boolean).join(" ");
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isOneParagraph || event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = event.currentTarget.closest(".room-field")?.nextElementSibling?.querySelector("textarea");
    if (!event.ctrlKey && !event.metaKey) next?.focus();
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
          onChange={({ target }) => onChange(isOneParagraph ? inOneLine(target.value) : target.value)}
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

/** Joins pasted lines. */
function inOneLine(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
