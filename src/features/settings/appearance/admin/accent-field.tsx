import { useId } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Field } from "#ui/field.tsx";
import { ACCENT_FORM, accentFault, DEFAULT_LOOK, lowestContrast, tonesOf } from "../rules.ts";

type Props = { value: string; error: string | undefined; onChange: (accent: string) => void };

const oneDecimal = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);

/** The accent, by the browser's colour picker or as `#rrggbb`, with the nearest readable colour if it is not. */
export function AccentField({ value, error, onChange }: Props) {
  const pickerId = useId();
  const typed = value.trim().toLowerCase();
  const isColour = ACCENT_FORM.test(typed);
  const fault = accentFault(typed);
  const nearest = fault?.nearest;
  return (
    <div>
      <div className="flex items-start gap-3">
        <label htmlFor={pickerId} className="sr-only">
          Choose the accent colour
        </label>
        <input
          id={pickerId}
          type="color"
          value={isColour ? typed : DEFAULT_LOOK.accent}
          onChange={(event) => onChange(event.target.value)}
          className="order-last mt-[1.6875rem] h-11.5 w-14 shrink-0 cursor-pointer border border-faint bg-paper p-1"
        />
        <Field
          label="Accent colour"
          name="accent"
          value={value}
          aria-required
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          className="min-w-0 grow"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p className="meta mt-1.5">
        {fault || !isColour
          ? "Links, marks and buttons. Text needs a contrast of at least 4.5:1."
          : `Links, marks and buttons. Contrast ${oneDecimal(lowestContrast(typed))}:1; the dark theme uses ${tonesOf(typed).dark}.`}
      </p>
      <div aria-live="polite">
        {fault && !error && <p className="mt-1.5 text-sm font-medium text-down">{fault.message}</p>}
        {nearest && (
          <AdminButton className="mt-2" onClick={() => onChange(nearest)}>
            <Swatch colour={nearest} />
            Use {nearest}
          </AdminButton>
        )}
      </div>
    </div>
  );
}

/** A small square of a colour. */
const Swatch = ({ colour }: { colour: string }) => (
  <span aria-hidden="true" className="size-4 border border-faint" style={{ backgroundColor: colour }} />
);
