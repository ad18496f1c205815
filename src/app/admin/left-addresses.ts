import { useState } from "react";
import { useLocation } from "react-router";

/** The last address of each place, to return to; a place that was not visited yet starts at its `first`. */
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
