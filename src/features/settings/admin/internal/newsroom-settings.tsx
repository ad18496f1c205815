import { useQueryClient } from "@tanstack/react-query";
import { type Ref, useRef, useState } from "react";
import { useApi } from "#shared/use-api.ts";
import { beginFrom } from "#ui/admin/edit-form/beginning.ts";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { FormBody } from "#ui/admin/edit-form/form-body.tsx";
import { FormFooter } from "#ui/admin/edit-form/form-footer.tsx";
import { useEditForm } from "#ui/admin/edit-form/use-edit-form.ts";
import { type FormGuard, useOpenForm } from "#ui/admin/edit-form/use-open-form.ts";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { newsroomSettings } from "../../calls.ts";
import { MAX_ADDRESS_LENGTH } from "../../rules.ts";
import type { Newsroom } from "../../schema.ts";
import { versioned } from "../calls.ts";
import { NEWSROOM_KIND, type NewsroomValues } from "../newsroom-kind.ts";
import { ZoneField } from "./zone-field.tsx";

/** The newsroom's time zone and postal address. */
export function NewsroomSettings() {
  const { data, isError, refetch } = useApi(newsroomSettings());
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is always shown; opening it only loads restored work into it.
  const { opened, guard, account, offers, onDiscarded } = useOpenForm<NewsroomValues>(NEWSROOM_KIND, () =>
    heading.current?.focus(),
  );
  const [discarded, setDiscarded] = useState(0);
  return (
    <>
      <PanelHeading ref={heading} title="Newsroom" />
      <DraftOffers {...offers} />
      {data ? (
        <NewsroomForm
          key={`${opened?.serial ?? 0} ${discarded}`}
          account={account}
          newsroom={data}
          draft={opened?.draft ?? null}
          guard={guard}
          onDiscarded={(draft) => {
            setDiscarded(discarded + 1);
            onDiscarded(draft);
          }}
        />
      ) : isError ? (
        <FailedNote onRetry={refetch}>Could not load the settings.</FailedNote>
      ) : (
        <div className="space-y-5" aria-busy="true">
          <p role="status" className="sr-only">
            Loading the settings...
          </p>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-36 w-full" />
        </div>
      )}
    </>
  );
}

type Props = {
  account: string;
  newsroom: Newsroom;
  /** Unsaved work to restore. */
  draft: UnsavedDraft<NewsroomValues> | null;
  guard: Ref<FormGuard>;
  onDiscarded: (draft: UnsavedDraft<NewsroomValues>) => void;
};

function NewsroomForm({ account, newsroom, draft, guard, onDiscarded }: Props) {
  const client = useQueryClient();
  const form = useEditForm(NEWSROOM_KIND, {
    account,
    beginning: beginFrom(versioned(newsroom), draft),
    newest: versioned(newsroom),
    guard,
    onStored: (saved) => client.setQueryData(newsroomSettings().queryKey, saved),
    onDone: () => undefined,
    onCreated: () => undefined,
  });
  const { values, errors, isBusy, change } = form;
  return (
    <FormBody form={form} className="space-y-6" onSubmit={() => void form.save({ staysOpen: true })}>
      <ZoneField value={values.time_zone} error={errors.time_zone} onChange={(time_zone) => change({ time_zone })} />
      <Field
        label="Postal address"
        name="postal_address"
        rows={4}
        maxLength={MAX_ADDRESS_LENGTH}
        autoComplete="off"
        hint="Shown at the end of every newsletter. Many countries require it in mail to subscribers."
        value={values.postal_address}
        error={errors.postal_address}
        onChange={(event) => change({ postal_address: event.target.value })}
      />
      <FormFooter
        form={form}
        save={isBusy ? "Saving..." : "Save Settings"}
        onDiscard={() => onDiscarded(form.discard())}
      />
    </FormBody>
  );
}
