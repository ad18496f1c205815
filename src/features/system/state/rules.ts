/** How many backups that were made here are kept; older ones are deleted after each new one. */
export const KEPT_BACKUPS = 7;
