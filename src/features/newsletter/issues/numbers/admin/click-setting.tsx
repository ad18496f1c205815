import { NEWSLETTER } from "#features/settings/admin/settings.ts";
import type { NewsletterSettings } from "#features/settings/endpoints.ts";
import { NEWSLETTER_FIELDS } from "#features/settings/rules.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { FieldControl } from "#ui/admin/records/field-control.tsx";
import { PlainForm, StoredSetting, useSettingForm } from "#ui/admin/records/plain-setting.tsx";

/** Whether clicks on the links of issues are counted; only chiefs change it. */
export function ClickSetting() {
  const isChief = useMay()("settings.manage");
  return (
    <section aria-label="Clicks" className="mt-6 max-w-2xl border border-rule bg-surface/40 p-4 sm:p-6">
      <h3 className="headline-sm mb-4 font-semibold">Clicks</h3>
      <StoredSetting setting={NEWSLETTER} failed="Could not load whether clicks are counted." skeleton="h-20 w-full">
        {(stored) =>
          isChief ? (
            <ClickForm before={stored} />
          ) : (
            <p className="text-[0.9375rem]">
              Clicks on links are {stored.counts_clicks ? "" : "not "}counted in new issues. A chief can change this.
            </p>
          )
        }
      </StoredSetting>
    </section>
  );
}

function ClickForm({ before }: { before: NewsletterSettings }) {
  const { isBusy, isChanged, controlOf, save } = useSettingForm(NEWSLETTER, NEWSLETTER_FIELDS, before);
  const submit = () =>
    save(({ counts_clicks: isOn }) =>
      isOn ? "The privacy page says that clicks are counted." : "The privacy page no longer mentions clicks.",
    );
  return (
    <PlainForm isBusy={isBusy} className="space-y-4" onSubmit={submit}>
      <FieldControl {...controlOf("counts_clicks")} />
      <AdminButton type="submit" isBusy={isBusy} disabled={!isChanged}>
        {isBusy ? "Saving..." : "Save clicks"}
      </AdminButton>
    </PlainForm>
  );
}
