import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { lockSettings, recordChange, writeSetting } from "./commands.ts";
import { followed } from "./followed.ts";
import { readSetting } from "./queries.ts";

const STAGING_KEY = "staging";
const stagingScope = scope("staging");

/** Whether the site is a copy for trying things out: the operator's variable, and without it the newsroom's switch. */
export type Staging = {
  /** The variable `STAGING`; undefined if it is not set. */
  variable: boolean | undefined;
  /** As stored, for what must not happen in a copy. */
  read: (db: Kysely<Tables>) => Promise<boolean>;
  /** As last read, without waiting: for headers. */
  isOn: () => boolean;
  /** Reads the switch if it may have changed, in any process; undefined if `isOn` is current. */
  refresh: () => Promise<void> | undefined;
};

export async function openStaging(database: Database, variable: boolean | undefined): Promise<Staging> {
  const read = async (db: Kysely<Tables>) => variable ?? readStagingSwitch(db);
  const { current, refresh } = await followed(database, [stagingScope], read);
  return { variable, read, isOn: current, refresh: () => (variable === undefined ? refresh() : undefined) };
}

/** The newsroom's switch. */
export async function readStagingSwitch(db: Kysely<Tables>): Promise<boolean> {
  const stored = (await readSetting(db, STAGING_KEY)) as { on?: boolean } | undefined;
  return stored?.on === true;
}

/** Sets the switch, and does `onSwitched` in the same transaction if it was not set so before. */
export function switchStaging(
  { database, clock }: { database: Database; clock: Clock },
  by: Actor,
  on: boolean,
  onSwitched: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  return changeContent(database, async (trx) => {
    await lockSettings(trx);
    const before = await readStagingSwitch(trx);
    if (before === on) return { result: undefined, changed: [] };
    await writeSetting(trx, clock, STAGING_KEY, { on });
    await recordChange(trx, clock, by, { key: STAGING_KEY, before: { on: before }, after: { on } });
    await onSwitched(trx);
    return { result: undefined, changed: [stagingScope] };
  });
}

/** Stores the switch as it was, after a restore has replaced all settings. */
export const keepStagingSwitch = (trx: Transaction<Tables>, clock: Clock, on: boolean): Promise<void> =>
  writeSetting(trx, clock, STAGING_KEY, { on });
