import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { unreadMessages } from "#features/contact/admin/calls.ts";
import { ownProfile } from "#features/identity/accounts/admin/own-profile.ts";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import { unreadNotifications } from "#features/notifications/admin/notification-bell.tsx";
import type { Role } from "#shared/actor.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import type { Answered } from "#test/support/answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { SITE } from "#test/support/reader-markup.tsx";
import { initialsOf } from "#ui/admin/others-mark.ts";
import { RoomHandover } from "#ui/admin/room-handover.tsx";
import { AdminBar } from "./admin-bar.tsx";
import { AudienceSections } from "./audience-sections.tsx";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import { FactorGate } from "./factor-gate.tsx";
import { OpenScreens } from "./open-screens.tsx";
import { PLACE_TITLES, PLACE_URLS, type Place } from "./places.ts";
import { SCREENS } from "./screens.tsx";

const LEDGER = { ...SITE, name: "The <b>Ledger</b> & Co" };
/** What a screen stands before. */
const BEHIND = "what is behind it";
type How = { at?: string; role?: Role | null; unread?: number; isDue?: boolean; profile?: object; messages?: number };

/** The area as it is first painted, before any call has been answered. */
function render(view: ReactNode, { at, role, unread = 0, isDue, profile, messages = 0 }: How = {}): string {
  const answers: Answered[] = [
    [unreadNotifications(), { count: unread }],
    [unreadMessages(), { count: messages }],
  ];
  if (profile) answers.push([ownProfile(), profile]);
  if (isDue !== undefined) answers.push([ownProfile(), { second_factor_due: isDue }]);
  return adminMarkup(<RoomHandover>{view}</RoomHandover>, {
    answers,
    site: LEDGER,
    ...(at !== undefined && { address: at }),
    ...(role !== undefined && { role }),
  });
}

/** Screens whose first heading is that of their document. */
const ROOMS: readonly string[] = ["article", "issue", "page"];

test.each(Object.entries(SCREENS).filter(([place]) => !ROOMS.includes(place)))(
  "the screen %s has one head, with its declared title",
  (place, { render: contentOf }) => {
    const pathname = PLACE_URLS[place as Place];
    const title = PLACE_TITLES[place as Place];
    const given = { left: PLACE_URLS, pathname, screens: [], restartSession: () => Promise.reject(new Error(place)) };
    const html = parseHtml(render(contentOf(given), { at: pathname, role: "chief" }));
    expect(html.texts("h1")).toEqual([title]);
    expect(html.texts("h2")).not.toContain(title);
  },
);

describe("the bar of the admin area", () => {
  const bar = (place: Place, how: How & { left?: Partial<Record<Place, string>> } = {}) =>
    render(
      <AdminBar
        place={place}
        addresses={{ ...PLACE_URLS, ...how.left }}
        onFind={() => {}}
        onShortcuts={() => {}}
        onLogOut={() => {}}
      />,
      how,
    );
  const LINKS = "nav[aria-label='Admin area'] a";

  test.each<[Role | null, string[]]>([
    [
      "chief",
      [
        "Dashboard",
        "Calendar",
        "Budget",
        "Wire",
        "Home page",
        "Pages",
        "Topics",
        "Media",
        "Audience",
        "People",
        "Settings",
      ],
    ],
    ["editor", ["Dashboard", "Calendar", "Budget", "Wire", "Home page", "Pages", "Topics", "Media", "Audience"]],
    ["writer", ["Dashboard", "Calendar", "Budget", "Media"]],
    ["contributor", ["Dashboard", "Calendar", "Budget", "Media"]],
    // Until the role is known nothing is left out: the server alone says no.
    [null, ["Dashboard"]],
  ])("leads %s to what that role may open", (role, words) => {
    expect(parseHtml(bar("dashboard", { role })).texts(LINKS)).toEqual(words);
  });

  test("differs from place to place in the marked link alone, so that no link moves", () => {
    const html = bar("media");
    const unmarked = (given: string) => given.replace(/ aria-current="page"/, "");
    for (const place of ["dashboard", "people", "trash", "security"] as const)
      expect(unmarked(bar(place)), place).toBe(unmarked(html));
    const marked = (place: Place) => parseHtml(bar(place)).texts(`${LINKS}[aria-current=page]`);
    expect([marked("media"), marked("trash")], "the trash is not in the bar").toEqual([["Media"], []]);
  });

  test("counts unread messages for those who may read them", () => {
    const texts = (how: How) => parseHtml(bar("dashboard", how)).texts(LINKS).join();
    expect(texts({ role: "editor", messages: 3 })).toContain("Audience, 3 unread messages");
    expect(texts({ role: "writer", messages: 3 })).not.toContain("unread");
    expect(texts({ role: "editor" })).not.toContain("unread");
  });

  test.each([
    ["Amina", "A"],
    ["Amina de la Cruz", "AC"],
    ["  élodie  😀 ", "É😀"],
    ["", ""],
  ])("shortens %j to %j", (name, letters) => {
    expect(initialsOf(name)).toBe(letters);
  });
});

