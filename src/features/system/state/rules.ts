/** How many backups that were made here are kept; older ones are deleted after each new one. */
export const KEPT_BACKUPS = 7;

/** The folders that are named by the time of their start; others belong to the operator's own commands. */
export const OWN_FOLDER = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;
