import { Pencil } from "lucide";
import { useState } from "react";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { RemoteNote } from "#features/media/remote/admin/remote-items.tsx";
import { isRemote } from "#shared/pictures.ts";
import { useApi } from "#shared/use-api.ts";
import { completeAddress } from "#shared/web-address.ts";
import { AdminButton, Checkbox, RadioGroup, Switch } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { type EditForm, useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import { type RowFormProps, useRowForm } from "#ui/admin/edit-form/use-row-form.ts";
import { FailedNote, FormCard, PanelHeading } from "#ui/admin/panel.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { actionsColumn, useRecordDeletion } from "#ui/admin/records/record-screen.tsx";
import { useSetting } from "#ui/admin/records/setting.ts";
import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { Picture } from "#ui/picture.tsx";
import { AD_FIELDS, type AdDraft } from "../fields.ts";
import { AD_LOCATIONS, adSettings, placeAt } from "../rules.ts";
import type { AdSettings, AdSpace } from "../schema.ts";
import { AD_BLANK, AdFrame, adBox, OpenSpace } from "../site/ad-slot.tsx";
import { AD_KIND, AD_SETTING, allAdSpaces } from "./ad-kind.ts";

/** The stored settings; undefined while loading and on a backend without them. */
const useAdSettings = () => useApi(adSettings(), { enabled: useHasNewsroom() }).data;

export function EmptySlots() {
  const stored = useAdSettings();
  return stored ? <EmptySlotsSwitch stored={stored} /> : null;
}

function EmptySlotsSwitch({ stored }: { stored: AdSettings }) {
  const { isBusy, save } = useSetting(AD_SETTING, stored);
  const [wanted, setWanted] = useState(stored);
  const shown = isBusy ? wanted : stored;
  const change = (part: Partial<AdSettings>) => {
    setWanted({ ...stored, ...part });
    void save(part);
  };
  return (
    <section aria-label="Empty slots" className="mt-8 space-y-4 border-t border-rule pt-6">
      <Switch
        label="Show empty slots"
        hint="Readers see “This space is open” in every slot without an active ad. If this is off, pages omit empty slots."
        checked={shown.shows_empty_slots}
        disabled={isBusy}
        onChange={(shows_empty_slots) => change({ shows_empty_slots })}
      />
      {shown.shows_empty_slots && (
        <Switch
          label="Show at most one empty slot per page"
          hint="The last slot of the page, after the text. Slots with an active ad are not affected."
          checked={shown.shows_one_slot === true}
          disabled={isBusy}
          onChange={(shows_one_slot) => change({ shows_one_slot })}
        />
      )}
    </section>
  );
}

/** Whether readers see a placeholder in an empty slot; the default until the settings are loaded. */
export const useShowsEmptySlots = (): boolean => useAdSettings()?.shows_empty_slots !== false;

/** Describes what readers see while an ad is inactive; undefined if it is active or no page has slots for it. */
export function useInactiveHint({ active, location }: AdDraft): string | undefined {
  const instead = useShowsEmptySlots() ? "“This space is open”" : "nothing";
  if (active || !placeAt(location)) return undefined;
  return `Inactive: readers see ${instead} in its place, or another active ad of this type.`;
}

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
      <RadioGroup legend="Ad Type" options={TYPES} value={draft.type} onChange={(type) => change({ type })} />
      <Checkbox label="Active" hint={hint} checked={draft.active} onChange={(active) => change({ active })} />
    </div>
  );
}

