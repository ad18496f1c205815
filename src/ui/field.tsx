import { type ComponentProps, useId } from "react";
import { useLanguage } from "#shared/site-context.tsx";
import { translateKnown } from "#shared/translate.ts";
import { CONTROL } from "./control.tsx";

type Common = {
  label: string;
  /** The error as a sentence; shown below the control and read out with it. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Hides the label visually, if a placeholder or heading replaces it. */
  labelHidden?: boolean;
};
type InputField = Common & { rows?: undefined } & ComponentProps<"input">;
type AreaField = Common & { rows: number } & ComponentProps<"textarea">;

/** A labelled text control with its hint and error: an input, or a textarea if `rows` is given. */
export function Field(props: InputField | AreaField) {
  const { label, error, hint, labelHidden = false, className = "", ...rest } = props;
  const made = useId();
  const language = useLanguage();
  const id = rest.id ?? made;
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const control = {
    id,
    className: CONTROL,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": notes || undefined,
  };
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </label>
      {rest.rows === undefined ? (
        <input dir="auto" {...rest} {...control} />
      ) : (
        <textarea dir="auto" {...rest} {...control} />
      )}
      {hint && (
        <p id={`${id}-hint`} className="meta mt-1.5">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {translateKnown(language, error)}
        </p>
      )}
    </div>
  );
}
