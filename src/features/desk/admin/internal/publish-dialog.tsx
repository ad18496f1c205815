import { Check } from "lucide";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { AdminButton, Checkbox, RadioGroup } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { fromLocalInput, localZone, toLocalInput } from "#ui/admin/local-time.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { useNextNewsletter } from "../next-newsletter.tsx";
import type { ArticleForm } from "./article-form.ts";
import type { Finding, Place } from "./checks.ts";
import { missingIn } from "./missing.ts";
import { Findings } from "./quiet-checks.tsx";
import type { Publishing } from "./use-publishing.ts";

type When = "now" | "later";
const WHENS = [
  { value: "now", label: "Now" },
  { value: "later", label: "At a time" },
] as const;

type Props = { form: ArticleForm; publishing: Publishing; onGo: (place: Place) => void };

/** Asks when readers get the article, and says what it still lacks. */
export function PublishDialog({ form, publishing, onGo }: Props) {
  const planned = form.values.published_date;
  const isPlanned = planned !== null && Date.parse(planned) > Date.now();
  const [when, setWhen] = useState<When>(isPlanned ? "later" : "now");
  const [time, setTime] = useState(isPlanned ? toLocalInput(planned) : "");
  const [error, setError] = useState<string>();
  const newsletter = useNextNewsletter();
  const [isInNewsletter, setIsInNewsletter] = useState(false);
  const [missing] = useState(() => missingIn(form.current()));
  function submit(event: FormEvent) {
    event.preventDefault();
    const at = when === "now" ? null : fromLocalInput(time);
    if (when === "later" && at === null) return setError("Choose a date and a time.");
    if (at !== null && Date.parse(at) <= Date.now()) return setError("This time is past. Choose a later one, or Now.");
    publishing.publish(at, isInNewsletter && when === "now" ? newsletter : null);
  }
  function goTo(place: Place) {
    flushSync(publishing.close);
    onGo(place);
  }
  return (
    <Dialog title="Publish this article" onClose={publishing.close}>
      <form noValidate onSubmit={submit} className="mt-4 space-y-5">
        <RadioGroup legend="When" options={WHENS} value={when} onChange={setWhen} />
        {when === "later" && (
          <Field
            label="Date and time"
            type="datetime-local"
            max="9999-12-30T23:59"
            hint={`In your time zone: ${localZone()}`}
            error={error}
            value={time}
            onChange={({ target }) => {
              setTime(target.value);
              setError(undefined);
            }}
          />
        )}
        {when === "now" && newsletter && (
          <Checkbox
            label={`Also in the next newsletter, “${newsletter.subject}”`}
            checked={isInNewsletter}
            onChange={setIsInNewsletter}
          />
        )}
        <Checklist missing={missing} onGo={goTo} />
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <AdminButton onClick={publishing.close}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            {when === "now" ? "Publish now" : "Schedule"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

type ChecklistProps = { missing: Finding[]; onGo: (place: Place) => void };

function Checklist({ missing, onGo }: ChecklistProps) {
  if (missing.length === 0)
    return (
      <p className="flex gap-2 border-t border-rule pt-4 text-[0.9375rem]">
        <Icon icon={Check} size={18} className="mt-0.5 shrink-0 text-up" />
        Picture, alternative text, excerpt, category and tags are all there.
      </p>
    );
  return (
    <div className="border-t border-rule pt-4">
      <h3 className="text-sm font-semibold">Still missing</h3>
      <Findings label="Still missing" findings={missing} onGo={onGo} />
    </div>
  );
}
