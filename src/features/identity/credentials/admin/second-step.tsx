import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { EntryCover, EntryFrame } from "#features/identity/accounts/admin/entry-frame.tsx";
import { hasPasskeys, makePasskey } from "#features/identity/second-factor/admin/browser-passkeys.ts";
import type { NewPasskeyResponse } from "#features/identity/second-factor/schema.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useScreenTitle } from "#ui/admin/screen.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { RelativeDate } from "#ui/time.tsx";
import type { CredentialEndpoints, OwnPasskey } from "../endpoints.ts";
import { AppSetup, PasswordQuestion, RecoveryCodes, withPassword } from "./second-step-dialogs.tsx";

const credentials = editorClientOf<CredentialEndpoints>();

export const ownFactors = () => credentials.query("GET /accounts/two-factor");
export const ownPasskeys = () => credentials.query("GET /accounts/passkeys");

type Opened =
  | { dialog: "app" | "app-off" | "codes" | "passkey" }
  | { dialog: "passkey-off"; passkey: OwnPasskey }
  | { dialog: "shown"; codes: string[] };

type SectionProps = {
  /** Called once a factor is set up and its codes are stored; the section is then only about that. */
  onSetUp?: () => void;
};

/** The second steps of the account: an authenticator app, passkeys, and recovery codes. */
export function SecondStepSection({ onSetUp }: SectionProps) {
  const client = useQueryClient();
  const show = useToast();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useApi(ownFactors(), { refetchOnMount: "always" });
  const [opened, setOpened] = useState<Opened | null>(null);
  function close() {
    setOpened(null);
    if (opened?.dialog === "shown") onSetUp?.();
  }

  async function done(title: string, codes?: string[]) {
    // Immediately: a dialog that closes later would return the focus to the button that opened it, which may be gone.
    flushSync(() => setOpened(codes ? { dialog: "shown", codes } : null));
    if (!codes) heading.current?.focus();
    show({ title });
    await Promise.all([ownFactors(), ownPasskeys()].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    if (!codes) onSetUp?.();
  }

  const isOn = data !== undefined && (data.totp || data.passkeys > 0);
  return (
    <section aria-label="Second step">
      {!onSetUp && (
        <>
          <PanelHeading ref={heading} title="Second step" />
          <p className="mb-5 max-w-2xl text-[0.9375rem] text-muted">
            {isOn
              ? "Logging in needs more than your password. Set up a second method in case you lose one."
              : "Anyone who learns your password can log in as you. With a second step, they also need your phone or security key."}
            {data?.is_required && " Your role requires one, so you cannot remove the last one."}
          </p>
        </>
      )}
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load your second factors.</FailedNote>
      ) : (
        <div className="max-w-3xl divide-y divide-rule border-y border-rule" aria-busy={!data}>
          <Row title="Authenticator app" state={data && (data.totp ? "On" : "Off")}>
            <AdminButton onClick={() => setOpened({ dialog: "app" })}>{data?.totp ? "Replace" : "Set up"}</AdminButton>
            {data?.totp && <AdminButton onClick={() => setOpened({ dialog: "app-off" })}>Turn off</AdminButton>}
          </Row>
          <Row title="Passkeys" state={data && (data.passkeys === 0 ? "None" : String(data.passkeys))}>
            {hasPasskeys() ? (
              <AdminButton onClick={() => setOpened({ dialog: "passkey" })}>Add a passkey</AdminButton>
            ) : (
              <span className="text-sm text-muted">This browser has no passkey for this address.</span>
            )}
          </Row>
          {isOn && (
            <Row title="Recovery codes" state={`${data.recovery_codes} left`} isLow={data.recovery_codes < 3}>
              <AdminButton onClick={() => setOpened({ dialog: "codes" })}>New codes</AdminButton>
            </Row>
          )}
        </div>
      )}
      {data && data.passkeys > 0 && (
        <div className="mt-6 max-w-3xl">
          <PasskeyList onRemove={(passkey) => setOpened({ dialog: "passkey-off", passkey })} />
        </div>
      )}
      <OpenedDialog opened={opened} onClose={close} onDone={done} />
    </section>
  );
}

type RowProps = { title: string; state: string | undefined; isLow?: boolean; children: ReactNode };

