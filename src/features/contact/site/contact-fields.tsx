import { Field, TrapField } from "#ui/field.tsx";

type FieldsProps = {
  /** Initial values, by field name. */
  values: Record<string, string>;
  /** The server's error messages, by field name. */
  errors: Record<string, string>;
};

/** The fields of the contact form, for the page and for the response to a form without JavaScript. */
export function ContactFields({ values, errors }: FieldsProps) {
  const named = (name: string) => ({ name, defaultValue: values[name] ?? "", error: errors[name], required: true });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="First name" {...named("firstName")} autoComplete="given-name" maxLength={100} />
      <Field label="Last name" {...named("lastName")} autoComplete="family-name" maxLength={100} />
      <Field
        className="sm:col-span-2"
        label="Email"
        {...named("email")}
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <Field className="sm:col-span-2" label="Subject" {...named("subject")} maxLength={200} />
      <Field className="sm:col-span-2" label="Message" {...named("message")} rows={8} maxLength={10_000} />
      <TrapField />
    </div>
  );
}
