import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { addressSettings } from "../calls.ts";
import type { AddressSettings, SettingsEndpoints } from "../endpoints.ts";

const settings = editorClientOf<SettingsEndpoints>();

const FORMS = [
  { value: "id", label: "Number only, such as /article/12" },
  { value: "id-slug", label: "Number and words, such as /article/12/bitcoin-falls" },
] as const;

/** The form of articles' addresses. */
export function AddressSettingsSection() {
  const { data, isError, refetch } = useApi(addressSettings());
  return (
    <section className="mt-10 border-t border-rule pt-6">
      <h2 className="headline-md mb-3 font-semibold">Addresses</h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Words in an address show readers and search engines what an article is about. Links in the other form, or with
        an older title, redirect. Manage other redirects under{" "}
        <Link to={adminUrl.redirects()} className="underline underline-offset-4 hover:text-accent">
          Redirects
        </Link>
        .
      </p>
      {data ? (
        <AddressForm key={data.article} before={data} />
      ) : isError ? (
        <FailedNote onRetry={refetch}>Could not load the format of addresses.</FailedNote>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  );
}

function AddressForm({ before }: { before: AddressSettings }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [article, setArticle] = useState(before.article);
  function save(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const ifMatch = `"${settingVersion(before)}"`;
        const saved = (await settings.send(api, "PUT /settings/addresses", { body: { article }, ifMatch })).body;
        client.setQueryData(addressSettings().queryKey, saved);
        show({ title: "Settings saved" });
      },
      {
        title: "Error saving settings",
        fallback: "Could not save the settings",
        onFailed: (failure) => {
          if (failure instanceof ApiError && failure.status === 409) void client.invalidateQueries(addressSettings());
        },
      },
    );
  }
  return (
    <form noValidate onSubmit={save} aria-busy={isBusy} className="space-y-4">
      <RadioGroup legend="Addresses of articles" options={FORMS} value={article} onChange={setArticle} />
      <AdminButton type="submit" isBusy={isBusy} disabled={article === before.article}>
        {isBusy ? "Saving..." : "Save addresses"}
      </AdminButton>
    </form>
  );
}
