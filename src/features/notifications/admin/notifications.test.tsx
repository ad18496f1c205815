import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { type Answered, answered, failed } from "#test/support/answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Notification, NotificationSettings } from "../endpoints.ts";
import { KIND_NAMES } from "../rules.ts";
import { NotificationBell, notificationSettings, ownNotifications, unreadNotifications } from "./notification-bell.tsx";
import { NotificationsScreen } from "./notifications-screen.tsx";

const NOW = Date.UTC(2026, 10, 24, 12);
const CREATED = "2026-11-24T09:30:00.000Z";
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

type Told = Partial<Notification> & { article?: { id: number; title: string } };
const told = ({ article = { id: 41, title: "Bridge opens" }, ...change }: Told = {}): Notification => ({
  id: 1,
  kind: "approved",
  detail: "",
  actor: "Amina Otieno",
  created: CREATED,
  is_read: false,
  article,
  document: { type: "article", ...article },
  ...change,
});
const unread = (count: number) => answered(unreadNotifications(), { count, newest: count > 0 ? CREATED : null });

describe("the bell", () => {
  const bell = (...answers: Answered[]) => parseHtml(adminMarkup(<NotificationBell />, { answers }));

  test.each([
    ["none is unread", 0, "Notifications", ""],
    ["one is", 1, "Notifications, 1 unread", "1"],
    ["as many are as have room", 99, "Notifications, 99 unread", "99"],
    ["more are, which a screen reader is told exactly", 1_234, "Notifications, 1234 unread", "99+"],
  ])("says how many are unread: %s", (_what, count, label, badge) => {
    const link = bell(unread(count));
    expect(link.values("a", "aria-label")).toEqual([label]);
    expect(link.texts("a").join()).toBe(badge);
  });

  test("claims nothing where the count is not known", () => {
    for (const link of [bell(), bell(failed(unreadNotifications()))])
      expect([link.values("a", "aria-label"), link.texts("a")]).toEqual([["Notifications"], [""]]);
  });
});

describe("the list of notifications", () => {
  const screen = (items: Notification[], ...answers: Answered[]) =>
    adminMarkup(<NotificationsScreen />, {
      answers: [answered(ownNotifications(1), { items, total: items.length }), ...answers],
    });

  test("marks what is unread in words, and offers to mark it as read by name", () => {
    const html = screen([told()], unread(1));
    expect(wordsOf(html)).toContain("New Amina Otieno approved Bridge opens");
    const page = parseHtml(html);
    expect(page.role("button", "Mark as read: Amina Otieno approved Bridge opens")).toHaveLength(1);
    expect(page.all("a[href='/admin/articles/41?mode=read']")).not.toEqual([]);
  });

  test("names an article without a title, and whoever is gone", () => {
    const html = screen([told({ actor: null, article: { id: 41, title: "" }, kind: "returned" })]);
    expect(wordsOf(html)).toContain("Someone returned an untitled article to draft");
    expect(parseHtml(html).role("button", "Mark as read: Someone returned an untitled article")).toHaveLength(1);
  });

  test("leads to the room of a newsletter issue", () => {
    const html = screen([told({ kind: "noted", document: { type: "issue", id: 7, title: "" } })]);
    expect(wordsOf(html)).toContain("wrote a note on an untitled issue");
    expect(parseHtml(html).all("a[href='/admin/issues/7?mode=read']")).not.toEqual([]);
  });
});

describe("of what one is told", () => {
  const kinds = Object.fromEntries(
    KIND_NAMES.map((kind) => [kind, { in_product: true, by_mail: kind === "asked" }]),
  ) as NotificationSettings["kinds"];
  const choices = (...answers: Answered[]) => adminMarkup(<NotificationsScreen />, { answers });

  test("there is a switch for each kind and way, named by its row and its column", () => {
    const page = parseHtml(choices(answered(notificationSettings(), { kinds, mail: { timing: "now", hour: 8 } })));
    const names = page.values("[role=switch]", "aria-labelledby");
    expect(names).toHaveLength(KIND_NAMES.length * 2);
    for (const id of names.flatMap((ids) => ids?.split(" ") ?? [])) expect(page.all(`[id="${id}"]`)).toHaveLength(1);
    expect(new Set(names).size).toBe(names.length);
    expect(page.all("[role=switch][aria-checked=true]")).toHaveLength(KIND_NAMES.length + 1);
  });

  test("it is said where no mail leaves the site", () => {
    const without = adminMarkup(<NotificationsScreen />, { site: { sendsMail: false } });
    expect(wordsOf(without)).toContain("This site cannot send mail.");
    expect(wordsOf(choices())).not.toContain("cannot send mail");
  });

  test("nothing is claimed where it could not be loaded, and another try is offered", () => {
    const html = choices(failed(notificationSettings()));
    expect(wordsOf(html)).toContain("Could not load your notification settings. Try again");
    expect(parseHtml(html).role("switch")).toEqual([]);
  });
});
