/** Entries of the header, columns of the footer, and links below one of them. */
export const MAX_HEADER = 24;
export const MAX_FOOTER = 5;
export const MAX_ITEMS = 20;
export const MAX_MENU_LABEL = 60;
