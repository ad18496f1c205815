import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { ROLE_WORDS } from "#features/identity/people/admin/roles.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, buttonLook } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { EmptyState } from "#ui/admin/empty-state.tsx";
import { exactTime, tableDate } from "#ui/admin/local-time.ts";
import { AllSettings, FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import type { ApiKey, KeyEndpoints } from "../endpoints.ts";
import { PRESETS } from "../rules.ts";
import { KeyForm, KeyShown } from "./key-dialogs.tsx";

const keys = editorClientOf<KeyEndpoints>();
const allKeys = () => keys.query("GET /api-keys");

/** The API keys of the newsroom: creates them, shows each once, and revokes them. */
export function KeysScreen() {
  const api = useEditorApi();
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useApi(allKeys(), { refetchOnMount: "always" });
  const [opened, setOpened] = useState<"form" | ApiKey | null>(null);
  const changed = () => client.invalidateQueries({ queryKey: allKeys().queryKey });
  const revoking = useDeletion<ApiKey>({
    words: {
      title: "Revoke this API key?",
      confirm: "Revoke",
      busy: "Revoking...",
      deleted: "API key revoked",
      failed: "The API key was not revoked",
      fallback: "Please try again.",
    },
    consequence: ({ name }) => `Programs that use “${name}” lose access immediately. This cannot be undone.`,
    call: ({ id }) => keys.send(api, "DELETE /api-keys/:id", { params: { id } }),
    onDeleted: () => {
      heading.current?.focus();
      void changed();
    },
  });
  return (
    <>
      <ScreenHead ref={heading} title="API keys">
        <AllSettings />
        <AdminButton variant="primary" onClick={() => setOpened("form")}>
          New API key
        </AdminButton>
      </ScreenHead>
      <p className="mb-5 max-w-prose text-pretty text-[0.9375rem] text-muted">
        A program with a key acts for the person who created it, with at most that person’s role, and only as its scopes
        allow. Keys never reach accounts, personal data or settings.
      </p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load the API keys.</FailedNote>
      ) : data?.length === 0 ? (
        <EmptyState
          empty={{
            words: "No API keys yet. Create one for each program.",
            steps: [{ label: "Create the first key", run: () => setOpened("form") }],
          }}
        />
      ) : (
        <DataTable
          caption="API keys"
          columns={columnsWith(revoking.ask)}
          rows={data}
          rowKey={({ id }) => id}
          skeletonRows={2}
          loading="Loading the API keys..."
        />
      )}
      {opened === "form" && (
        <KeyForm
          onClose={() => setOpened(null)}
          onCreated={(key) => {
            flushSync(() => setOpened(key));
            void changed();
          }}
        />
      )}
      {opened !== null && opened !== "form" && <KeyShown apiKey={opened} onClose={() => setOpened(null)} />}
      {revoking.question}
    </>
  );
}

/** Leads from the settings to the keys. */
export function KeysSection() {
  return (
    <section className="mt-10 border-t border-rule pt-6">
      <h2 className="headline-sm mb-3 font-semibold">API keys</h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Let programs read, write drafts or publish through the API.
      </p>
      <Link to={adminUrl.keys()} className={buttonLook("plain")}>
        Manage API keys
      </Link>
    </section>
  );
}

/** The preset with these scopes, or how many there are. */
function scopesInWords(scopes: readonly string[]): string {
  const isSame = (preset: readonly string[]) =>
    preset.length === scopes.length && preset.every((scope) => scopes.includes(scope));
  const preset = Object.entries(PRESETS).find(([, given]) => isSame(given));
  return preset?.[0] ?? (scopes.length === 1 ? String(scopes[0]) : `${scopes.length} scopes`);
}

const isExpired = ({ expires }: ApiKey) => Date.parse(expires) <= Date.now();

const columnsWith = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    label: "Name",
    card: "title",
    cell: ({ name, start, owner }) => (
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="meta block wrap-anywhere">
          <code>{start}</code> of {owner.name}
        </span>
      </span>
    ),
  },
  {
    label: "Allows",
    cell: ({ role, scopes }) => (
      <span title={scopes.join(", ")}>
        {scopesInWords(scopes)}
        <span className="meta block">as {ROLE_WORDS[role].toLowerCase()}</span>
      </span>
    ),
  },
  {
    label: "Last used",
    className: "as-rows:w-40",
    cell: ({ last_used: last }) =>
      last === null ? (
        "Never"
      ) : (
        <span>
          <time dateTime={last.day} className="tabular-nums">
            {tableDate(last.day)}
          </time>
          <span className="meta block wrap-anywhere">{last.network}</span>
        </span>
      ),
  },
  {
    label: "Expires",
    className: "tabular-nums as-rows:w-32",
    cell: (key) => (
      <time dateTime={key.expires} title={exactTime(key.expires)} className={isExpired(key) ? "text-down" : ""}>
        {isExpired(key) ? "Expired" : tableDate(key.expires)}
      </time>
    ),
  },
  {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-28",
    cell: (key) => (
      <AdminButton
        variant="quiet"
        className="as-rows:-my-1.5"
        aria-label={`Revoke ${key.name}`}
        onClick={() => onRevoke(key)}
      >
        Revoke
      </AdminButton>
    ),
  },
];
