import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide";
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { MAX_QUERY_LENGTH } from "#features/articles/admin/list-views.tsx";
import { Thumbnail } from "#features/articles/admin/row-actions.tsx";
import { newsroomSettings } from "#features/settings/calls.ts";
import { ownUrl } from "#shared/pictures.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { useIsOpenPlace } from "#ui/admin/address.tsx";
import { AdminButton, buttonLook, Switch } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { problemAhead } from "#ui/admin/date-values.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import { tableTime } from "#ui/admin/local-time.ts";
import { FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { SEARCH_AFTER_MS, useSettled } from "#ui/admin/timing.ts";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import type { HomeEntry, HomeOrder } from "../endpoints.ts";
import type { HomeList as ListName } from "../rules.ts";
import { HomeList } from "./home-list.tsx";
import { endingAt, refetchOrder, sectionsOf, shownOf, useOrder } from "./use-order.ts";

const SECTIONS = [
  { name: "lead", title: "Carousel" },
  { name: "choice", title: "Editor's choice" },
  { name: "picks", title: "Editor's Picks" },
] as const;

/** The sections that editors arrange, in the order on the home page. */
export function HomePreview({ order }: { order: HomeOrder }) {
  const entries = new Map([...order.lead, ...order.picks].map((entry) => [entry.id, entry]));
  const sections = sectionsOf(order);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, so keys must scroll it
    <section aria-labelledby="home-preview" tabIndex={0} className="home-preview">
      <h2 id="home-preview" className="headline-sm font-semibold">
        Preview
      </h2>
      <p className="meta mb-3">Readers see stories in this order.</p>
      {SECTIONS.map(({ name, title }) => {
        const shown = sections[name].flatMap((id) => entries.get(id) ?? []);
        return (
          <div key={name} data-section={name} className="mt-5">
            <h3 className="home-part">{title}</h3>
            {shown.length === 0 && <p className="meta py-2">No stories.</p>}
            <ol>
              {shown.map((entry, at) => (
                <PreviewStory key={entry.id} entry={entry} isLarge={name === "lead" && at === 0} />
              ))}
            </ol>
          </div>
        );
      })}
    </section>
  );
}

function PreviewStory({ entry: { title, category, image_url }, isLarge }: { entry: HomeEntry; isLarge: boolean }) {
  const picture = isLarge && ownUrl(image_url);
  return (
    <li className={isLarge ? "pt-2 pb-3" : "flex items-center gap-2.5 border-t border-rule py-1.5"}>
      {picture && isOwnPicture(picture) ? (
        <Picture src={picture} alt="" sizes="22rem" className="mb-2" />
      ) : (
        !isLarge && <Thumbnail src={image_url} />
      )}
      <span className="min-w-0">
        <span className="meta mb-0.5 block text-xs">{category}</span>
        <span
          className={`line-clamp-2 font-display leading-snug font-semibold wrap-anywhere ${isLarge ? "text-lg" : "text-sm"}`}
        >
          {title}
        </span>
      </span>
    </li>
  );
}

const LEAD_HINT = "The first six appear in the carousel at the top.";
const PICKS_HINT = "The first five appear at the top as the editor's choice, the first six in the rows below.";
const PICKS_ONCE_HINT =
  "The first five appear at the top as the editor's choice, the next six in the rows below. Lead stories are excluded.";

const LISTS = [
  { list: "lead", title: "Lead stories", hint: LEAD_HINT, onceHint: LEAD_HINT },
  { list: "picks", title: "Editor's picks", hint: PICKS_HINT, onceHint: PICKS_ONCE_HINT },
] as const;

const NONE: ReadonlySet<number> = new Set();

function RepeatsSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="mb-8 max-w-prose">
      <Switch
        label="Show each story only once"
        hint="A story in one section does not appear in the sections below it. Trending still shows the most-read stories."
        checked={isOn}
        onChange={onChange}
      />
    </div>
  );
}

export const HomeScreen = () => (
  <>
    <ScreenHead title="Home page">
      <Link to={adminUrl.fronts()} className={buttonLook("plain")}>
        Arrange blocks
      </Link>
      <a href={pageUrl.home()} target="_blank" rel="noopener" className={buttonLook("plain")}>
        View home page
        <Icon icon={ExternalLink} size={15} />
      </a>
    </ScreenHead>
    <HomeOrderEditor />
  </>
);

