import "fake-indexeddb/auto";
import { createStore, promisifyRequest, type UseStore } from "idb-keyval";

/** Empties the databases of the page. They stay, as the code under test keeps them open. */
async function clearDatabases(): Promise<void> {
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await promisifyRequest(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    await Promise.all(
      stores.map((store) => promisifyRequest(database.transaction(store, "readwrite").objectStore(store).clear())),
    );
    database.close();
  }
}

/** Forgets what the page has stored: each test has a server of its own, whose documents have the same ids. */
export async function clearStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  await clearDatabases();
}

let opened: UseStore | undefined;
/** Where the page stores unsaved work. */
export const keptStore = (): UseStore => {
  opened ??= createStore("jarida-documents", "sessions");
  return opened;
};
