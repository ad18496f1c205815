import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type Ref, useRef, useState } from "react";
import type { ApiQuery } from "#shared/api-query.ts";
import { useApi } from "#shared/use-api.ts";
import { FailedNote, PanelHeading, ScreenHead } from "../panel.tsx";
import type { Discarded, StoredSession } from "../session/kept-sessions.ts";
import { DraftOffers } from "./draft-offers.tsx";
import { FormBody } from "./form-body.tsx";
import { FormFooter } from "./form-footer.tsx";
import type { FormKind } from "./form-kind.ts";
import { type EditForm, useEditForm } from "./use-edit-form.ts";
import { type FormGuard, useOpenForm } from "./use-open-form.ts";
import type { Versioned } from "./versions.ts";

type Fields<Row, Values extends object> = {
  kind: FormKind<Row, Values>;
  query: ApiQuery<Row>;
  versionOf: (row: Row) => Versioned<Row>;
  className: string;
  save: { idle: string; busy: string };
  children: (form: EditForm<Row, Values>, row: Row) => ReactNode;
};

type Props<Row, Values extends object> = Fields<Row, Values> & {
  title: string;
  /** Whether it is a screen, not a part of one. */
  isScreen?: boolean;
  /** Next to the title. */
  actions?: ReactNode;
  /** Shown until the row is loaded. */
  loading: ReactNode;
  failed: string;
};

/** The form of the one row of its kind, which always exists: it is shown without being opened. */
export function StandingForm<Row, Values extends object>(props: Props<Row, Values>) {
  const { title, isScreen = false, actions, loading, failed, ...fields } = props;
  const Head = isScreen ? ScreenHead : PanelHeading;
  const { data, isError, refetch } = useApi(fields.query);
  const heading = useRef<HTMLHeadingElement>(null);
  // Opening the form only loads restored work.
  const { opened, guard, account, offers, onDiscarded } = useOpenForm<Values>(fields.kind, () =>
    heading.current?.focus(),
  );
  const [discarded, setDiscarded] = useState(0);
  return (
    <>
      <Head ref={heading} title={title}>
        {actions}
      </Head>
      <DraftOffers {...offers} />
      {data ? (
        <StoredForm
          key={`${opened?.serial ?? 0} ${discarded}`}
          {...fields}
          account={account}
          row={data}
          restored={opened?.restored ?? null}
          guard={guard}
          onDiscarded={(work) => {
            setDiscarded(discarded + 1);
            onDiscarded(work);
          }}
        />
      ) : isError ? (
        <FailedNote onRetry={refetch}>{failed}</FailedNote>
      ) : (
        loading
      )}
    </>
  );
}

type StoredProps<Row, Values extends object> = Fields<Row, Values> & {
  account: string;
  row: Row;
  /** Unsaved work to restore. */
  restored: StoredSession<Values> | null;
  guard: Ref<FormGuard>;
  onDiscarded: (discarded: Discarded) => void;
};

function StoredForm<Row, Values extends object>(props: StoredProps<Row, Values>) {
  const { kind, query, versionOf, className, save, children, account, row, restored, guard, onDiscarded } = props;
  const client = useQueryClient();
  const form = useEditForm(kind, {
    account,
    row: versionOf(row),
    restored,
    guard,
    onStored: (saved) => client.setQueryData(query.queryKey, saved),
    onDone: () => undefined,
    onCreated: () => undefined,
  });
  return (
    <FormBody form={form} className={className} onSubmit={() => void form.save({ staysOpen: true })}>
      {children(form, row)}
      <FormFooter
        form={form}
        save={form.isBusy ? save.busy : save.idle}
        onDiscard={() => onDiscarded(form.discard())}
      />
    </FormBody>
  );
}
