import type { ReactNode } from "react";
import { breadcrumbList, type Head, type PageContext } from "#shared/page.ts";

/** The opening of a static page: kicker, h1 and standfirst over a strong rule. */
export function PageOpening(props: { kicker: string; title: string; children?: ReactNode }) {
  return (
    <div className="border-b border-rule">
      <div className="page-width grid items-end gap-x-16 gap-y-6 py-12 lg:grid-cols-[1.25fr_1fr] lg:py-20">
        <div>
          <p className="kicker">{props.kicker}</p>
          <h1 className="headline-xl mt-4 lg:text-[4.25rem]">{props.title}</h1>
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

/** A section with its heading in the margin column on wide screens. */
export function MarginSection(props: { title: string; id: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={props.id}
      className="grid gap-x-12 gap-y-4 border-t border-rule py-10 first:border-0 lg:grid-cols-[16rem_1fr] lg:py-14"
    >
      <h2 id={props.id} className="headline-md">
        {props.title}
      </h2>
      <div>{props.children}</div>
    </section>
  );
}

/** The head of a static page, with breadcrumbs for search engines. */
export function staticHead(context: PageContext, page: { title: string; description: string; path: string }): Head {
  return {
    title: page.title,
    description: page.description,
    canonical: page.path,
    jsonLd: [breadcrumbList(context.site, [{ name: page.title, path: page.path }])],
  };
}
