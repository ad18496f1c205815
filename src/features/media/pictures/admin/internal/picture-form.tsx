import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import type { KeptForm } from "#ui/admin/edit-form/kept-forms.ts";
import { type FormProps, useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import { Field } from "#ui/field.tsx";
import { type Described, PICTURE_TEXTS } from "../../rules.ts";
import type { StoredPicture } from "../../schema.ts";
import { versioned } from "../calls.ts";
import { PICTURE_KIND } from "../picture-kind.ts";
import { FocalPoint } from "./focal-point.tsx";

type Props = Pick<FormProps<StoredPicture, Described>, "account" | "restored" | "guard" | "onStored"> & {
  picture: StoredPicture;
  onDiscarded: (discarded: KeptForm<Described>) => void;
};

/** The picture with its focal point and details, which are stored once and offered for every use. */
export function PictureForm({ picture, onDiscarded, ...rest }: Props) {
  const form = useEditForm(PICTURE_KIND, {
    ...rest,
    row: versioned(picture),
    onDone: () => undefined,
    onCreated: () => undefined,
  });
  const { values, errors, isBusy, change } = form;
  const text = (name: keyof typeof PICTURE_TEXTS) => ({
    name,
    value: values[name],
    error: errors[name],
    maxLength: PICTURE_TEXTS[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <FormBody form={form} label="Picture" className="space-y-5" onSubmit={() => void form.save({ staysOpen: true })}>
      <FocalPoint picture={picture} point={values} onChange={change} />
      <Field label="Alternative text" hint="What it shows, for readers who cannot see it." rows={2} {...text("alt")} />
      <Field label="Caption" rows={2} {...text("caption")} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Credit" placeholder="Photographer or agency" autoComplete="off" {...text("credit")} />
        <Field label="Licence" placeholder="CC BY 4.0" autoComplete="off" {...text("licence")} />
      </div>
      <FormFooter form={form} save={isBusy ? "Saving..." : "Save"} onDiscard={() => onDiscarded(form.discard())} />
    </FormBody>
  );
}
