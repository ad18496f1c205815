import { useState } from "react";
import { useLocation } from "react-router";

/** Where each of several places was left, to come back to; a place that was not visited yet begins at its `first`. */
export function useLeftAddresses<Place extends string>(
  first: Record<Place, string>,
  here: Place,
): Record<Place, string> {
  const { pathname, search } = useLocation();
  const [left, setLeft] = useState(first);
  const address = pathname + search;
  if (left[here] !== address) setLeft({ ...left, [here]: address });
  return left;
}
