"use client";

import { useState } from "react";

/** The footer's newsletter form. */
export function FooterForm() {
  const [busy, setBusy] = useState(false);
  return (
    <form
      action="/api/newsletter/subscribe"
      method="post"
      onSubmit={() => setBusy(true)}
      className="mt-3 flex flex-wrap"
    >
      <div className="min-w-0 flex-[1_1_8.5rem]">
        <label htmlFor="footer-email" className="sr-only">
          Your email
        </label>
        <input
          id="footer-email"
          type="email"
          name="email"
          placeholder="Your email"
          autoComplete="email"
          required
          disabled={busy}
          className="block w-full border border-faint bg-paper px-3.5 py-2.5 text-base text-ink placeholder:text-faint disabled:opacity-60 aria-invalid:border-down"
        />
      </div>
      <button
        type="submit"
        disabled={busy}
        className="tap inline-flex items-center justify-center gap-2 px-5 text-[0.9375rem] font-semibold transition-colors disabled:opacity-60 bg-ink text-paper hover:bg-muted min-w-28 grow-[0.001]"
      >
        {busy ? "..." : "Subscribe"}
      </button>
    </form>
  );
}
