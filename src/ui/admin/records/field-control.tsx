import type { Field as Declared, Fields } from "#shared/fields/fields.ts";
import { Field } from "#ui/field.tsx";
import { Switch } from "../controls.tsx";
import { Select } from "../select.tsx";

type Value = string | boolean;
type Props = {
  name: string;
  field: Declared;
  value: Value;
  error: string | undefined;
  /** The lines of a longer text; one without it. */
  rows?: number;
  /** In place of the declared one. */
  hint?: string;
  onChange: (value: Value) => void;
};

/** The control of a declared field. */
export function FieldControl({ name, field, value, error, rows, hint = field.hint, onChange }: Props) {
  const { label } = field;
  const typed = String(value);
  switch (field.kind) {
    case "flag":
      return <Switch {...{ label, onChange }} {...(hint && { hint })} checked={value === true} />;
    case "choice":
      return (
        <div>
          <Select
            {...{ label, onChange }}
            value={typed}
            options={field.values.map((one) => ({ value: one, label: field.labels?.[one] ?? one }))}
          />
          {hint && <p className="meta mt-1.5">{hint}</p>}
        </div>
      );
    case "number":
      return (
        <Field
          {...{ label, name, hint, error }}
          type="number"
          inputMode="numeric"
          min={field.min}
          max={field.max}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case "text": {
      const common = { label, name, hint, error, maxLength: field.max, autoComplete: "off", value: typed };
      const isRequired = field.min ? { "aria-required": true } : {};
      if (rows === undefined)
        return <Field {...common} {...isRequired} onChange={({ target }) => onChange(target.value)} />;
      return <Field {...common} {...isRequired} rows={rows} onChange={({ target }) => onChange(target.value)} />;
    }
    default:
      throw new Error(`Forms have no control for a ${field.kind} by itself.`);
  }
}

type Form = { values: object; errors: Record<string, string>; change: (values: never) => void };

/** The props of the controls of declared fields in a form. */
export const controlsOf =
  <F extends Fields>(fields: F, { values, errors, change }: Form) =>
  (name: keyof F & string): Props => ({
    name,
    field: fields[name] as Declared,
    value: (values as Record<string, Value>)[name] ?? "",
    error: errors[name],
    onChange: (value) => change({ [name]: value } as never),
  });
