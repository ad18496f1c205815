const SCHEME_END = "://";

/**
 * Path and query of a request target (RFC 9112, 3.2): for the absolute form the part after the authority, as the host a
 * client names is irrelevant here. Undefined for anything without a path: `*`, the authority form of CONNECT, and
 * invalid text.
 */
export function pathOfTarget(target: string): string | undefined {
  if (target.startsWith("/")) return target;
  const scheme = target.indexOf(SCHEME_END);
  if (scheme < 1) return undefined;
  const authority = target.slice(scheme + SCHEME_END.length);
  const end = authority.search(/[/?#]/);
  if (end === -1) return "/";
  const rest = authority.slice(end);
  return rest.startsWith("/") ? rest : `/${rest}`;
}
