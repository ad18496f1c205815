import { describe, expect, test } from "vitest";
import { PERMISSION_NAMES } from "#shared/permissions.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { type Answered, answered, failed } from "#test/support/answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { Invitation, User } from "../endpoints.ts";
import { openInvitations } from "./invitations.tsx";
import { JoinScreen } from "./join-screen.tsx";
import { allUsers, PeopleScreen } from "./people-screen.tsx";

const user = (change: Partial<User> = {}): User => ({
  id: 7,
  name: "Amina Otieno",
  email: "amina@news.example",
  image_url: "",
  role: "chief",
  is_active: true,
  created: "2026-01-05T09:00:00.000Z",
  last_sign_in: null,
  ...change,
});
const people = (...items: User[]) => answered(allUsers(1), { items, total: items.length });
const screen = (...answers: Answered[]) =>
  adminMarkup(<PeopleScreen dataOf={() => null} holdingsOf={() => null} />, { answers });

describe("everybody who can log in", () => {
  test("has a state in words, and every button names whom it is about", () => {
    const html = screen(people(user(), user({ id: 8, name: "Baraka Njoroge", is_active: false })));
    expect(wordsOf(html)).toMatch(/Active.*Suspended/);
    for (const label of [
      "Suspend Amina Otieno",
      "Resume Baraka Njoroge",
      "Remove Baraka Njoroge",
      "Personal data of Amina Otieno",
      "Show the holdings of Amina Otieno",
    ])
      expect(parseHtml(html).all(`button[aria-label="${label}"]`), label).toHaveLength(1);
    expect(parseHtml(html).all("[aria-label='Resume Amina Otieno']")).toEqual([]);
  });

  test("has never signed in, or did on a day", () => {
    expect(wordsOf(screen(people(user())))).toContain("Never");
    const html = screen(people(user({ last_sign_in: "2026-11-24T12:00:00.000Z" })));
    expect(wordsOf(html)).not.toContain("Never");
    expect(parseHtml(html).values("td time", "datetime")).toContain("2026-11-24T12:00:00.000Z");
  });

  test("is counted in words for one and for many", () => {
    expect(wordsOf(screen(people(user())))).toContain("1 person");
    expect(wordsOf(screen(people(user(), user({ id: 8 }))))).toContain("2 people");
  });

  test("is shown by the name as it was written, in labels too", () => {
    const html = screen(people(user({ name: '"><script>alert(1)</script>' })));
    expect(parseHtml(html).all("script")).toEqual([]);
  });

  test("could not be fetched, and is not said to be nobody", () => {
    const html = wordsOf(screen(failed(allUsers(1))));
    expect(html).toContain("Could not fetch people.");
    expect(html).not.toContain("No one can log in.");
  });
});

describe("whoever is invited", () => {
  const invitation = (change: Partial<Invitation> = {}): Invitation => ({
    id: "i1",
    email: "new@news.example",
    role: "writer",
    created: "2026-11-24T09:00:00.000Z",
    expires: "2026-11-27T09:00:00.000Z",
    ...change,
  });

  test("is listed by address and role, and can be told from others by the button", () => {
    const html = screen(answered(openInvitations(), [invitation(), invitation({ id: "i2", email: "b@x.example" })]));
    expect(wordsOf(html)).toMatch(/new@news\.example.*Writer/);
    expect(parseHtml(html).all("button[aria-label='Withdraw the invitation of b@x.example']")).toHaveLength(1);
  });

  test("is nobody, or not known yet, or could not be loaded, which are three things", () => {
    const words = "No pending invitations.";
    expect(wordsOf(screen(answered(openInvitations(), [])))).toContain(words);
    expect(wordsOf(screen())).not.toContain(words);
    const html = wordsOf(screen(failed(openInvitations())));
    expect(html).toContain("Could not load the invitations. Try again");
    expect(html).not.toContain(words);
  });
});

test("what each role may do is a table with a heading for every row and column", () => {
  const page = parseHtml(screen());
  const table = "[aria-label='Permissions by role']";
  expect(page.all(`${table} th[scope=row]`)).toHaveLength(PERMISSION_NAMES.length);
  expect(page.texts(`${table} th[scope=col]`)).toEqual(["Permission", "Chief", "Editor", "Writer", "Contributor"]);
  expect(new Set(page.texts(`${table} td`))).toEqual(new Set(["Yes", "Own", "No"]));
});

describe("the screen that an invitation's link opens", () => {
  const join = (address: string) => adminMarkup(<JoinScreen enterBy={async () => {}} />, { address });

  test("asks for a name and a password, and keeps the token out of the page", () => {
    const html = join("/admin/join?token=s3cret-token");
    expect(parseHtml(html).all("input[autocomplete=new-password]")).toHaveLength(1);
    expect(html).not.toContain("s3cret-token");
  });

  test("without a token says that the invitation is not valid, and asks for nothing", () => {
    const html = join("/admin/join");
    expect(parseHtml(html).all("form")).toEqual([]);
    expect(wordsOf(html)).toContain("has expired");
  });
});
