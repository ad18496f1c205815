import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** The token of a mail's link to `path`. It leaves the address at once, which people share and browsers remember; a reload keeps it. */
export function useLinkToken(path: string): string {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(search).get("token");
  const [token] = useState(() => given ?? (state as { token?: string } | null)?.token ?? "");
  useEffect(() => {
    if (given !== null) void navigate(path, { replace: true, state: { token: given } });
  }, [given, navigate, path]);
  return token;
}
