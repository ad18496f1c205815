import { expect, test } from "vitest";
import type { Calendar } from "#features/calendar/endpoints.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { addArchive } from "#test/support/archive.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const iso = (time: number) => new Date(time).toISOString();

async function start() {
  const staff = await startStaff(openSqliteForTest);
  const now = staff.clock.now();
  return {
    ...staff,
    now,
    read: async (by: Person, from = now - DAY, to = now + 7 * DAY) =>
      (await staff.as(by, "GET", editorApiUrl.calendar(from, to))).body as Calendar,
  };
}
type Staff = Awaited<ReturnType<typeof start>>;

/** An article of somebody that an editor has given a time. */
async function schedule({ as, write }: Staff, owner: Person, title: string, at: number): Promise<number> {
  const id = await write(owner, { title });
  await as("editor", "POST", editorApiUrl.publish(id), { at: iso(at) });
  return id;
}

test("a writer sees what readers see, and of what is to come only the own; an editor sees all of it", async () => {
  const staff = await start();
  const { as, write, read, now } = staff;
  const out = await write("editor", { title: "Out", status: "published" });
  await schedule(staff, "editor", "Another's", now + DAY);
  const own = await schedule(staff, "writer", "Own", now + DAY);
  await as("editor", "PUT", editorApiUrl.draft(out), { excerpt: "Better." });
  await as("editor", "POST", editorApiUrl.publish(out), { at: iso(now + 2 * DAY) });

  const seen = (calendar: Calendar) => calendar.entries.map(({ kind, title, is_others }) => [kind, title, is_others]);
  expect(seen(await read("writer"))).toEqual([
    ["article", "Out", true],
    ["article", "Own", false],
  ]);
  expect(seen(await read("editor"))).toEqual([
    ["article", "Out", false],
    ["article", "Another's", false],
    ["article", "Own", false],
    ["update", "Out", false],
  ]);
  // Who is credited beside another one is an owner too.
  await as("editor", "PUT", apiUrl.article(own), { authors: [staff.ids.writer, staff.ids.contributor] });
  expect(seen(await read("contributor")).map(([, title]) => title)).toEqual(["Out", "Own"]);
});

test("newsletters are shown to whoever sends them alone", async () => {
  const { as, read, now } = await start();
  const payload = { subject: "This week", introduction: "Hello." };
  const { id } = (await as("editor", "POST", editorApiUrl.issues(), payload)).body;
  await as("editor", "POST", editorApiUrl.issueAction(id, "send"), { at: iso(now + DAY) });
  await as("editor", "PUT", editorApiUrl.digest(), { enabled: true, weekday: 1, hour: 7 });
  const kinds = async (by: Person) => (await read(by)).entries.map(({ kind }) => kind);
  expect([await kinds("editor"), await kinds("writer"), await kinds("contributor")]).toEqual([
    ["issue", "digest"],
    [],
    [],
  ]);
});

test("a calendar that was cut says so also to those who may not see what filled it", async () => {
  const staff = await start();
  const { store, read, now } = staff;
  const dates = Array.from({ length: 1_001 }, (_, index) => now + HOUR + index * 60_000);
  await addArchive(store, dates);
  await schedule(staff, "writer", "Own, behind the others", now + 3 * DAY);
  const { entries, complete_until } = await read("writer");
  expect([entries, complete_until]).toEqual([[], iso(now + HOUR + 999 * 60_000)]);
  // From there on the own one is found.
  expect((await read("writer", Date.parse(complete_until))).entries).toMatchObject([
    { title: "Own, behind the others" },
  ]);
});
