/** Runs tasks with the same key one after another, in order of arrival; different keys do not wait for each other. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function inTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return mine;
  };
}
