import type { ReactNode } from "react";
import { ContactFields } from "#features/contact/site/contact-form.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";

/** The submitted values of a form, and the server's error sentences, both by field name. */
export type RejectedForm = { values: Record<string, string>; errors: Record<string, string> };

/** A rejected form, shown again with the submitted values. `action` is where it is posted. */
export type FormAgain = (action: string, form: RejectedForm) => ReactNode;

export const contactAgain: FormAgain = (action, form) => (
  <form method="post" action={action}>
    <ContactFields {...form} />
    <Button type="submit" variant="accent" className="mt-6">
      Send Message
    </Button>
  </form>
);

export const subscribeAgain: FormAgain = (action, form) => emailForm(action, form, "Subscribe");
export const unsubscribeAgain: FormAgain = (action, form) => emailForm(action, form, "Unsubscribe");

function emailForm(action: string, { values, errors }: RejectedForm, button: string): ReactNode {
  return (
    <form method="post" action={action}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={values.email}
        error={errors.email}
      />
      <Button type="submit" className="mt-5">
        {button}
      </Button>
    </form>
  );
}
