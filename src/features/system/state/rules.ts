import { MINUTE } from "#shared/time.ts";

/** How many backups that were made here are kept; older ones are deleted after each new one. */
export const KEPT_BACKUPS = { initial: 7, min: 1, max: 60 };
/** The hour of nightly backups, by the clocks of the newsroom. */
export const BACKUP_HOUR = { initial: 3, min: 0, max: 23 };

/** A scheduled backup that failed is tried again, at these intervals and so often, the first time included. */
export const BACKUP_ATTEMPTS = { interval: 15 * MINUTE, max: 4 };

/** The folders that are named by the time of their start; others belong to the operator's own commands. */
export const OWN_FOLDER = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;

/** The folders of the backups that updates and rollbacks make, named by what comes after them and their time. */
export const UPDATE_FOLDER = /^before-[\w.-]+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** The name of a backup that starts at that time. */
export const backupName = (now: number): string => new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
