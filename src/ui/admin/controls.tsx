import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";

type AdminButtonVariant = "primary" | "plain" | "accent" | "quiet" | "danger";

const VARIANTS: Record<AdminButtonVariant, string> = {
  primary: "border-ink bg-ink text-paper hover:bg-muted",
  plain: "border-faint bg-paper hover:border-ink hover:bg-surface",
  accent: "border-accent bg-paper text-accent hover:border-accent-fill hover:bg-accent-fill hover:text-white",
  quiet: "border-transparent hover:bg-surface",
  danger: "border-down text-down hover:bg-down hover:text-paper",
};

type AdminButtonProps = ComponentProps<"button"> & {
  variant?: AdminButtonVariant;
  /** Ignores clicks while busy; unlike `disabled` it keeps the focus. */
  isBusy?: boolean;
};

/** The classes of a button, for links that look like one. */
export const buttonLook = (variant: AdminButtonVariant): string =>
  `inline-flex min-h-9 items-center justify-center gap-2 border px-3.5 py-1.5 text-sm font-semibold transition-colors disabled:opacity-60 aria-disabled:opacity-60 pointer-coarse:min-h-11 ${VARIANTS[variant]}`;

/** The admin area's button: compact with a mouse, 44 px high on touch screens. */
export function AdminButton(props: AdminButtonProps) {
  const { variant = "plain", className = "", type = "button", isBusy = false, onClick, ...rest } = props;
  return (
    <button
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook(variant)} ${className}`}
      {...rest}
    />
  );
}

/** A square button that shows only an icon; `label` is its accessible name and tooltip. */
export function AdminIconButton(props: ComponentProps<"button"> & { label: string }) {
  const { label, className = "", type = "button", ...rest } = props;
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={`inline-flex size-9 shrink-0 items-center justify-center text-muted transition-colors hover:bg-surface hover:text-ink disabled:opacity-50 aria-pressed:bg-ink aria-pressed:text-paper pointer-coarse:size-11 ${className}`}
      {...rest}
    />
  );
}

type SwitchProps = {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A toggle with its label and explanation: a checkbox with the switch role. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <span className="relative mt-0.5 inline-flex h-6 w-11 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          id={id}
          checked={checked}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute -inset-2.5 z-10 m-0 cursor-pointer appearance-none outline-offset-[-8px]"
        />
        <span
          aria-hidden="true"
          className="block h-6 w-11 rounded-full border border-faint bg-surface transition-colors peer-checked:border-accent-fill peer-checked:bg-accent-fill peer-disabled:opacity-60"
        />
        <span
          aria-hidden="true"
          className="absolute top-1 left-1 size-4 rounded-full bg-faint transition-transform peer-checked:translate-x-5 peer-checked:bg-white"
        />
      </span>
      <div>
        <label htmlFor={id} className="cursor-pointer text-[0.9375rem] font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="meta mt-0.5">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

/** A checkbox with a label and an optional hint, on its own line. */
export function Checkbox({ label, hint, checked, onChange }: Omit<SwitchProps, "disabled">) {
  const id = useId();
  const box = (
    <label className="flex min-h-9 w-fit cursor-pointer items-center gap-2 text-[0.9375rem] font-semibold pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent-fill"
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
  if (!hint) return box;
  return (
    <div>
      {box}
      <p id={id} className="meta mt-0.5">
        {hint}
      </p>
    </div>
  );
}

type RadioProps<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

export function RadioGroup<Value extends string>({ legend, options, value, onChange }: RadioProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-[0.9375rem] pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-4 accent-accent-fill"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
