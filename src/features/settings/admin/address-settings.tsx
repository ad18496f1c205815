import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { PlainForm, StoredSetting, useSettingForm } from "#ui/admin/records/plain-setting.tsx";
import type { AddressSettings } from "../endpoints.ts";
import { ADDRESS_FIELDS } from "../rules.ts";
import { ADDRESSES } from "./settings.ts";

const { values: FORMS, label, labels } = ADDRESS_FIELDS.article;

/** The form of articles' addresses. */
export const AddressSettingsSection = () => (
  <section className="mt-10 border-t border-rule pt-6">
    <h2 className="headline-sm mb-3 font-semibold">Addresses</h2>
    <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
      Words in an address show readers and search engines what an article is about. Links in the other form, or with an
      older title, redirect. Manage other redirects under{" "}
      <Link to={adminUrl.redirects()} className="underline underline-offset-4 hover:text-accent">
        Redirects
      </Link>
      .
    </p>
    <StoredSetting setting={ADDRESSES} failed="Could not load the format of addresses." skeleton="h-24 w-full">
      {(stored) => <AddressForm before={stored} />}
    </StoredSetting>
  </section>
);

function AddressForm({ before }: { before: AddressSettings }) {
  const { isBusy, isChanged, values, change, save } = useSettingForm(ADDRESSES, ADDRESS_FIELDS, before);
  return (
    <PlainForm isBusy={isBusy} className="space-y-4" onSubmit={save}>
      <RadioGroup
        legend={label}
        options={FORMS.map((value) => ({ value, label: labels[value] }))}
        value={values.article}
        onChange={(article) => change({ article })}
      />
      <AdminButton type="submit" isBusy={isBusy} disabled={!isChanged}>
        {isBusy ? "Saving..." : "Save addresses"}
      </AdminButton>
    </PlainForm>
  );
}