function HomeOrderEditor() {
  const client = useQueryClient();
  const isOpen = useIsOpenPlace();
  const order = useOrder();
  const settings = useApi(newsroomSettings());
  const zone = settings.data?.time_zone ?? "UTC";
  const error = order.stored.error ?? settings.error;
  useFailureToast(error, "Error fetching the home page", "Could not fetch the order of the home page");
  // Stays mounted in other tabs, which set switches.
  useEffect(() => {
    if (isOpen) void refetchOrder(client);
  }, [isOpen, client]);
  const [adding, setAdding] = useState<ListName | null>(null);
  const [ending, setEnding] = useState<{ list: ListName; entry: HomeEntry } | null>(null);
  const [dragged, setDragged] = useState<Partial<HomeOrder> | null>(null);
  const shown = order.order;
  const retry = () => {
    void refetchOrder(client);
    void settings.refetch();
  };
  if ((!shown || !settings.data) && error)
    return (
      <FailedNote isAnnounced onRetry={retry}>
        Could not fetch the order of the home page
      </FailedNote>
    );
  if (!shown || !settings.data) return <Skeleton className="h-96 w-full" />;
  const onPage = shownOf(shown);
  return (
    <div aria-busy={order.isBusy}>
      <p className="mb-6 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Drag stories to pin them, or use their buttons. Pinned stories come first, then the newest. Every change is
        public immediately.
      </p>
      <RepeatsSwitch isOn={shown.hides_repeats} onChange={(isOn) => void order.hideRepeats(isOn)} />
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-12">
          {LISTS.map(({ list, title, hint, onceHint }) => (
            <HomeList
              key={list}
              list={list}
              title={title}
              zone={zone}
              order={order}
              hint={shown.hides_repeats ? onceHint : hint}
              entries={shown[list]}
              shown={onPage[list]}
              shownAbove={list === "picks" && shown.hides_repeats ? onPage.lead : NONE}
              onAdd={() => setAdding(list)}
              onEnd={(entry) => setEnding({ list, entry })}
              onPreview={(entries) => setDragged(entries && { [list]: entries })}
            />
          ))}
        </div>
        <HomePreview order={{ ...shown, ...dragged }} />
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

const MAX_FOUND = 8;

type AddProps = { title: string; taken: readonly number[]; onAdd: (id: number) => void; onClose: () => void };

export function AddDialog({ title, taken, onAdd, onClose }: AddProps) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim(), SEARCH_AFTER_MS);
  const { data, error, refetch, isFetching } = useApi(articleListPage({ query, status: "published" }, 1), {
    placeholderData: keepPreviousData,
  });
  const found = data?.items.filter(({ id }) => !taken.includes(id)).slice(0, MAX_FOUND);
  return (
    <Dialog title={`Add to ${title}`} onClose={onClose}>
      <div className="mt-3" aria-busy={isFetching}>
        <Field
          label="Search published articles"
          autoComplete="off"
          autoFocus
          value={typed}
          maxLength={MAX_QUERY_LENGTH}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p role="status" className="meta my-2">
          {found?.length === 0 ? "No further articles found." : query === "" ? "The newest articles" : ""}
        </p>
        {error && !data && <FailedNote onRetry={() => void refetch()}>Could not fetch articles</FailedNote>}
        {!data && !error && <SkeletonLines lines={MAX_FOUND} />}
        <ul className="mb-4">
          {found?.map(({ id, title: name, published_date }) => (
            <li key={id} className="border-b border-rule">
              <button
                type="button"
                onClick={() => onAdd(id)}
                className="flex min-h-11 w-full items-center justify-between gap-3 py-1.5 text-left text-[0.9375rem] hover:text-accent"
              >
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="meta shrink-0">{published_date && tableTime(published_date)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex justify-end">
        <AdminButton onClick={onClose}>Cancel</AdminButton>
      </div>
    </Dialog>
  );
}

type EndProps = { entry: HomeEntry; zone: string; onEnd: (endsAt: string | null) => void; onClose: () => void };

export function EndDialog({ entry, zone, onEnd, onClose }: EndProps) {
  const [value, setValue] = useState(entry.ends_at);
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemAhead(value, Date.now());
    if (value === null || problem) return setError(problem);
    onEnd(value);
  }
  return (
    <Dialog title="End time" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-2 space-y-4">
        <p className="text-[0.9375rem] text-muted wrap-anywhere">
          “{entry.title}” will be removed from the list at this time.
        </p>
        <DateTimeField
          label="Date and time"
          value={value}
          zone={zone}
          error={error}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {entry.ends_at !== null && <AdminButton onClick={() => onEnd(null)}>No end</AdminButton>}
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary">
            Set end
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
