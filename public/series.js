// Marks the parts of a series that this browser's reader has read or started, from the lists that the browser itself keeps
// (src/features/articles/site/reading-list.ts). Nothing is sent.
function mark() {
  for (const note of document.querySelectorAll("[data-part]")) {
    let kept = [];
    try {
      kept = JSON.parse(localStorage.getItem(note.dataset.in) || "[]");
    } catch {
      // Without storage nothing is known.
    }
    note.hidden = !Array.isArray(kept) || !kept.some((article) => String(article?.id) === note.dataset.part);
  }
}
mark();
// The page may come back from the browser's memory after a part was read.
addEventListener("pageshow", mark);
