import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { AdminButton, Checkbox, Switch } from "#ui/admin/controls.tsx";
import { useCopy } from "#ui/admin/copy-link.ts";
import { Dialog, lastButton } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { Webhook, WebhookEndpoints } from "../endpoints.ts";
import { EVENT_NAMES, WEBHOOK_EVENTS, type WebhookEvent, webhookVersion } from "../rules.ts";

const webhooks = editorClientOf<WebhookEndpoints>();

type Values = { url: string; events: WebhookEvent[]; is_active: boolean };
/** `before`: the stored webhook; null for a new one, which `onSaved` gets the secret of. */
type Props = { before: Webhook | null; onClose: () => void; onSaved: (secret?: string) => void };

const EMPTY: Values = { url: "", events: ["article.published", "article.updated", "article.removed"], is_active: true };

/** Stores a webhook, then closes the dialog. */
function useSaving({ before, onClose, onSaved }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const store = async (body: Values) => {
    if (!before) return (await webhooks.send(api, "POST /webhooks", { body })).body.secret;
    const sent = { params: { id: before.id }, body, ifMatch: `"${webhookVersion(before)}"` };
    await webhooks.send(api, "PUT /webhooks/:id", sent);
    return undefined;
  };
  const save = (body: Values) =>
    run(
      async () => {
        const secret = await store(body);
        // Closed first, because nothing outside an open dialog can be focused.
        flushSync(onClose);
        onSaved(secret);
        show({ title: before ? "Webhook changed" : "Webhook added" });
      },
      {
        title: "Error saving webhook",
        fallback: "Could not save the webhook",
        onFailed: (failure) => setErrors(failure instanceof ApiError ? failure.errors : {}),
      },
    );
  return { isBusy, errors, save };
}

/** The form of a webhook. */
export function WebhookDialog(props: Props) {
  const { before, onClose } = props;
  const { isBusy, errors, save } = useSaving(props);
  const [values, setValues] = useState<Values>(before ?? EMPTY);
  const { url, events, is_active } = values;
  function submit(event: FormEvent) {
    event.preventDefault();
    void save({ url, events, is_active });
  }
  const toggle = (name: WebhookEvent, isOn: boolean) =>
    setValues({ ...values, events: isOn ? [...events, name] : events.filter((one) => one !== name) });
  return (
    <Dialog title={before ? "Edit webhook" : "New webhook"} wide="form" onClose={onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <Field
          name="url"
          type="url"
          label="Address"
          hint="An https address that can be reached from the internet. Redirects are not followed."
          autoComplete="off"
          spellCheck={false}
          value={url}
          error={errors.url}
          onChange={({ target }) => setValues({ ...values, url: target.value })}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Events</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {EVENT_NAMES.map((name) => (
              <Checkbox
                key={name}
                label={name}
                hint={WEBHOOK_EVENTS[name]}
                checked={events.includes(name)}
                onChange={(isOn) => toggle(name, isOn)}
              />
            ))}
          </div>
          {errors.events && <p className="mt-1.5 text-sm font-medium text-down">{errors.events}</p>}
        </fieldset>
        <Switch
          label="Send requests"
          hint="Requests that wait are cancelled when you switch it off."
          checked={is_active}
          onChange={(isOn) => setValues({ ...values, is_active: isOn })}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Saving..." : "Save"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

/** A secret, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = useCopy();
  return (
    <Dialog title="The secret of the webhook" onClose={onClose} focused={lastButton}>
      <p className="mt-2 mb-4 text-[0.9375rem] text-muted">
        The receiver checks the signature of each request with it. Store it now: it is shown only once.
      </p>
      <Field label="Secret" readOnly value={secret} className="font-mono" onFocus={({ target }) => target.select()} />
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <AdminButton onClick={() => copy(secret, "Secret copied")}>Copy</AdminButton>
        <AdminButton variant="primary" onClick={onClose}>
          I have stored it
        </AdminButton>
      </div>
    </Dialog>
  );
}