function Row({ title, state, isLow = false, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p>
        <strong className="mr-2 font-semibold">{title}</strong>
        <span className={isLow ? "font-semibold text-down" : "text-muted"}>{state ?? "…"}</span>
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

type DialogProps = {
  opened: Opened | null;
  onClose: () => void;
  onDone: (title: string, codes?: string[]) => Promise<void>;
};

function OpenedDialog({ opened, onClose, onDone }: DialogProps) {
  const api = useEditorApi();
  switch (opened?.dialog) {
    case undefined:
      return null;
    case "shown":
      return <RecoveryCodes codes={opened.codes} onClose={onClose} />;
    case "app":
      return <AppSetup onClose={onClose} onDone={(codes) => onDone("Authenticator app set up", codes)} />;
    case "app-off":
      return (
        <PasswordQuestion
          {...{ title: "Turn the authenticator app off?", confirm: "Turn off", busy: "Turning off..." }}
          failed="The app was not turned off"
          onClose={onClose}
          onConfirm={async (password) => {
            await credentials.send(api, "DELETE /accounts/two-factor/totp", { body: { password } });
            await onDone("Authenticator app turned off");
          }}
        />
      );
    case "codes":
      return (
        <PasswordQuestion
          {...{ title: "Create new recovery codes?", confirm: "Create new codes", busy: "Making..." }}
          isOptional
          failed="No codes were created"
          onClose={onClose}
          onConfirm={async (password) => {
            const made = await credentials.send(api, "POST /accounts/two-factor/recovery", withPassword(password));
            await onDone("New recovery codes created", made.body.recovery_codes);
          }}
        >
          <p className="text-[0.9375rem] text-muted">Old codes stop working immediately.</p>
        </PasswordQuestion>
      );
    case "passkey":
      return (
        <PasswordQuestion
          {...{ title: "Add a passkey", confirm: "Continue", busy: "Waiting for the passkey..." }}
          isOptional
          failed="No passkey was added"
          onClose={onClose}
          onConfirm={async (password, fields) => {
            const offer = await credentials.send(api, "POST /accounts/passkeys/options", withPassword(password));
            const passkey = (await makePasskey(offer.body)) as NewPasskeyResponse;
            const body = { name: String(fields.get("name")), passkey };
            const added = await credentials.send(api, "POST /accounts/passkeys", { body });
            await onDone("Passkey added", added.body.recovery_codes);
          }}
        >
          <Field label="Name" name="name" hint="For example “Work laptop”." maxLength={100} />
        </PasswordQuestion>
      );
    case "passkey-off":
      return (
        <PasswordQuestion
          {...{ title: `Remove the passkey ${opened.passkey.name}?`, confirm: "Remove", busy: "Removing..." }}
          isOptional
          failed="The passkey was not removed"
          onClose={onClose}
          onConfirm={async (password) => {
            const request = { params: { id: opened.passkey.id }, ...withPassword(password) };
            await credentials.send(api, "DELETE /accounts/passkeys/:id", request);
            await onDone("Passkey removed");
          }}
        />
      );
  }
}

type ListProps = { onRemove: (passkey: OwnPasskey) => void };

function PasskeyList({ onRemove }: ListProps) {
  const { data, isError, refetch } = useApi(ownPasskeys(), { refetchOnMount: "always" });
  if (isError && !data) return <FailedNote onRetry={refetch}>Could not load the passkeys.</FailedNote>;
  if (data?.length === 0) return null;
  return (
    <DataTable
      caption="Passkeys"
      columns={passkeyColumns(onRemove)}
      rows={data}
      rowKey={({ id }) => id}
      skeletonRows={1}
      loading="Loading the passkeys..."
    />
  );
}

const passkeyColumns = (onRemove: (passkey: OwnPasskey) => void): Column<OwnPasskey>[] => [
  { label: "Name", card: "title", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { label: "Added", cell: ({ created }) => <RelativeDate date={created} /> },
  { label: "Last used", cell: ({ last_used }) => (last_used ? <RelativeDate date={last_used} /> : "Never") },
  {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-28",
    cell: (passkey) => (
      <AdminButton
        className="as-rows:-my-1.5"
        aria-label={`Remove the passkey ${passkey.name}`}
        onClick={() => onRemove(passkey)}
      >
        Remove
      </AdminButton>
    ),
  },
];

type Props = {
  /** Shown over the dashboard of a user who was working, which keeps everything typed in it. */
  isOverWork: boolean;
  onDone: () => void;
  onLogOut: () => void;
};

const TITLE_ID = "required-step-title";

/** Shown before anything else to a user whose role needs a second step and who has none. */
export function RequiredStepScreen({ isOverWork, ...on }: Props) {
  useScreenTitle("Set up a second step");
  if (!isOverWork)
    return (
      <EntryFrame>
        <RequiredStep {...on} />
      </EntryFrame>
    );
  return (
    <EntryCover labelledBy={TITLE_ID}>
      <RequiredStep {...on} note="Nothing you typed is lost." />
    </EntryCover>
  );
}

function RequiredStep({ note, onDone, onLogOut }: Omit<Props, "isOverWork"> & { note?: string }) {
  const site = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="ruled pt-5">
      <h1 ref={heading} id={TITLE_ID} tabIndex={-1} className="headline-md mb-4 font-semibold outline-none">
        Set up a second step
      </h1>
      <p className="mb-5 text-[0.9375rem]">
        Your role at {site.name} requires a second step to log in. Set up an authenticator app or a passkey to continue
        to the dashboard. {note}
      </p>
      <SecondStepSection onSetUp={onDone} />
      <p className="mt-6">
        <AdminButton onClick={onLogOut}>Log Out</AdminButton>
      </p>
    </div>
  );
}
