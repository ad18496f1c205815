import Link from "next/link";

/** A slot without a creative. */
export function AdSlot({ type, box }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the same markup as the site's own slots
    <div role="group" aria-label="Advertisement" data-ad-type={type} className="text-center print:hidden">
      <p className="mb-1.5 text-[0.6875rem] leading-[1rem] tracking-[0.04em] text-faint">Advertisement</p>
      <Link
        href="/advertise"
        prefetch={false}
        className={`mx-auto block w-full ${box} ad-blank flex! flex-col items-center justify-center gap-0.5 px-4 text-muted hover:text-ink`}
      >
        <span className="font-serif text-lg leading-[1.3]">This space is open</span>
        <span className="text-[0.8125rem] large-text:sr-only">Advertise with us</span>
      </Link>
    </div>
  );
}
