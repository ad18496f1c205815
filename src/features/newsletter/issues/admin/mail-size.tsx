import { useApi } from "#shared/use-api.ts";
import { issueSize } from "./calls.ts";

/** Gmail clips a message at 102 kB: a little less, as its own links are longer than their placeholders. */
const CLIPPED_FROM = 100_000;

/** The size of an issue as mail, with a warning where mail programs would cut off its end. */
export function MailSize({ id }: { id: number }) {
  const { data } = useApi(issueSize(id), { refetchOnMount: "always" });
  if (!data) return null;
  const size = `The mail is ${Math.ceil(data.bytes / 1_000)} kB.`;
  if (data.bytes < CLIPPED_FROM) return <p className="text-[0.9375rem] text-muted">{size}</p>;
  return (
    <p className="border-l-4 border-down bg-surface px-4 py-3 text-[0.9375rem]">
      {size} Gmail cuts off mails above 102 kB and hides their end, with the link to unsubscribe. Shorten the text.
    </p>
  );
}
