import { type FormEvent, type MouseEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { useStory } from "#features/documents/requests/admin/use-requests.ts";
import type { DocumentKey } from "#shared/document.ts";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { isInstant, problemOf } from "#ui/admin/date-values.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import { anywayWords, type Matter, OpenMatters, openMatters, useSecondClick } from "./open-matters.tsx";

export type When = "now" | "later";
const WHENS = [
  { value: "now", label: "Now" },
  { value: "later", label: "At a time" },
] as const;

type Props = {
  title: string;
  /** Null before the document is stored. */
  document: DocumentKey | null;
  /** What the button does now, and at a time. */
  verb: "Publish" | "Update" | "Send";
  zone: string | null;
  /** The time that is set, as ISO 8601; null for none. */
  planned: string | null;
  opensTimed: boolean;
  /** The name of the field with the initial focus; by default the first control has it. */
  firstField?: string | undefined;
  timeHint?: string | undefined;
  /** The server's error of the time. */
  timeError?: string | undefined;
  isBusy: boolean;
  /** Whether something is missing without which it cannot be done, now or at a time. */
  isBlocked: boolean | ((when: When) => boolean);
  onGo: (kind: Matter["kind"]) => void;
  onClose: () => void;
  /** `at` as ISO 8601; null for now. */
  onConfirm: (at: string | null) => void;
  /** What readers get. */
  children: ReactNode;
  /** Further questions, below the time. */
  fields?: (when: When) => ReactNode;
  /** What is missing. */
  findings?: ReactNode;
};

/**
 * The last step before readers get a document of any type: what they get, when, and what is still open. Publishing although
 * something is open takes a second click, on a button that names it.
 */
export function LastDialog(props: Props) {
  const { title, document, verb, planned, zone, isBusy, isBlocked, onClose, onConfirm } = props;
  const [when, setWhen] = useState<When>(planned === null && !props.opensTimed ? "now" : "later");
  const [time, setTime] = useState(planned);
  const [error, setError] = useState<string>();
  const story = useStory(document);
  const second = useSecondClick(story);
  const problem = () => {
    if (when === "now") return undefined;
    if (time === null) return "Choose a date and a time.";
    if (!isInstant(time)) return problemOf(time);
    return Date.parse(time) <= Date.now() ? "That time has passed. Choose a later one, or Now." : undefined;
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    const found = problem();
    if (found) return setError(found);
    if (second.isConfirmed()) onConfirm(when === "now" ? null : time);
  }
  const act = when === "later" ? "Schedule" : verb;
  // What is sent cannot be taken back: Enter alone does not send.
  const first = verb === "Send" ? "[data-cancel]" : props.firstField && `[name=${props.firstField}]`;
  const label = second.isNamed && story ? anywayWords(act, story) : when === "later" ? act : `${verb} now`;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      focused={(dialog) => (first ? dialog.querySelector<HTMLElement>(first) : null)}
    >
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        {props.children}
        <RadioGroup legend="When" options={WHENS} value={when} onChange={setWhen} />
        {when === "later" && (
          <DateTimeField
            label="Date and time"
            name="at"
            value={time}
            zone={zone}
            hint={props.timeHint}
            error={error ?? props.timeError}
            onChange={(next) => {
              setTime(next);
              setError(undefined);
            }}
          />
        )}
        {props.fields?.(when)}
        <OpenMatters
          matters={openMatters(story)}
          onGo={(kind) => {
            flushSync(onClose);
            props.onGo(kind);
          }}
        />
        {props.findings}
        {second.isNamed && (
          <p role="alert" className="text-[0.9375rem]">
            {story?.reviews.some(({ answer }) => answer !== "approve")
              ? "This closes the review. Those who have not approved the text will be notified."
              : "Notes and suggestions stay as they are."}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <AdminButton data-cancel onClick={onClose}>
            Cancel
          </AdminButton>
          <AdminButton
            type="submit"
            variant="primary"
            isBusy={isBusy}
            disabled={typeof isBlocked === "boolean" ? isBlocked : isBlocked(when)}
            onClick={(event: MouseEvent) => event.detail > 1 && event.preventDefault()}
          >
            {label}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

type UnpublishProps = { type: string; onClose: () => void; onConfirm: () => void };

/** Asks before readers lose a document. */
export function UnpublishDialog({ type, onClose, onConfirm }: UnpublishProps) {
  return (
    <Dialog title={`Unpublish this ${type}?`} onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        Readers no longer find it. The text stays here as a draft, with your changes.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <AdminButton autoFocus onClick={onClose}>
          Cancel
        </AdminButton>
        <AdminButton
          variant="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          Unpublish
        </AdminButton>
      </div>
    </Dialog>
  );
}
