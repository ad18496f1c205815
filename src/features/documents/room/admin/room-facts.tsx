import { Popover } from "@base-ui/react/popover";
import { ListChecks, Users } from "lucide";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useOthersHere } from "#features/documents/presence/admin/others-here.tsx";
import type { PresentPeople } from "#features/documents/presence/schema.ts";
import type { OpenStory } from "#features/documents/requests/schema.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { buttonLook } from "#ui/admin/controls.tsx";
import { POPUP_LOOK, POPUP_POSITION, usePopupContainer } from "#ui/admin/dialog.tsx";
import { colourOf, initialsOf } from "#ui/admin/others-mark.ts";
import { StoryState } from "#ui/admin/story-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { type Matter, ToPlace } from "./open-matters.tsx";
import { Findings, type Place } from "./remote-checks.tsx";
import type { Checks } from "./text-checks.ts";

type Review = OpenStory["reviews"][number];

type Props = {
  type: DocumentTypeName;
  /** The state of the document; undefined while loading, or if it is not stored. */
  story: OpenStory | undefined;
  /** What the checks of the room found; undefined if it has none. */
  checks: Checks | undefined;
  /** What is open and has a place in this room. */
  matters: readonly Matter[];
  isOpenTwice: boolean;
  onMatter: (kind: Matter["kind"]) => void;
  /** Leads to a place of the text or a field. */
  onGo: (place: Place) => void;
};

/** People of a document whose initials the bar shows. */
const MAX_SHOWN = 3;

const ANSWERS = { approve: "approved", changes: "requests changes" } as const;
const MINE = { approve: "You approved", changes: "You request changes" } as const;
function answerWords({ name, answer, is_me }: Review): string {
  if (is_me) return answer === null ? "You have not answered yet" : MINE[answer];
  return `${name} ${answer === null ? "has not answered" : ANSWERS[answer]}`;
}

/** In the bar of every room: who is here, and how much is open. It opens the people and the list of what is open. */
export function RoomFacts(props: Props) {
  const { checks, matters, onMatter, onGo } = props;
  const container = usePopupContainer();
  const [isOpen, setIsOpen] = useState(false);
  const hasGone = useRef(false);
  /** Closes the list and moves the focus to a place in the room, where it stays. */
  const leadTo = (lead: () => void) => {
    hasGone.current = true;
    flushSync(() => setIsOpen(false));
    lead();
  };
  function open(next: boolean) {
    hasGone.current = false;
    setIsOpen(next);
  }
  return (
    <>
      {checks?.input}
      <Popover.Root open={isOpen} onOpenChange={open}>
        <Popover.Trigger title="People, and what is open" className={`${buttonLook("quiet")} room-facts`}>
          <Summary count={matters.length + (checks?.findings.length ?? 0)} />
        </Popover.Trigger>
        <Popover.Portal container={container}>
          <Popover.Positioner {...POPUP_POSITION}>
            <Popover.Popup
              aria-label="People and checks"
              finalFocus={() => !hasGone.current}
              className={`${POPUP_LOOK} w-[min(24rem,calc(100vw-1rem))] space-y-4 p-4 text-[0.9375rem]`}
            >
              <Facts
                {...props}
                onMatter={(kind) => leadTo(() => onMatter(kind))}
                onGo={(place) => leadTo(() => onGo(place))}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}

/** What the bar shows: the initials of others who are here, and how much is open. */
function Summary({ count }: { count: number }) {
  const others = useOthersHere().people.filter(({ is_me }) => !is_me);
  return (
    <>
      {others.slice(0, MAX_SHOWN).map(({ user, name }) => (
        <Initials key={user} id={user} name={name} />
      ))}
      {others.length === 0 && <Icon icon={Users} size={18} className="max-sm:hidden" />}
      <span className="sr-only">
        People and checks
        {others.length > 0 && `, ${others.length} ${others.length === 1 ? "other" : "others"} here`},{" "}
      </span>
      <span className={`inline-flex items-center gap-1 tabular-nums ${count > 0 ? "text-accent" : "sm:sr-only"}`}>
        <Icon icon={ListChecks} size={18} />
        {count > 0 ? count : <span className="sr-only">0</span>}
      </span>
      <span className="sr-only"> open</span>
    </>
  );
}

function Facts({ type, story, checks, matters, isOpenTwice, onMatter, onGo }: Props) {
  const { people } = useOthersHere();
  const findings = checks?.findings ?? [];
  const count = matters.length + findings.length;
  return (
    <>
      {/* A phone's bar has no room for the words. */}
      {story && <StoryState story={story} type={type} className="sm:hidden" />}
      {story && (
        <Section title="People">
          <PeopleHere people={people} type={type} isOpenTwice={isOpenTwice} />
          {story.owners.length > 0 && (
            <li className="py-1 wrap-anywhere">
              <span className="meta mr-2">Text by</span>
              {story.owners.map(({ name }) => name).join(", ")}
            </li>
          )}
          {story.reviews.map((review) => (
            <li key={review.id} className="py-1 wrap-anywhere">
              <span className="meta mr-2">Asked</span>
              {answerWords(review)}
            </li>
          ))}
        </Section>
      )}
      <Section title={count > 0 ? `Open (${count})` : "Open"}>
        {count === 0 && <li className="meta py-1">Nothing is open.</li>}
        {matters.map(({ kind, words }) => (
          <li key={words} className="py-1 wrap-anywhere">
            <ToPlace onGo={() => onMatter(kind)}>{words}</ToPlace>
          </li>
        ))}
      </Section>
      {findings.length > 0 && <Findings label="Checks" findings={findings} onGo={onGo} />}
    </>
  );
}

type HereProps = Pick<Props, "type" | "isOpenTwice"> & { people: PresentPeople };

function PeopleHere({ people, type, isOpenTwice }: HereProps) {
  return (
    <>
      {people.map(({ user, name, is_me }) => (
        <li key={user} className="flex items-center gap-2 py-1 wrap-anywhere">
          <Initials id={user} name={name} />
          {name}
          <span className="meta">{is_me ? "you" : "here now"}</span>
        </li>
      ))}
      {isOpenTwice && <li className="meta py-1">You have this {type} open in another tab too.</li>}
    </>
  );
}

/** The initials of a person in their colour, hidden from screen readers: the name is next to them or in a list. */
const Initials = ({ id, name }: { id: number; name: string }) => (
  <span aria-hidden="true" title={name} data-initials={initialsOf(name)} className={`room-initials ${colourOf(id)}`} />
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="text-sm font-bold">{title}</h2>
    <ul>{children}</ul>
  </section>
);
