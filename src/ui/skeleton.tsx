/** A grey placeholder. `className` sets the size of the loading content, so that nothing moves when it arrives. */
export function Skeleton(props: { className: string }) {
  return <div aria-hidden="true" className={`bg-surface motion-safe:animate-pulse ${props.className}`} />;
}

/** Placeholder lines of text. */
export function SkeletonLines(props: { lines: number; className?: string }) {
  return (
    <div aria-hidden="true" className={`space-y-2.5 ${props.className ?? ""}`}>
      {Array.from({ length: props.lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reordered
        <Skeleton key={line} className={`h-4 ${line === props.lines - 1 ? "w-2/3" : "w-full"}`} />
      ))}
    </div>
  );
}
