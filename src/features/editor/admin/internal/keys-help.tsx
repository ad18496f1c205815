/** Keyboard help for the editor; the buttons' tooltips show the other shortcuts. */
export function KeysHelp({ id }: { id: string }) {
  return (
    <p id={id} className="sr-only">
      Alt+F10 goes to the toolbar, Escape comes back. Tab leaves the editor; in a list it moves the item in, in a table
      it goes to the next cell or adds a row, and Escape before Tab leaves. Enter on a selected image or footnote
      changes it. A slash opens a menu of what can be inserted. Outside of the text, a question mark lists all keys.
    </p>
  );
}
