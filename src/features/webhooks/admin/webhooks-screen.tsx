import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, List, Pencil, Send, Trash2 } from "lucide";
import { type RefObject, useRef, useState } from "react";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { parseId } from "#shared/ids.ts";
import { useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import type { Column } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { AllSettings, ScreenHead } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { Webhook, WebhookEndpoints } from "../endpoints.ts";
import { Deliveries } from "./deliveries.tsx";
import { SecretDialog, WebhookDialog } from "./webhook-dialogs.tsx";

const webhooks = editorClientOf<WebhookEndpoints>();

/** The open dialog: of a receiver, or of a new one. */
type Opened =
  | { kind: "form"; before: Webhook | null }
  | { kind: "rotate"; row: Webhook }
  | { kind: "secret"; secret: string };

/** Receivers of events, and the deliveries to one of them. */
export function WebhooksScreen() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [search, setSearch] = useAddressQuery();
  const shownId = parseId(search.get("webhook") ?? "");
  const list = usePagedList(webhooks.list("GET /webhooks"));
  const shown = list.rows?.find(({ id }) => id === shownId);
  useFailureToast(list.error, "Error fetching webhooks", "Could not fetch the webhooks");
  const changed = () => void client.invalidateQueries(callsUnder(webhooks.url("GET /webhooks")));
  const close = () => setOpened(null);
  return (
    <>
      <ScreenHead ref={heading} title="Webhooks">
        <AllSettings />
        <AdminButton variant="primary" aria-haspopup="dialog" onClick={() => setOpened({ kind: "form", before: null })}>
          New webhook
        </AdminButton>
      </ScreenHead>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        When something happens, each webhook gets a signed request with what readers can see. Failed requests are
        repeated for 24 hours.
      </p>
      <WebhookList
        list={list}
        heading={heading}
        onOpen={setOpened}
        onShow={({ id }) => setSearch({ webhook: String(id) })}
        onChanged={changed}
      />
      {shown && (
        <Deliveries key={shown.id} webhook={shown} onClose={() => setSearch({ webhook: "" })} onChanged={changed} />
      )}
      {opened?.kind === "form" && (
        <WebhookDialog
          before={opened.before}
          onClose={close}
          onSaved={(secret) => {
            changed();
            if (secret !== undefined) setOpened({ kind: "secret", secret });
          }}
        />
      )}
      {opened?.kind === "rotate" && (
        <RotateDialog
          row={opened.row}
          onClose={close}
          onRotated={(secret) => {
            changed();
            setOpened({ kind: "secret", secret });
          }}
        />
      )}
      {opened?.kind === "secret" && <SecretDialog secret={opened.secret} onClose={close} />}
    </>
  );
}

type ListProps = {
  list: ReturnType<typeof usePagedList<Webhook>>;
  heading: RefObject<HTMLHeadingElement | null>;
  onOpen: (opened: Opened) => void;
  onShow: (row: Webhook) => void;
  onChanged: () => void;
};

function WebhookList({ list, heading, onOpen, onShow, onChanged }: ListProps) {
  const deletion = useDeleteWebhook(() => {
    heading.current?.focus();
    onChanged();
  });
  const test = useTest((row) => {
    onShow(row);
    onChanged();
  });
  const actions: Column<Webhook> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-60",
    cell: (row) => (
      <span data-wide="" className="flex flex-wrap">
        <AdminIconButton label={`Deliveries to ${row.url}`} onClick={() => onShow(row)}>
          <Icon icon={List} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Send a test to ${row.url}`} onClick={() => test(row)}>
          <Icon icon={Send} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`New secret for ${row.url}`} onClick={() => onOpen({ kind: "rotate", row })}>
          <Icon icon={KeyRound} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Edit ${row.url}`} onClick={() => onOpen({ kind: "form", before: row })}>
          <Icon icon={Pencil} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Delete ${row.url}`} onClick={() => deletion.ask(row)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </span>
    ),
  };
  return (
    <>
      <PagedTable
        noun={{ one: "webhook", many: "webhooks" }}
        list={list}
        columns={[...useColumns(), actions]}
        rowKey={({ id }) => id}
        empty={{
          words: "No webhooks yet. Add one to notify another program of what happens.",
          steps: [{ label: "Add the first webhook", run: () => onOpen({ kind: "form", before: null }) }],
        }}
      />
      {deletion.question}
    </>
  );
}

const OFF = {
  "": "Off",
  failures: "Off after a week of failures",
  gone: "Off: the receiver responded with 410",
} as const;

function useColumns(): Column<Webhook>[] {
  const zone = useNewsroomZone() ?? "UTC";
  return [
    {
      label: "Address",
      card: "title",
      cell: ({ url, events }) => (
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{url}</span>
          <span className="meta block">{events.join(", ")}</span>
        </span>
      ),
    },
    {
      label: "State",
      className: "as-rows:w-36",
      cell: ({ is_active, off_because }) => (is_active ? "On" : OFF[off_because]),
    },
    {
      label: "Last request",
      className: "as-rows:w-52",
      cell: ({ last, failures }) =>
        last === null ? (
          "None"
        ) : (
          <span className="min-w-0">
            <PastTime at={last.at} zone={zone} />
            <span className={last.error ? "block text-sm text-down" : "meta block"}>
              {last.error || `Status ${last.status}`}
            </span>
            {failures > 1 && <span className="meta block">{failures.toLocaleString("en")} failures in a row</span>}
          </span>
        ),
    },
  ];
}

function useDeleteWebhook(onDeleted: () => void) {
  const api = useEditorApi();
  return useDeletion<Webhook>({
    words: {
      title: "Delete this webhook?",
      confirm: "Delete",
      deleted: "Webhook deleted",
      failed: "Error deleting webhook",
      fallback: "Could not delete the webhook",
    },
    consequence: ({ url }) => (
      <span className="wrap-anywhere">{url} gets no further requests, and the list of its deliveries is deleted.</span>
    ),
    call: ({ id }) => webhooks.send(api, "DELETE /webhooks/:id", { params: { id } }),
    onDeleted,
  });
}

function useTest(onSent: (row: Webhook) => void) {
  const api = useEditorApi();
  const show = useToast();
  const { run } = useCall();
  return (row: Webhook) =>
    void run(
      async () => {
        await webhooks.send(api, "POST /webhooks/:id/test", { params: { id: row.id } });
        onSent(row);
        show({ title: "Test is being sent" });
      },
      { title: "Error sending test", fallback: "Could not send the test" },
    );
}

type RotateProps = { row: Webhook; onClose: () => void; onRotated: (secret: string) => void };

function RotateDialog({ row, onClose, onRotated }: RotateProps) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const rotate = () =>
    run(
      async () => {
        const { body } = await webhooks.send(api, "POST /webhooks/:id/secret", { params: { id: row.id } });
        onRotated(body.secret);
      },
      { title: "Error creating secret", fallback: "Could not create the secret" },
    );
  return (
    <ConfirmDialog title="Create a new secret?" confirm="Create" isBusy={isBusy} onConfirm={rotate} onCancel={onClose}>
      Requests to <span className="wrap-anywhere">{row.url}</span> are signed with both secrets for 24 hours. Then the
      current one stops working.
    </ConfirmDialog>
  );
}
