import { Field } from "#ui/field.tsx";

type Props = { email: string; hint?: string; error: string | undefined; onChange: (typed: string) => void };

/** The address of a reader. Browsers suggest none: it is not the editor's own. */
export function EmailField({ email, onChange, ...rest }: Props) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      value={email}
      aria-required
      maxLength={254}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  );
}
