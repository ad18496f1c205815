import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { CHANNELS, type Channel, KIND_NAMES, KINDS } from "../../rules.ts";
import type { Notification, NotificationSettings } from "../../schema.ts";
import { chooseChannel, notificationSettings } from "../calls.ts";

const CHANNEL_WORDS: Record<Channel, string> = { in_product: "In the product", by_mail: "By mail" };

/** Which notifications somebody gets: a switch for each kind, in the product and by mail. */
export function NotificationChoices() {
  const id = useId();
  const site = useSite();
  const { data, isError, refetch } = useApi(notificationSettings());
  return (
    <section aria-labelledby={`${id}-heading`} className="mt-12 max-w-2xl border-t border-rule pt-6">
      <h2 id={`${id}-heading`} className="headline-md mb-3 font-semibold">
        What you are told
      </h2>
      <p className="mb-4 text-[0.9375rem] text-muted">
        Your articles are those that you have created or are an author of. Nobody else sees what you choose.
        {!site.sendsMail && " This site sends no mail at present."}
      </p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load what you are told.</FailedNote>
      ) : data ? (
        <ChoiceTable id={id} kinds={data.kinds} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </section>
  );
}

function ChoiceTable({ id, kinds }: { id: string; kinds: NotificationSettings["kinds"] }) {
  return (
    <table aria-labelledby={`${id}-heading`} className="w-full text-[0.9375rem]">
      <thead>
        <tr className="border-b border-rule text-sm">
          <th scope="col" className="py-2 text-left font-semibold">
            When
          </th>
          {CHANNELS.map((channel) => (
            <th key={channel} id={`${id}-${channel}`} scope="col" className="w-22 px-1 py-2 font-semibold sm:w-32">
              {CHANNEL_WORDS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {KIND_NAMES.map((kind) => (
          <tr key={kind} className="border-b border-rule">
            <th id={`${id}-${kind}`} scope="row" className="py-2 pr-2 text-left font-normal">
              {KINDS[kind].label}
            </th>
            {CHANNELS.map((channel) => (
              <td key={channel} className="text-center">
                <ChoiceSwitch
                  {...{ kind, channel }}
                  labelledBy={`${id}-${kind} ${id}-${channel}`}
                  isOn={kinds[kind][channel]}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SwitchProps = { kind: Notification["kind"]; channel: Channel; labelledBy: string; isOn: boolean };

/** One switch, stored at once. Each has a call of its own, so that several can be turned in a row. */
function ChoiceSwitch({ kind, channel, labelledBy, isOn }: SwitchProps) {
  const api = useEditorApi();
  const client = useQueryClient();
  const { isBusy, run } = useCall();
  const [wanted, setWanted] = useState(isOn);
  const choose = (on: boolean) => {
    setWanted(on);
    void run(
      async () => {
        const { kinds } = await chooseChannel(api, { kind, channel, on });
        // This one alone: another one's answer may have overtaken it.
        client.setQueryData<NotificationSettings>(
          notificationSettings().queryKey,
          (before) =>
            before && {
              kinds: { ...before.kinds, [kind]: { ...before.kinds[kind], [channel]: kinds[kind][channel] } },
            },
        );
      },
      { title: "Not saved", fallback: "Could not save what you are told" },
    );
  };
  return (
    <span className="inline-flex size-11 items-center justify-center">
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={labelledBy}
        aria-checked={isBusy ? wanted : isOn}
        aria-busy={isBusy}
        checked={isBusy ? wanted : isOn}
        onChange={({ target }) => !isBusy && choose(target.checked)}
        className="size-5 accent-accent-fill"
      />
    </span>
  );
}
