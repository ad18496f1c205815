import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { RemoteNote } from "#features/media/remote/admin/remote-note.tsx";
import { completeAddress } from "#shared/web-address.ts";
import { AdminButton, Checkbox, RadioGroup } from "#ui/admin/controls.tsx";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { type EditForm, useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import type { RowFormProps } from "#ui/admin/edit-form/use-row-form.ts";
import { FormCard } from "#ui/admin/panel.tsx";
import { Field } from "#ui/field.tsx";
import type { AdDraft } from "../rules.ts";
import type { AdSpace } from "../schema.ts";
import { AD_KIND } from "./ad-kind.ts";
import { AdPreview } from "./ad-preview.tsx";
import { AD_TYPES } from "./ad-types.ts";
import { useInactiveHint } from "./empty-slots.tsx";
import { LocationField } from "./location-field.tsx";

/** The card in which an ad space is added or edited, with its live preview. */
export function AdForm({ onCancel, onDiscarded, ...props }: RowFormProps<AdSpace, AdDraft>) {
  const form = useEditForm(AD_KIND, props);
  const { base, values: draft, isBusy } = form;
  return (
    <FormCard title={base ? "Edit Ad Space" : "Add New Ad Space"}>
      <FormBody
        form={form}
        firstField="name"
        className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
        onSubmit={() => void form.save({ staysOpen: false })}
      >
        <Place form={form} />
        <Creative form={form} />
        <div className="lg:col-span-2">
          <AdPreview draft={draft} />
        </div>
        <div className="lg:col-span-2">
          <FormFooter
            form={form}
            save={base ? (isBusy ? "Updating..." : "Update Ad Space") : isBusy ? "Adding..." : "Add Ad Space"}
            onDiscard={() => onDiscarded(form.discard())}
          >
            {base && <AdminButton onClick={onCancel}>Cancel</AdminButton>}
          </FormFooter>
        </div>
      </FormBody>
    </FormCard>
  );
}

type PartProps = { form: EditForm<AdSpace, AdDraft> };

/** Name and location. */
function Place({ form: { values: draft, errors, change } }: PartProps) {
  const hint = useInactiveHint(draft);
  return (
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
      <Checkbox label="Active" hint={hint} checked={draft.active} onChange={(active) => change({ active })} />
    </div>
  );
}

/** What readers see, and the link target. */
function Creative({ form: { values: draft, errors, change } }: PartProps) {
  return (
    <div className="space-y-5">
      <PictureField
        label="Image URL"
        hint="The advertisement itself. Without it the slot stays empty."
        value={draft.image_url}
        error={errors.image_url}
        onChange={(image_url, picture) => change({ image_url, ...(picture && !draft.alt && { alt: picture.alt }) })}
      />
      <RemoteNote address={draft.image_url} onCopied={(image_url) => change({ image_url })} />
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
  );
}
