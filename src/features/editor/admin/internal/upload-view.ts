/** The placeholder of a picture being uploaded: its name, its progress, and a cancel button. */
export function uploadView(name: string, cancel: () => void): { element: HTMLElement; show: (share: number) => void } {
  const element = document.createElement("span");
  element.className = "upload-place";
  element.contentEditable = "false";
  const label = document.createElement("span");
  label.className = "upload-place-name";
  label.textContent = name;
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", `Upload of ${name}`);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Cancel";
  button.setAttribute("aria-label", `Cancel the upload of ${name}`);
  button.addEventListener("click", cancel);
  element.append(label, bar, button);
  return {
    element,
    show: (share) => {
      bar.value = share;
    },
  };
}
