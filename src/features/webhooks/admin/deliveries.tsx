import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { Column } from "#ui/admin/data-table.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { Webhook, WebhookDelivery, WebhookEndpoints } from "../endpoints.ts";

const webhooks = editorClientOf<WebhookEndpoints>();

const SIZE = 20;
/** How often deliveries that wait are fetched again, in milliseconds. */
const REFETCH_MS = 2_000;

const STATES = { queued: "Waiting", delivered: "Delivered", failed: "Failed" } as const;
type State = WebhookDelivery["state"];
const FILTERS = [
  { value: "", label: "All deliveries" },
  ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
];

type Props = { webhook: Webhook; onClose: () => void; onChanged: () => void };

/** The deliveries to one receiver, newest first. */
export function Deliveries({ webhook, onClose, onChanged }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [page, setPage] = useState(1);
  const [state, setState] = useState("");
  const [opened, setOpened] = useState<WebhookDelivery | null>(null);
  const query = { state: (state || undefined) as State | undefined };
  const list = usePagedList(webhooks.list("GET /webhooks/:id/deliveries", { params: { id: webhook.id }, query }), {
    size: SIZE,
    at: { page, open: (to: number) => setPage(to) },
    refetchInterval: (rows) => rows?.some((row) => row.state === "queued") && REFETCH_MS,
  });
  useFailureToast(list.error, "Error fetching deliveries", "Could not fetch the deliveries");
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mt-12 border-t border-rule pt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="headline-sm min-w-0 font-semibold wrap-anywhere outline-none">
          Deliveries to {webhook.url}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Select
            label="State"
            labelHidden
            value={state}
            options={FILTERS}
            onChange={(value) => {
              setState(value);
              setPage(1);
            }}
          />
          <AdminButton onClick={onClose}>Close</AdminButton>
        </div>
      </div>
      <PagedTable
        noun={{ one: "delivery", many: "deliveries" }}
        list={list}
        columns={useColumns(setOpened)}
        rowKey={({ id }) => id}
        empty={state ? "No deliveries match." : "Nothing has been sent to this webhook in the last 30 days."}
      />
      {opened && (
        <DeliveryDialog webhook={webhook} delivery={opened} onClose={() => setOpened(null)} onChanged={onChanged} />
      )}
    </section>
  );
}

function useColumns(onOpen: (delivery: WebhookDelivery) => void): Column<WebhookDelivery>[] {
  const zone = useNewsroomZone() ?? "UTC";
  return [
    {
      label: "Event",
      card: "title",
      cell: ({ event, body }) => (
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{event}</span>
          <span className="meta block">{titleIn(body)}</span>
        </span>
      ),
    },
    { label: "Happened", className: "as-rows:w-36", cell: ({ created }) => <PastTime at={created} zone={zone} /> },
    {
      label: "Result",
      className: "as-rows:w-64",
      cell: ({ state, error, attempts, due }) => (
        <span className="min-w-0">
          <span className={state === "failed" ? "font-semibold text-down" : "font-semibold"}>{STATES[state]}</span>
          {error && <span className="meta block">{error}</span>}
          {state === "queued" && attempts > 0 && due && (
            <span className="meta block">Next attempt {plannedTime(due, zone)}</span>
          )}
        </span>
      ),
    },
    {
      label: "Attempts",
      className: "as-rows:w-24",
      cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
    },
    {
      label: "Actions",
      card: "actions",
      className: "as-rows:w-28",
      cell: (row) => (
        <AdminButton
          aria-haspopup="dialog"
          aria-label={`Details of ${row.event} ${row.id}`}
          onClick={() => onOpen(row)}
        >
          Details
        </AdminButton>
      ),
    },
  ];
}

/** What a body is about: the title of its article, page or issue, else its number. */
function titleIn(body: string): string {
  const { data } = JSON.parse(body) as { data: { id?: number; title?: string; subject?: string } };
  return data.title ?? data.subject ?? (data.id === undefined ? "" : `Number ${data.id}`);
}

type DialogProps = { webhook: Webhook; delivery: WebhookDelivery; onClose: () => void; onChanged: () => void };

function DeliveryDialog({ webhook, delivery, onClose, onChanged }: DialogProps) {
  const { isBusy, resend } = useResend(webhook, onClose, onChanged);
  const { event, state, status, error, body, response } = delivery;
  return (
    <Dialog title={event} wide onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        {STATES[state]}. {error || (status !== null && `The receiver responded with ${status}.`)}
      </p>
      <Text title="Body">{JSON.stringify(JSON.parse(body), null, 2)}</Text>
      {response && <Text title="Response">{response}</Text>}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <AdminButton onClick={onClose}>Close</AdminButton>
        {state !== "queued" && (
          <AdminButton variant="primary" isBusy={isBusy} onClick={() => resend(delivery)}>
            Send again
          </AdminButton>
        )}
      </div>
    </Dialog>
  );
}

const Text = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-4">
    <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
      tabIndex={0}
      className="max-h-[40dvh] overflow-auto border border-rule bg-surface/40 p-4 text-sm whitespace-pre-wrap wrap-anywhere"
    >
      {children}
    </pre>
  </section>
);

function useResend(webhook: Webhook, onClose: () => void, onChanged: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const params = { id: webhook.id };
  const resend = ({ id }: WebhookDelivery) =>
    run(
      async () => {
        const sent = { params: { ...params, delivery: id } };
        await webhooks.send(api, "POST /webhooks/:id/deliveries/:delivery/resend", sent);
        flushSync(onClose);
        onChanged();
        await client.invalidateQueries(callsUnder(webhooks.url("GET /webhooks/:id/deliveries", { params })));
        show({ title: "It is being sent again" });
      },
      { title: "Error sending again", fallback: "Could not send it again" },
    );
  return { isBusy, resend };
}
