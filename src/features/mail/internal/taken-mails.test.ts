import { expect, test } from "vitest";
import type { TakenMail } from "../leases.ts";
import { TakenMails } from "./taken-mails.ts";

const mail = (id: number) => ({ id }) as TakenMail;

/** The mails of a process, and its queries to the database. */
function start(due: number[], { roomAt = null as number | null, failGiveBack = false } = {}) {
  const asked: string[] = [];
  const full: number[] = [];
  const taken = new TakenMails(
    {
      async take(count) {
        asked.push(`take ${count}`);
        return { mails: due.splice(0, count).map(mail), roomAt };
      },
      async giveBack(ids) {
        asked.push(`give back ${ids}`);
        if (failGiveBack) throw new Error("The database is away.");
      },
    },
    2,
    (at) => full.push(at),
  );
  return { taken, asked, full };
}

test("lanes that ask at the same time share one query, and no mail is handed out twice", async () => {
  const { taken, asked } = start([1, 2, 3]);
  const mails = await Promise.all([taken.next(), taken.next()]);
  expect(mails.map((one) => one?.id).sort()).toEqual([1, 2]);
  expect(asked).toEqual(["take 2"]);
  expect((await taken.next())?.id).toBe(3);
  expect(await taken.next()).toBeUndefined();
});

test("a mail that was put back comes first", async () => {
  const { taken } = start([1, 2]);
  const first = await taken.next();
  if (first) taken.putBack(first);
  expect((await taken.next())?.id).toBe(1);
});

test("if the rate limit is reached, says when it will have room", async () => {
  const { taken, full } = start([], { roomAt: 42 });
  expect(await taken.next()).toBeUndefined();
  expect(full).toEqual([42]);
});

test("mails that were returned are requested again", async () => {
  const { taken, asked } = start([1, 2, 3]);
  await taken.next();
  await taken.giveBackAll();
  expect((await taken.next())?.id).toBe(3);
  expect(asked).toEqual(["take 2", "give back 2", "take 2"]);
});

test("mails that could not be returned are still sent by this process", async () => {
  const { taken } = start([1, 2], { failGiveBack: true });
  await taken.next();
  await expect(taken.giveBackAll()).rejects.toThrow("away");
  expect((await taken.next())?.id).toBe(2);
});
