const addressNow = () => location.pathname + location.search;
/** The address of the document. The user may have left it since, without loading another one. */
export const arrivedAt = typeof location === "undefined" ? "" : addressNow();

/** Whether the server responds: code that can't be loaded all the same belongs to a build that is no longer in service. */
export const isServerThere = (): Promise<boolean> =>
  fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status < 500,
    () => false,
  );

/** Whether loading this address as a document can help: it does not if the document is that already. */
export function canLoadDocument(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return addressNow() !== arrivedAt || entry?.type !== "reload";
}
