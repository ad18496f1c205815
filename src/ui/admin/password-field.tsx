import { Eye, EyeOff } from "lucide";
import { type ComponentProps, useId, useState } from "react";
import { CONTROL } from "../control.tsx";
import { Icon } from "../icon.tsx";

type Props = Omit<ComponentProps<"input">, "type" | "id"> & {
  label: string;
  /** The error as a sentence; shown below the control and read out with it. */
  error?: string | undefined;
  hint?: string | undefined;
};

/** A password field with a show button. Password managers and paste work. */
export function PasswordField({ label, error, hint, className = "", ...rest }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const action = `${isShown ? "Hide" : "Show"} ${label.toLowerCase()}`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={isShown ? "text" : "password"}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={`${CONTROL} pr-12`}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
        />
        <button
          type="button"
          aria-label={action}
          title={action}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center text-muted hover:text-ink outline-offset-[-4px]"
        >
          <Icon icon={isShown ? EyeOff : Eye} size={18} />
        </button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="meta mt-1.5">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-down">
          {error}
        </p>
      )}
    </div>
  );
}
