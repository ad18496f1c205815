import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { splitList } from "#ui/admin/chips-field.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import type { WireRule } from "../endpoints.ts";
import type { RuleEffect } from "../rules.ts";
import { wire } from "./triage.ts";

const EFFECTS = [
  { value: "topic", label: "Give drafts a topic" },
  { value: "mute", label: "Keep out of the inbox" },
];

export function RulesSection() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: rules, error, refetch } = useApi(wire.query("GET /wire/rules"));
  const changed = () => void client.invalidateQueries(callsUnder(wire.url("GET /wire/rules")));
  const deletion = useDeleteRule(() => {
    heading.current?.focus();
    changed();
  });
  return (
    <section className="mt-12 border-t border-rule pt-6">
      <h2 ref={heading} tabIndex={-1} className="headline-sm mb-3 font-semibold outline-none">
        Rules
      </h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        A rule applies to items that come in after it and contain one of its words or phrases as whole words.
      </p>
      {error && !rules && <FailedNote onRetry={() => void refetch()}>Could not fetch the rules.</FailedNote>}
      {rules?.length === 0 && <p className="meta mb-4">No rules yet.</p>}
      {rules && rules.length > 0 && (
        <ul aria-label="Rules" className="mb-6 border-b border-rule">
          {rules.map((rule) => (
            <li key={rule.id} className="flex items-center justify-between gap-3 border-t border-rule py-2">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{rule.words.join(", ")}</span>
                <span className="meta block">
                  {rule.effect === "mute" ? "Not in the inbox" : `Topic: ${rule.topic}`}
                </span>
              </span>
              <AdminIconButton
                label={`Delete the rule for ${rule.words.join(", ")}`}
                onClick={() => deletion.ask(rule)}
              >
                <Icon icon={Trash2} size={17} />
              </AdminIconButton>
            </li>
          ))}
        </ul>
      )}
      {deletion.question}
      <RuleForm onAdded={changed} />
    </section>
  );
}

const EMPTY = { words: "", effect: "topic" as RuleEffect, topic: "" };

function RuleForm({ onAdded }: { onAdded: () => void }) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const set = (change: Partial<typeof EMPTY>) => setValues((before) => ({ ...before, ...change }));
  function submit(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const { words, effect, topic } = values;
        await wire.send(api, "POST /wire/rules", { body: { words: splitList(words), effect, topic } });
        setValues(EMPTY);
        setErrors({});
        onAdded();
        show({ title: "Rule added" });
      },
      {
        title: "Error adding rule",
        fallback: "Could not add the rule",
        onFailed: (failure) => setErrors(failure instanceof ApiError ? failure.errors : {}),
      },
    );
  }
  return (
    <form noValidate onSubmit={submit} aria-label="New rule" aria-busy={isBusy} className="max-w-prose space-y-4">
      <Field
        name="words"
        label="Words or phrases"
        hint="Separated by commas."
        value={values.words}
        error={errors.words}
        onChange={({ target }) => set({ words: target.value })}
      />
      <Select
        label="What happens"
        value={values.effect}
        options={EFFECTS}
        onChange={(effect) => set({ effect: effect as RuleEffect })}
      />
      {values.effect === "topic" && (
        <Field
          name="topic"
          label="Topic"
          maxLength={60}
          value={values.topic}
          error={errors.topic}
          onChange={({ target }) => set({ topic: target.value })}
        />
      )}
      <AdminButton type="submit" isBusy={isBusy}>
        {isBusy ? "Adding..." : "Add rule"}
      </AdminButton>
    </form>
  );
}

function useDeleteRule(onDeleted: () => void) {
  const api = useEditorApi();
  return useDeletion<WireRule>({
    words: {
      title: "Delete this rule?",
      confirm: "Delete",
      deleted: "Rule deleted",
      failed: "Error deleting rule",
      fallback: "Could not delete the rule",
    },
    consequence: ({ words }) => <>Items with “{words.join(", ")}” are treated like others from now on.</>,
    call: ({ id }) => wire.send(api, "DELETE /wire/rules/:id", { params: { id } }),
    onDeleted,
  });
}
