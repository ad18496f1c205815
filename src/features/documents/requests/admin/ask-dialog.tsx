import { type FormEvent, useState } from "react";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { MAX_MESSAGE_LENGTH } from "../rules.ts";

type Props = {
  /** Who can be asked. */
  people: readonly { id: number; name: string }[];
  isBusy: boolean;
  onClose: () => void;
  onAsk: (people: readonly number[], message: string) => Promise<void>;
};

/** Chooses whom to ask for a review, and what to tell them. */
export function AskDialog({ people, isBusy, onClose, onAsk }: Props) {
  const [chosen, setChosen] = useState<readonly number[]>(people.length === 1 ? people.map(({ id }) => id) : []);
  const [message, setMessage] = useState("");
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.length === 0) return setError("Choose at least one person.");
    void onAsk(chosen, message.trim());
  }
  const choose = (id: number, on: boolean) => {
    setError(undefined);
    setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  };
  return (
    <OutsideForm>
      <Dialog title="Ask for a review" onClose={onClose}>
        <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
          <fieldset aria-describedby={error ? "ask-error" : undefined}>
            <legend className="text-sm font-semibold">People</legend>
            {people.map(({ id, name }) => (
              <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={(on) => choose(id, on)} />
            ))}
            {error && (
              <p id="ask-error" role="alert" className="mt-1 text-sm font-medium text-down">
                {error}
              </p>
            )}
          </fieldset>
          <Field
            label="Message (optional)"
            rows={3}
            maxLength={MAX_MESSAGE_LENGTH}
            hint="They will be notified."
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <AdminButton onClick={onClose}>Cancel</AdminButton>
            <AdminButton type="submit" variant="primary" isBusy={isBusy}>
              Ask
            </AdminButton>
          </div>
        </form>
      </Dialog>
    </OutsideForm>
  );
}
