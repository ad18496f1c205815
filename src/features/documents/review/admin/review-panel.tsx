import { Check } from "lucide";
import { type FormEvent, useEffect, useState } from "react";
import type { DocumentKey } from "#shared/document.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { shortTime } from "#ui/admin/local-time.ts";
import { useMay } from "#ui/admin/permissions.tsx";
import { afterStoring } from "#ui/admin/session/waiting-pictures.ts";
import { useSettled } from "#ui/admin/timing.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { MAX_REASON_LENGTH, sayContents, sayMissing } from "../rules.ts";
import type { Review } from "../schema.ts";
import { approve, RULE, reviewOf, withdrawApprovals } from "./calls.ts";

/** Debounce of refetches after saves, in milliseconds. */
const PAUSE_MS = 1_500;

type Props = {
  /** The document with the tag of its newest version; null if it is not stored yet. */
  document: (DocumentKey & { etag: string }) | null;
  /** Stores unsaved changes (`storeTyped`) and returns the tag of the displayed version. */
  store: () => Promise<string | undefined>;
  sources?: { value: string; error: string | undefined; onChange: (sources: string) => void };
};

/** The panel of the two-person rule: sources, and given or missing approvals. Nothing without a rule. */
export function ReviewPanel({ document, store, sources }: Props) {
  const rule = useApi(RULE.query).data;
  if (!rule?.enabled || (!sources && rule.also.length === 0)) return null;
  return (
    <section aria-labelledby="room-review" className="space-y-4 border-t border-rule pt-6">
      <h3 id="room-review" className="text-sm font-bold">
        Review
      </h3>
      {sources && (
        <Field
          label="Sources"
          name="sources"
          rows={3}
          hint="One source per line. Readers never see them."
          value={sources.value}
          error={sources.error}
          onChange={(event) => sources.onChange(event.target.value)}
        />
      )}
      {document && <Approval document={document} store={store} />}
    </section>
  );
}

function Approval({ document, store }: { document: NonNullable<Props["document"]> } & Pick<Props, "store">) {
  const { data: review, isError, refetch } = useApi(reviewOf(document), { refetchOnMount: "always" });
  const settled = useSettled(document.etag, PAUSE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetches for each new version
  useEffect(() => void refetch(), [settled, refetch]);
  const actions = useApproving(document, store, () => void refetch());
  if (isError && !review) return <p className="meta">Could not load the approvals.</p>;
  if (!review) return null;
  return (
    <div className="space-y-3 text-[0.9375rem]" aria-busy={actions.isBusy}>
      <p role="status">{stateOf(review)}</p>
      <Buttons review={review} {...actions} />
    </div>
  );
}

function stateOf({ reasons, approval, has_sources, is_mine, written_by }: Review) {
  if (approval) {
    const at = shortTime(Date.parse(approval.at), Date.now());
    const by = approval.by ?? "A removed user";
    return (
      <span className="flex gap-2">
        <Icon icon={Check} size={18} className="mt-0.5 shrink-0 text-up" />
        {approval.is_override ? `${by} overrode the approval, ${at}: ${approval.reason}` : `Approved by ${by}, ${at}.`}
      </span>
    );
  }
  if (reasons.length === 0) return "No approval needed.";
  const who = is_mine
    ? "You wrote this text, so another person has to approve it."
    : `${written_by ?? "Another user"} wrote this text.`;
  return `${sayContents(reasons)}: ${sayMissing({ has_sources, approval })} before it is published. ${who}`;
}

type Actions = ReturnType<typeof useApproving>;

function Buttons({ review, isBusy, approve, withdraw }: { review: Review } & Actions) {
  const may = useMay();
  const [isOverriding, setIsOverriding] = useState(false);
  const { approval, is_mine, reasons, has_sources } = review;
  if (approval)
    return approval.is_mine ? (
      <AdminButton variant="quiet" isBusy={isBusy} onClick={withdraw}>
        Withdraw
      </AdminButton>
    ) : null;
  const mayApprove = may("article.approve") && !is_mine && (has_sources || reasons.length === 0);
  const mayOverride = may("article.override") && reasons.length > 0;
  if (!mayApprove && !mayOverride) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {mayApprove && (
        <AdminButton isBusy={isBusy} onClick={() => void approve()}>
          Approve this text
        </AdminButton>
      )}
      {mayOverride && (
        <AdminButton variant="quiet" aria-haspopup="dialog" onClick={() => setIsOverriding(true)}>
          Override approval…
        </AdminButton>
      )}
      {isOverriding && (
        <OverrideDialog
          isBusy={isBusy}
          onClose={() => setIsOverriding(false)}
          onOverride={async (reason) => {
            if (await approve(reason)) setIsOverriding(false);
          }}
        />
      )}
    </div>
  );
}

function useApproving(document: DocumentKey, store: Props["store"], onChanged: () => void) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  return {
    isBusy,
    /** Resolves with whether it succeeded. */
    approve: (reason?: string) =>
      run(
        async () => {
          const etag = await store();
          if (etag === undefined) return false;
          await approve(api, document, etag, reason);
          onChanged();
          show({
            title: "Text approved",
            description: "This text can be published. Any change will need a new approval.",
          });
          return true;
        },
        { title: "Not approved", fallback: afterStoring("Could not approve this text"), onFailed: onChanged },
      ),
    withdraw: () =>
      void run(
        async () => {
          await withdrawApprovals(api, document);
          onChanged();
        },
        { title: "Not withdrawn", fallback: "Could not withdraw the approval", onFailed: onChanged },
      ),
  };
}

type OverrideProps = { isBusy: boolean; onClose: () => void; onOverride: (reason: string) => Promise<void> };

/** Asks a chief for the reason to publish without a second person. */
function OverrideDialog({ isBusy, onClose, onOverride }: OverrideProps) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "") return setError("Say why.");
    void onOverride(reason.trim());
  }
  return (
    <OutsideForm>
      <Dialog title="Publish without a second person" onClose={onClose}>
        <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
          <p className="text-[0.9375rem]">
            You can then publish exactly this text. The audit log records your name and the reason.
          </p>
          <Field
            label="Reason"
            rows={3}
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            error={error}
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <AdminButton onClick={onClose}>Cancel</AdminButton>
            <AdminButton type="submit" variant="primary" isBusy={isBusy}>
              Override approval
            </AdminButton>
          </div>
        </form>
      </Dialog>
    </OutsideForm>
  );
}
