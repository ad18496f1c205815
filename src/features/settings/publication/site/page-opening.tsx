import type { ReactNode } from "react";

/** The opening of a static page: kicker, h1 and standfirst over a strong rule. */
export function PageOpening(props: { kicker: string; title: string; children?: ReactNode }) {
  return (
    <div className="border-b border-rule">
      <div className="page-width grid items-end gap-x-16 gap-y-6 py-12 lg:grid-cols-[1.25fr_1fr] lg:py-20">
        <div>
          {props.kicker !== "" && <p className="kicker mb-4">{props.kicker}</p>}
          <h1 dir="auto" className="headline-xl lg:text-[4.25rem]">
            {props.title}
          </h1>
        </div>
        {props.children && (
          <div className="max-w-[56ch] font-serif text-[1.25rem] leading-[1.45] text-pretty text-muted lg:pb-2 lg:text-[1.4375rem]">
            {props.children}
          </div>
        )}
      </div>
    </div>
  );
}
