import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormCard } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { addSubscriber, refreshAudience } from "./calls.ts";

type Props = { onAdded: () => void; onUnsaved: (isUnsaved: boolean) => void };

/** The card in which one subscriber is added. */
export function AddSubscriber({ onAdded, onUnsaved }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => onUnsaved(email !== ""), [onUnsaved, email]);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    try {
      const added = await addSubscriber(api, email);
      refreshAudience(client);
      onAdded();
      show({ title: "Subscriber added", description: `${added.email} gets the welcome mail.` });
    } catch (failure) {
      const description = detailOf(failure, "Could not add the subscriber");
      setError(failure instanceof ApiError ? description : undefined);
      setIsBusy(false);
      form.current?.querySelector("input")?.focus();
      show({ title: "Error adding subscriber", description, variant: "destructive" });
    }
  }

  return (
    <FormCard title="Add Subscriber">
      <form ref={form} noValidate onSubmit={onSubmit} aria-busy={isBusy} className="max-w-xl space-y-4">
        <Field
          label="Email"
          name="email"
          type="email"
          value={email}
          aria-required
          maxLength={254}
          autoComplete="off"
          hint="Add only those who asked for it. They get the welcome mail."
          error={error}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(undefined);
          }}
        />
        <AdminButton type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? "Adding..." : "Add"}
        </AdminButton>
      </form>
    </FormCard>
  );
}
