import { useId } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Field } from "#ui/field.tsx";
import { COLOUR_FORM, type ColourFault, contrastWords } from "../page-colours.ts";
import {
  accentFault,
  type ColourField as ColourName,
  DEFAULT_LOOK,
  lowestContrast,
  type PAGES,
  tonesOf,
} from "../rules.ts";

type Props = {
  label: string;
  name: ColourName;
  /** For the browser's picker, to screen readers. */
  picker: string;
  hint: string;
  value: string;
  fault: ColourFault | undefined;
  error: string | undefined;
  isOptional?: boolean;
  onChange: (colour: string) => void;
};

/** A colour, by the browser's colour picker or as `#rrggbb`, with the nearest readable colour if it is not. */
export function ColourField({ label, name, picker, hint, value, fault, error, isOptional = false, onChange }: Props) {
  const pickerId = useId();
  const typed = value.trim().toLowerCase();
  const nearest = fault?.nearest;
  return (
    <div>
      <div className="flex items-start gap-3">
        <label htmlFor={pickerId} className="sr-only">
          {picker}
        </label>
        <input
          id={pickerId}
          type="color"
          value={COLOUR_FORM.test(typed) ? typed : DEFAULT_LOOK[name]}
          onChange={(event) => onChange(event.target.value)}
          className="order-last mt-[1.6875rem] h-11.5 w-14 shrink-0 cursor-pointer border border-faint bg-paper p-1"
        />
        <Field
          label={label}
          name={name}
          value={value}
          aria-required={!isOptional}
          error={error}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          className="min-w-0 grow"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p className="meta mt-1.5">{hint}</p>
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

type AccentProps = Pick<Props, "value" | "error" | "onChange"> & {
  /** What it is shown on; undefined while those colours cannot be used. */
  pages?: typeof PAGES | undefined;
  /** Whether it may be empty. */
  isOptional?: boolean;
  /** Instead of its contrast. */
  hint?: string;
};

export function AccentField({ value, error, onChange, pages, isOptional = false, hint }: AccentProps) {
  const typed = value.trim().toLowerCase();
  const fault = isOptional && typed === "" ? undefined : (accentFault(typed, pages) ?? undefined);
  return (
    <ColourField
      label="Accent colour"
      name="accent"
      picker="Choose the accent colour"
      isOptional={isOptional}
      hint={
        hint ??
        (fault
          ? "Links, marks and buttons. Text needs a contrast of at least 4.5:1."
          : `Links, marks and buttons. Contrast ${contrastWords(lowestContrast(typed, pages))}; the dark theme uses ${tonesOf(typed, pages).dark}.`)
      }
      {...{ value, fault, error, onChange }}
    />
  );
}

const Swatch = ({ colour }: { colour: string }) => (
  <span aria-hidden="true" className="size-4 border border-faint" style={{ backgroundColor: colour }} />
);
