import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { StateEndpoints, SystemState } from "../endpoints.ts";
import { systemNotices, systemState } from "./calls.ts";

const system = editorClientOf<StateEndpoints>();

const QUESTIONS = {
  on: {
    title: "Make this site a staging copy?",
    text: "Readers get no more mails, and those that wait are cancelled permanently. Search engines are asked to remove the site. Do this only on a copy.",
    confirm: "Turn staging on",
  },
  off: {
    title: "Turn staging off?",
    text: "The site sends mails to its subscribers again, announces changes, and can be found by search engines. Check first that its readers are not those of another site.",
    confirm: "Turn staging off",
  },
};

/** The switch that makes the site a copy for trying things out. */
export function StagingSection({ staging: { is_on: isOn, is_variable: isVariable } }: Pick<SystemState, "staging">) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [isAsking, setIsAsking] = useState(false);
  const question = isOn ? QUESTIONS.off : QUESTIONS.on;
  const change = () =>
    run(
      async () => {
        const { body } = await system.send(api, "PUT /system/staging", { body: { on: !isOn } });
        setIsAsking(false);
        client.setQueryData(systemState().queryKey, body);
        void client.invalidateQueries(systemNotices());
        show({ title: isOn ? "Staging is off" : "Staging is on" });
      },
      { title: "Staging was not changed", fallback: "Please try again." },
    );
  return (
    <section className="mt-10 border-t border-rule pt-6" aria-labelledby="staging-title">
      <h2 id="staging-title" className="headline-sm mb-3 font-semibold">
        Staging
      </h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem]">
        A staging copy is for trying things out: it sends readers no mails, announces no changes to search engines and
        feed readers, purges no CDN, and asks search engines not to index it. The team gets its mails as usual.
      </p>
      <p className="mb-4 text-[0.9375rem] font-semibold">
        {isOn ? "This site is a staging copy." : "This site is not a staging copy."}
      </p>
      {isVariable ? (
        <p className="max-w-prose text-pretty text-[0.9375rem] text-muted">
          The operator has set this with the variable <code>STAGING</code>, which is stronger than this switch.
        </p>
      ) : (
        <AdminButton aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          {question.confirm}
        </AdminButton>
      )}
      {isAsking && (
        <ConfirmDialog
          title={question.title}
          confirm={question.confirm}
          isBusy={isBusy}
          onConfirm={() => void change()}
          onCancel={() => setIsAsking(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </section>
  );
}
