// Replaces the service worker where offline reading is switched off: removes what it kept, and itself.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  const leave = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await registration.unregister();
  };
  event.waitUntil(leave());
});
