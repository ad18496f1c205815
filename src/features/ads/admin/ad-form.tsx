import { type FormEvent, useEffect, useRef, useState } from "react";
import { PictureField } from "#features/media/admin/picture-field.tsx";
import { ApiError } from "#shared/api-client.ts";
import { completeAddress } from "#shared/web-address.ts";
import { AdminButton, Checkbox, RadioGroup } from "#ui/admin/controls.tsx";
import { errorsAfter, type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { FormCard } from "#ui/admin/panel.tsx";
import { useSaveKey } from "#ui/admin/save-key.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import type { AdSpace } from "../schema.ts";
import { AdPreview } from "./ad-preview.tsx";
import { AD_TYPES } from "./ad-types.ts";
import type { AdDraft } from "./calls.ts";
import { LocationField } from "./location-field.tsx";

const NEW: AdDraft = {
  name: "",
  location: "",
  type: "leaderboard",
  active: true,
  image_url: "",
  alt: "",
  target_url: "",
};

type Props = {
  /** The ad space to edit; null for a new one. */
  space: AdSpace | null;
  /** Sends it. What it throws is shown at its field; telling of it otherwise is the caller's part. */
  onSave: (draft: AdDraft) => Promise<void>;
  onCancel: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
};

/** The card in which an ad space is added or edited, with its live preview. */
export function AdForm({ space, onSave, onCancel, onUnsaved }: Props) {
  const show = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [before] = useState(() => (space ? draftOf(space) : NEW));
  const [draft, setDraft] = useState(before);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setIsBusy] = useState(false);
  const isUnsaved = JSON.stringify(draft) !== JSON.stringify(before);
  useSaveKey(form);
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  useEffect(() => form.current?.querySelector<HTMLInputElement>("[name=name]")?.focus(), []);
  useErrorFocus(form, errors);

  const change = (part: Partial<AdDraft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setErrors((now) => errorsAfter(now, part));
  };

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const missing = {
      ...(draft.name.trim() === "" && { name: "Please enter an ad name" }),
      ...(draft.location.trim() === "" && { location: "Please enter a location" }),
    };
    if (Object.keys(missing).length > 0) {
      setErrors(missing);
      const description = "Please fill out all required fields";
      return show({ title: "Missing required fields", description, variant: "destructive" });
    }
    setIsBusy(true);
    try {
      const target_url = completeAddress(draft.target_url);
      change({ target_url });
      await onSave({ ...draft, target_url });
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors : {});
      setIsBusy(false);
    }
  }

  return (
    <FormCard title={space ? "Edit Ad Space" : "Add New Ad Space"}>
      <form
        ref={form}
        onSubmit={onSubmit}
        aria-busy={isBusy}
        className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      >
        <div className="space-y-5">
          <Field
            label="Ad Name*"
            name="name"
            value={draft.name}
            aria-required
            maxLength={100}
            autoComplete="off"
            error={errors.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <LocationField value={draft.location} error={errors.location} onChange={(location) => change({ location })} />
          <RadioGroup legend="Ad Type" options={AD_TYPES} value={draft.type} onChange={(type) => change({ type })} />
          <Checkbox label="Active" checked={draft.active} onChange={(active) => change({ active })} />
        </div>
        <div className="space-y-5">
          <PictureField
            label="Image URL"
            hint="The advertisement itself. Without it readers see the open space."
            value={draft.image_url}
            error={errors.image_url}
            onChange={(image_url) => change({ image_url })}
          />
          <Field
            label="Alternative Text"
            name="alt"
            value={draft.alt}
            maxLength={500}
            hint="What the image says, for those who do not see it."
            error={errors.alt}
            onChange={(event) => change({ alt: event.target.value })}
          />
          <Field
            label="Target URL"
            name="target_url"
            value={draft.target_url}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.target_url}
            onChange={(event) => change({ target_url: event.target.value })}
            onBlur={() => {
              const target_url = completeAddress(draft.target_url);
              if (target_url !== draft.target_url) change({ target_url });
            }}
          />
        </div>
        <div className="lg:col-span-2">
          <AdPreview draft={draft} />
        </div>
        <div className="flex flex-wrap gap-2">
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {space ? (isBusy ? "Updating..." : "Update Ad Space") : isBusy ? "Adding..." : "Add Ad Space"}
          </AdminButton>
          {space && <AdminButton onClick={onCancel}>Cancel</AdminButton>}
        </div>
      </form>
    </FormCard>
  );
}

function draftOf({ name, location, type, active, image_url, alt, target_url }: AdSpace): AdDraft {
  return { name, location, type, active, image_url, alt, target_url };
}
