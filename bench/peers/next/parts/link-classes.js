export const QUIET = "link-quiet stretch";
export const BADGE =
  "kicker link-quiet relative z-10 inline-block before:absolute before:-inset-x-1 before:-inset-y-2 before:content-['']";
export const BUTTON =
  "tap inline-flex items-center justify-center gap-2 px-5 text-[0.9375rem] font-semibold transition-colors disabled:opacity-60 border border-ink text-ink hover:bg-ink hover:text-paper";
export const ICON_BUTTON = "tap inline-flex items-center justify-center text-ink transition-colors hover:text-accent";
