import { useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide";
import { useEffect, useState } from "react";
import { newsroomSettings } from "#features/settings/calls.ts";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { useIsOpenPlace } from "#ui/admin/address.tsx";
import { buttonLook, Switch } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { HomeList as ListName } from "../rules.ts";
import type { HomeEntry } from "../schema.ts";
import { refetchOrder } from "./calls.ts";
import { AddDialog } from "./internal/add-dialog.tsx";
import { endingAt, shownOf } from "./internal/arranging.ts";
import { EndDialog } from "./internal/end-dialog.tsx";
import { HomeList } from "./internal/home-list.tsx";
import { useOrder } from "./internal/use-order.ts";

const LEAD_HINT = "The first six are at the top, on a wide screen as a carousel.";
const PICKS_HINT = "The first five are the editor's choice at the top, the first six the rows below.";
const PICKS_ONCE_HINT =
  "The first five are the editor's choice at the top, the next six the rows below. Lead stories are left out.";

const LISTS = [
  { list: "lead", title: "Lead stories", hint: LEAD_HINT, onceHint: LEAD_HINT },
  { list: "picks", title: "Editor's picks", hint: PICKS_HINT, onceHint: PICKS_ONCE_HINT },
] as const;

const NONE: ReadonlySet<number> = new Set();

/** The home page's lists at `/admin/home`: lead stories and editor's picks in the order that editors give them. */
export function HomeScreen() {
  const client = useQueryClient();
  const isOpen = useIsOpenPlace();
  const order = useOrder();
  const settings = useApi(newsroomSettings());
  const zone = settings.data?.time_zone ?? "UTC";
  const error = order.stored.error ?? settings.error;
  useFailureToast(error, "Error fetching the home page", "Could not fetch the order of the home page");
  // It stays mounted while another place is open, where switches are set.
  useEffect(() => {
    if (isOpen) void refetchOrder(client);
  }, [isOpen, client]);
  const [adding, setAdding] = useState<ListName | null>(null);
  const [ending, setEnding] = useState<{ list: ListName; entry: HomeEntry } | null>(null);
  const shown = order.order;
  const retry = () => {
    void refetchOrder(client);
    void settings.refetch();
  };
  if ((!shown || !settings.data) && error)
    return (
      <div className="pt-6">
        <FailedNote isAnnounced onRetry={retry}>
          Could not fetch the order of the home page
        </FailedNote>
      </div>
    );
  if (!shown || !settings.data) return <Skeleton className="mt-6 h-96 w-full" />;
  const onPage = shownOf(shown);
  return (
    <div className="pt-6" aria-busy={order.isBusy}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-pretty text-[0.9375rem] text-muted">
          Drag stories, or move them with their arrows. What is arranged comes first; the others follow by their date.
          Every change is public at once.
        </p>
        <a href={pageUrl.home()} target="_blank" rel="noopener" className={buttonLook("plain")}>
          View home page
          <Icon icon={ExternalLink} size={15} />
        </a>
      </div>
      <div className="mb-8 max-w-prose">
        <Switch
          label="Show each story only once"
          hint="A story in one section is left out of the sections below it. Trending still shows what is read most."
          checked={shown.hides_repeats}
          onChange={(checked) => void order.hideRepeats(checked)}
        />
      </div>
      <div className="grid gap-x-12 gap-y-12 xl:grid-cols-2">
        {LISTS.map(({ list, title, hint, onceHint }) => (
          <HomeList
            key={list}
            {...{ list, title, zone, order }}
            hint={shown.hides_repeats ? onceHint : hint}
            entries={shown[list]}
            shown={onPage[list]}
            shownAbove={list === "picks" && shown.hides_repeats ? onPage.lead : NONE}
            onAdd={() => setAdding(list)}
            onEnd={(entry) => setEnding({ list, entry })}
          />
        ))}
      </div>
      {adding && (
        <AddDialog
          title={LISTS.find(({ list }) => list === adding)?.title ?? ""}
          taken={shown[adding].filter(({ place }) => place !== "ended").map(({ id }) => id)}
          onClose={() => setAdding(null)}
          onAdd={(id) => {
            setAdding(null);
            void order.add(adding, id);
          }}
        />
      )}
      {ending && (
        <EndDialog
          entry={ending.entry}
          zone={zone}
          onClose={() => setEnding(null)}
          onEnd={(endsAt) => {
            setEnding(null);
            const said = endsAt === null ? "End time removed" : "End time set";
            void order.arrange(ending.list, endingAt(shown[ending.list], ending.entry.id, endsAt), said);
          }}
        />
      )}
    </div>
  );
}
