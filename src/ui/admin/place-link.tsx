import type { ComponentProps } from "react";
import { Link } from "react-router";
import { pageUrl } from "#shared/urls.ts";

/** A link to a place of the admin area, or to a page of the site, which opens beside it. */
export function PlaceLink({ to, ...props }: ComponentProps<typeof Link> & { to: string }) {
  if (to.startsWith(pageUrl.admin())) return <Link to={to} {...props} />;
  const { state: _state, ...rest } = props;
  return <a href={to} target="_blank" rel="noopener" {...rest} />;
}
