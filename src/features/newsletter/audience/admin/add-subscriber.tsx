import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormCard } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { addSubscriber, refreshAudience } from "./calls.ts";
import { EmailField } from "./email-field.tsx";

type Props = { onAdded: () => void; onUnsaved: (isUnsaved: boolean) => void };

/** The card that adds one subscriber. */
export function AddSubscriber({ onAdded, onUnsaved }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { sendsMail } = useSite();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const { isBusy, run } = useCall();
  useEffect(() => onUnsaved(email !== ""), [onUnsaved, email]);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const added = await addSubscriber(api, email);
        refreshAudience(client);
        onAdded();
        show({
          title: "Subscriber added",
          description: sendsMail ? `${added.email} gets the welcome mail.` : `No mail was sent to ${added.email}.`,
        });
      },
      {
        title: "Error adding subscriber",
        fallback: "Could not add the subscriber",
        onFailed: (failure, description) => {
          setError(failure instanceof ApiError ? description : undefined);
          form.current?.querySelector("input")?.focus();
        },
      },
    );
  }

  return (
    <FormCard title="Add Subscriber">
      <form ref={form} noValidate onSubmit={onSubmit} aria-busy={isBusy} className="max-w-xl space-y-4">
        <EmailField
          email={email}
          hint={`Add only those who asked for it.${sendsMail ? " They get the welcome mail." : ""}`}
          error={error}
          onChange={(typed) => {
            setEmail(typed);
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
