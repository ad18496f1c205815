import { MINUTE } from "#shared/time.ts";

/** Nightly backups: the hour by the clocks of the newsroom, and how many that were made here are kept. */
export const BACKUP_FIELDS = {
  nightly: { kind: "flag", name: "Nightly", label: "Back up every night" },
  hour: { kind: "number", name: "Hour", label: "Hour", min: 0, max: 23, initial: 3 },
  kept: {
    kind: "number",
    name: "Number of backups",
    label: "Backups to keep",
    hint: "From 1 to 60. A new backup deletes older ones.",
    min: 1,
    max: 60,
    initial: 7,
  },
} as const;

/** A scheduled backup that failed is tried again, at these intervals and so often, the first time included. */
export const BACKUP_ATTEMPTS = { interval: 15 * MINUTE, max: 4 };

/** The folders that are named by the time of their start; others belong to the operator's own commands. */
export const OWN_FOLDER = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;

/** The folders of the backups that updates and rollbacks make, named by what comes after them and their time. */
export const UPDATE_FOLDER = /^before-[\w.-]+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** The name of a backup that starts at that time. */
export const backupName = (now: number): string => new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
