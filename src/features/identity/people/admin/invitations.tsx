import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ROLES, type Role } from "#shared/actor.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useCopy } from "#ui/admin/copy-link.ts";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog, lastButton } from "#ui/admin/dialog.tsx";
import { exactTime, tableDate } from "#ui/admin/local-time.ts";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { Invitation, PeopleEndpoints } from "../endpoints.ts";
import { ROLE_WORDS } from "./roles.tsx";

const people = editorClientOf<PeopleEndpoints>();

export const openInvitations = () => people.query("GET /accounts/invitations");

const OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }));

/** Pending invitations, and a form to invite a person. */
export function Invitations() {
  const api = useEditorApi();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useApi(openInvitations(), { refetchOnMount: "always" });
  const [opened, setOpened] = useState<"form" | Invitation | null>(null);
  const changed = () => client.invalidateQueries({ queryKey: openInvitations().queryKey });
  const withdrawing = useDeletion<Invitation>({
    words: {
      title: "Withdraw this invitation?",
      confirm: "Withdraw",
      busy: "Withdrawing...",
      deleted: "Invitation withdrawn",
      failed: "The invitation was not withdrawn",
      fallback: "Please try again.",
    },
    consequence: ({ email }) => `The link sent to ${email} stops working immediately.`,
    call: ({ id }) => people.send(api, "DELETE /accounts/invitations/:id", { params: { id } }),
    onDeleted: () => {
      heading.current?.focus();
      void changed();
    },
  });
  return (
    <section aria-label="Invitations" className="mt-10">
      <PanelHeading ref={heading} title="Invitations">
        <AdminButton variant="primary" onClick={() => setOpened("form")}>
          Invite a person
        </AdminButton>
      </PanelHeading>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load the invitations.</FailedNote>
      ) : data?.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">No pending invitations.</p>
      ) : (
        <DataTable
          caption="Invitations"
          columns={columnsWith(withdrawing.ask)}
          rows={data}
          rowKey={({ id }) => id}
          skeletonRows={1}
          loading="Loading the invitations..."
        />
      )}
      {opened === "form" && (
        <InviteDialog
          onClose={() => setOpened(null)}
          onInvited={(invitation) => {
            flushSync(() => setOpened(invitation.link === undefined ? null : invitation));
            void changed();
          }}
        />
      )}
      {opened !== null && opened !== "form" && <LinkDialog invitation={opened} onClose={() => setOpened(null)} />}
      {withdrawing.question}
    </section>
  );
}

const columnsWith = (onWithdraw: (invitation: Invitation) => void): Column<Invitation>[] => [
  { label: "Email", card: "title", cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { label: "Role", className: "as-rows:w-40", cell: ({ role }) => ROLE_WORDS[role] },
  {
    label: "Ends",
    className: "tabular-nums as-rows:w-32",
    cell: ({ expires }) => (
      <time dateTime={expires} title={exactTime(expires)}>
        {tableDate(expires)}
      </time>
    ),
  },
  {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-44",
    cell: (invitation) => (
      <AdminButton
        variant="quiet"
        className="as-rows:-my-1.5"
        aria-label={`Withdraw the invitation of ${invitation.email}`}
        onClick={() => onWithdraw(invitation)}
      >
        Withdraw
      </AdminButton>
    ),
  },
];

type InviteProps = { onClose: () => void; onInvited: (invitation: Invitation) => void };

function InviteDialog({ onClose, onInvited }: InviteProps) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [role, setRole] = useState<Role>("writer");
  const [failure, setFailure] = useState<string>();
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFailure(undefined);
    void run(
      async () => {
        const body = { email: email.current?.value.trim() ?? "", role };
        const { body: invitation } = await people.send(api, "POST /accounts/invitations", { body });
        onInvited(invitation);
        show({ title: `${invitation.email} is invited` });
      },
      {
        title: "The invitation was not sent",
        fallback: "Please try again.",
        onFailed(error, description) {
          setFailure((error instanceof ApiError && error.errors.email) || description);
          email.current?.focus();
        },
      },
    );
  }
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <form onSubmit={onSubmit} aria-busy={isBusy} noValidate className="mt-3 space-y-5">
        <Field ref={email} label="Email" name="email" type="email" autoComplete="off" required error={failure} />
        <Select label="Role" value={role} options={OPTIONS} onChange={(value) => setRole(value as Role)} />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Inviting..." : "Invite"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

/** If no mail is sent, the inviting user passes the link on. */
function LinkDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const copy = useCopy();
  const link = invitation.link ?? "";
  return (
    <Dialog title="Share this link" onClose={onClose} focused={lastButton}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        This site cannot send mail. Send {invitation.email} this link yourself. It works once, for 3 days, and is shown
        only now.
      </p>
      <p className="my-4 border border-rule bg-surface px-4 py-3 font-mono text-sm wrap-anywhere">{link}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <AdminButton onClick={onClose}>Close</AdminButton>
        <AdminButton variant="primary" onClick={() => copy(link, "Link copied")}>
          Copy link
        </AdminButton>
      </div>
    </Dialog>
  );
}