function Creative({ form: { values: draft, errors, change } }: PartProps) {
  return (
    <div className="space-y-5">
      <PictureField
        label="Image URL"
        hint="The image of the ad. Without it, the slot stays empty."
        value={draft.image_url}
        error={errors.image_url}
        onChange={(image_url, picture) => change({ image_url, ...(picture && !draft.alt && { alt: picture.alt }) })}
      />
      <RemoteNote address={draft.image_url} onCopied={(image_url) => change({ image_url })} />
      <Field
        label="Alternative text"
        name="alt"
        value={draft.alt}
        maxLength={500}
        hint="Describes the image for readers who cannot see it."
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

/** The slot as readers will see it, at its real size. Links in it are inactive and nothing is counted. */
export function AdPreview({ draft }: { draft: AdDraft }) {
  const showsEmpty = useShowsEmptySlots();
  const image = useSettled(draft.image_url.trim());
  return (
    <section aria-label="Preview" className="border border-rule bg-paper p-4">
      <AdFrame type={draft.type}>
        {image === "" || isRemote(image) ? (
          <div className={`${adBox(draft.type)} ${AD_BLANK}`}>
            <OpenSpace />
          </div>
        ) : (
          <div className={adBox(draft.type)}>
            <Picture src={image} alt={draft.alt || draft.name} sizes="(min-width: 768px) 728px, 100vw" ratio="whole" />
          </div>
        )}
      </AdFrame>
      <p className="meta mt-3 text-center wrap-anywhere">{placement(draft, showsEmpty)}</p>
    </section>
  );
}

function placement({ active, location, target_url, image_url }: AdDraft, showsEmpty: boolean): string {
  const place = placeAt(location);
  const target = completeAddress(target_url);
  if (!active) return "Inactive: readers do not see it.";
  // If no page has the location, the form shows a note at its field.
  if (!place) return "";
  if (image_url.trim() === "")
    return `${place.label}: readers see ${showsEmpty ? "the open space" : "nothing until it has a picture"}.`;
  return `${place.label}${target === "" ? ", without a link" : `, leading to ${target}`}`;
}

const KNOWN = AD_LOCATIONS.map(({ location }) => location).join(", ");

const PLACES = AD_LOCATIONS.map(({ location, label }) => ({ value: location, label: location, hint: label }));

/** The note for a location that no page uses. */
export const NO_SLOTS = "No page has slots at this location";

type LocationProps = { value: string; error: string | undefined; onChange: (location: string) => void };

/**
 * The location of an ad space. Any text is accepted; a note appears shortly after typing if no page uses the location.
 */
export function LocationField({ value, error, onChange }: LocationProps) {
  const settled = useSettled(value.trim());
  const isUnknown = settled !== "" && settled === value.trim() && !placeAt(settled);
  return (
    <div>
      <SuggestField
        label="Location*"
        name="location"
        value={value}
        aria-required
        maxLength={100}
        autoCapitalize="none"
        hint={`Pages have slots at ${KNOWN}.`}
        error={error}
        offersFor={(typed) => namesLike(PLACES, typed)}
        onChange={onChange}
      />
      <p role="status" className="text-sm font-medium text-accent not-empty:mt-1.5">
        {isUnknown && `${NO_SLOTS}: readers will not see this ad.`}
      </p>
    </div>
  );
}

const consequence = ({ name }: AdSpace) => (
  <>
    <strong className="text-ink">{name}</strong> and its counts will be deleted. To hide it temporarily, make it
    inactive instead.
  </>
);

const TYPES = AD_FIELDS.type.values.map((value) => ({ value, label: AD_FIELDS.type.labels[value] }));

const COUNT = "tabular-nums as-rows:w-20";
const inFigures = (count = 0) => count.toLocaleString("en");

const COLUMNS: Column<AdSpace>[] = [
  { label: "Name", card: "title", cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span> },
  { label: "Type", cell: ({ type }) => AD_FIELDS.type.labels[type] },
  {
    label: "Location",
    className: "as-rows:w-28",
    cell: ({ location }) => (
      <span className="min-w-0 wrap-anywhere">
        {location}
        {!placeAt(location) && <span className="block text-[0.8125rem] font-medium text-accent">{NO_SLOTS}</span>}
      </span>
    ),
  },
  {
    label: "Status",
    cell: ({ active }) => <span className={active ? "text-up" : "text-muted"}>{active ? "Active" : "Inactive"}</span>,
  },
];

const COUNTS: Column<AdSpace>[] = [
  { label: "Views", className: COUNT, cell: ({ views }) => inFigures(views) },
  { label: "Clicks", className: COUNT, cell: ({ clicks }) => inFigures(clicks) },
];

export function AdsTab() {
  const {
    rows: spaces,
    error,
    refetch,
    ...form
  } = useRowForm({
    kind: AD_KIND,
    list: allAdSpaces(),
    versioned: AD_KIND.versioned,
  });
  const { opened, addButton } = form;
  useFailureToast(error, "Error fetching ad spaces", "Could not fetch ad spaces");
  const { remove, question } = useRecordDeletion(AD_KIND, consequence, form.forget);
  const hasNewsroom = useHasNewsroom();

  const actions = actionsColumn(AD_KIND, [{ verb: "Edit", icon: Pencil, act: form.edit }, remove]);
  return (
    <>
      <PanelHeading ref={form.heading} title="Manage Ad Spaces">
        <AdminButton ref={addButton.ref} variant={addButton.isAdding ? "plain" : "primary"} onClick={addButton.onClick}>
          {addButton.isAdding ? "Cancel" : "Add New Ad Space"}
        </AdminButton>
      </PanelHeading>
      <DraftOffers {...form.offers} />
      {opened && <AdForm key={opened.key} {...opened.props} />}
      {error && !spaces ? (
        <FailedNote isAnnounced onRetry={refetch}>
          Could not fetch ad spaces
        </FailedNote>
      ) : (
        <DataTable
          caption="Ad spaces"
          columns={[...COLUMNS, ...(hasNewsroom ? COUNTS : []), actions]}
          rows={spaces}
          rowKey={({ id }) => id}
          skeletonRows={4}
          loading="Loading ad spaces..."
          empty="No ad spaces found. Add your first ad space to get started."
        />
      )}
      <EmptySlots />
      {question}
    </>
  );
}
