import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { shortTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { ReviewRequest } from "../schema.ts";
import { ask, requestOf, reviewers } from "./calls.ts";

const NOBODY = { value: "", label: "Nobody" };

/** Who is asked to look at the article before it is published: chosen, changed or withdrawn at once. */
export function AskPanel({ id }: { id: number }) {
  const people = useApi(reviewers());
  const request = useApi(requestOf(id), { refetchOnMount: "always" });
  const { isBusy, choose } = useAsking(id, () => void request.refetch());
  const hasFailed = (people.isError && !people.data) || (request.isError && !request.data);
  const retry = () => {
    void people.refetch();
    void request.refetch();
  };
  if (hasFailed) return <FailedNote onRetry={retry}>Could not load who can review this.</FailedNote>;
  if (!people.data || !request.data) return <Skeleton className="h-16 w-full" />;
  const { asked } = request.data;
  const options = optionsOf(people.data, asked);
  if (options.length === 1) return <p className="meta">Nobody else here may approve articles.</p>;
  return (
    <div aria-busy={isBusy}>
      <Select
        label="Ask somebody to review"
        value={asked ? String(asked.id) : ""}
        options={options}
        onChange={(value) => choose(value === "" ? null : Number(value))}
      />
      <p role="status" className="meta mt-1.5 wrap-anywhere">
        {asked ? sayAsked(asked) : "They find it among their notifications."}
      </p>
    </div>
  );
}

type Asked = NonNullable<ReviewRequest["asked"]>;

function sayAsked({ by, at, is_me }: Asked): string {
  const time = shortTime(Date.parse(at), Date.now());
  return is_me ? `${by ?? "Somebody"} asked you, ${time}.` : `Asked by ${by ?? "somebody"}, ${time}.`;
}

/** Everybody else who may approve, and oneself where one is asked. */
function optionsOf(people: readonly { id: number; name: string }[], asked: Asked | null) {
  const isMissing = asked !== null && !people.some(({ id }) => id === asked.id);
  const all = isMissing ? [{ ...asked, name: asked.is_me ? `${asked.name} (you)` : asked.name }, ...people] : people;
  return [NOBODY, ...all.map(({ id, name }) => ({ value: String(id), label: name }))];
}

function useAsking(id: number, onFailed: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const { isBusy, run } = useCall();
  const choose = (person: number | null) =>
    void run(async () => client.setQueryData(requestOf(id).queryKey, await ask(api, id, person)), {
      title: person === null ? "Not withdrawn" : "Not asked",
      fallback: "Please try again.",
      onFailed,
    });
  return { isBusy, choose };
}
