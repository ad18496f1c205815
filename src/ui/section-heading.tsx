import type { ReactNode } from "react";

/** The heading of a page's section, under a strong rule, with optional content at its right end. */
export function SectionHeading(props: { children: ReactNode; id?: string; level?: 2 | 3; aside?: ReactNode }) {
  const Heading = props.level === 3 ? "h3" : "h2";
  return (
    <div className="ruled mb-4 flex items-baseline justify-between gap-4 pt-2.5">
      <Heading id={props.id} className="headline-md font-semibold">
        {props.children}
      </Heading>
      {props.aside}
    </div>
  );
}
