import { CalendarField, useTypedText } from "./calendar-field.tsx";
import { CalendarGrid } from "./calendar-grid.tsx";
import { dayOf, problemOfDay, readDayValue, shownDay, valueOfDay } from "./day-value.ts";
import { dayText } from "./typed-time.ts";

type Props = {
  label: string;
  isInLine?: boolean;
  name?: string;
  /** An ISO day, `2026-11-24`; empty for none; what was typed and cannot be read is handed on as it is (`problemOfDay`). */
  value: string;
  /** The day it is, in ISO 8601, where the date is meant. */
  today: string;
  required?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string;
  onChange: (value: string) => void;
  /** Typing has ended. */
  onBlur?: () => void;
};

/** A date that has been as a rule: typed in any usual form, or chosen from a calendar. */
export function DateField({ value, today, error, onChange, onBlur, ...rest }: Props) {
  const typed = useTypedText(value, shownDay(value));
  const now = dayOf(today) ?? { year: 2000, month: 1, day: 1 };
  return (
    <CalendarField
      {...rest}
      text={typed.text}
      placeholder={dayText(now)}
      // Named alike in a form with several: the field's label describes it.
      choose="Choose a day"
      problem={error ?? (typed.isTyping ? undefined : problemOfDay(value, today))}
      onText={(text) => {
        const next = readDayValue(text, now);
        typed.type(text, next);
        onChange(next);
      }}
      onBlur={() => {
        typed.end();
        onBlur?.();
      }}
      popupLabel={`Choose a day: ${rest.label}`}
      popup={(close) => (
        <CalendarGrid
          chosen={dayOf(value)}
          today={now}
          onChoose={(day) => {
            onChange(valueOfDay(day));
            close();
          }}
        />
      )}
    />
  );
}