describe("without an account", () => {
  const session = { ask: async () => undefined, enterBy: async () => undefined } as unknown as Session;
  const screen = (at: string) => render(<OpenScreens session={session}>{BEHIND}</OpenScreens>, { at, role: null });

  test.each(["/admin/forgot", "/admin/reset?token=x", "/admin/confirm-email?token=x", "/admin/join?token=x"])(
    "%s has a screen of its own, with one heading",
    (at) => {
      const html = screen(at);
      expect(html).not.toContain(BEHIND);
      expect(parseHtml(html).all("h1")).toHaveLength(1);
    },
  );

  test.each(["/admin", "/admin/forgotten", "/admin/join/us", "/admin/articles/forgot"])(
    "%s shows what asks for the login",
    (at) => {
      expect(screen(at)).toContain(BEHIND);
      expect(parseHtml(screen(at)).all("h1")).toEqual([]);
    },
  );
});

describe("the tabs of the dashboard", () => {
  const tabs = (how: How) => parseHtml(render(<DashboardTabs start={null} end={null} />, how));
  const labels = (shown: ReturnType<typeof tabs>) => shown.role("tab");

  test("are those of the role", () => {
    expect(labels(tabs({ role: "editor" }))).toEqual(["Articles", "Categories", "Ad Management", "Author Profile"]);
    for (const role of ["writer", "contributor"] as const)
      expect(labels(tabs({ role }))).toEqual(["Articles", "Author Profile"]);
  });

  test.each([
    ["/admin", "editor", "Articles"],
    ["/admin?tab=ads", "editor", "Ad Management"],
    ["/admin?tab=profile&page=2", "writer", "Author Profile"],
    // A link from somebody who may do more.
    ["/admin?tab=ads", "writer", "Articles"],
    ["/admin?tab=constructor", "editor", "Articles"],
  ] as const)("%s opens for a role of %s %s", (at, role, label) => {
    expect(tabs({ at, role }).texts("[role=tab][aria-selected=true]")).toEqual([label]);
  });
});

describe("the sections of the audience", () => {
  const sections = (how: How) => parseHtml(render(<AudienceSections />, how));
  const LINKS = "nav[aria-label='Audience sections'] a";
  const labels = (shown: ReturnType<typeof sections>) => shown.texts(LINKS);
  const current = (shown: ReturnType<typeof sections>) => shown.texts(`${LINKS}[aria-current=page]`).join();

  test("are those of the role, and open at the first of them", () => {
    expect(labels(sections({ at: "/admin/audience" }))).toEqual(["Subscribers", "Messages", "Issues", "Outbox"]);
    const editors = sections({ at: "/admin/audience", role: "editor" });
    expect([labels(editors), current(editors)]).toEqual([["Messages", "Issues"], "Messages"]);
  });

  test.each([
    ["/admin/audience/issues", "chief", "Issues"],
    ["/admin/audience/issues/", "chief", "Issues"],
    ["/admin/audience/issues-of-mine", "chief", "Subscribers"],
    ["/admin/audience/outbox", "editor", "Messages"],
  ] as const)("%s is for a role of %s %s", (at, role, label) => {
    expect(current(sections({ at, role }))).toBe(label);
  });
});

describe("a second step that is due", () => {
  const gate = (isDue?: boolean) =>
    render(<FactorGate onLogOut={() => {}}>{BEHIND}</FactorGate>, isDue === undefined ? {} : { isDue });

  test("is set up before anything else is shown", () => {
    expect(gate(true)).not.toContain(BEHIND);
    expect(gate(true)).toContain("Log Out");
  });

  test("that is not, or not known yet, hides nothing", () => {
    for (const html of [gate(false), gate()]) {
      expect(html).toContain(BEHIND);
      expect(html).not.toContain("inert");
    }
  });
});
