import { Fragment, type Mark, type MarkType, type Node, type Schema } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { isSuggestion, suggestionsOf } from "./suggestion-marks.ts";

/** Who suggests: which ids are their own, and a new one. */
export type Suggester = { isOwn: (id: string | null) => boolean; newId: () => string };

/** A change of the document before it, by its positions. `from`: where the inserted content is in the typed document. */
type Op =
  | { does: "mark"; at: number; to: number; id: string }
  | { does: "delete"; at: number; to: number }
  | { does: "insert"; at: number; content: Fragment; from: number }
  | { does: "attribute"; at: number; id: string };

type Place = { at: number; from: number; isOwn: boolean };

/**
 * The transaction that suggests what another one does: words and blocks that it deletes are marked, and those that it
 * inserts get marks. What the person has inserted themselves changes as it is. Null if it cannot be suggested.
 */
export function suggestedChange(state: EditorState, given: Transaction, by: Suggester): Transaction | null {
  const typed = completed(state, given);
  const change = new Comparison(state.schema, by, rangeOf(typed));
  if (!change.children(state.doc, typed.doc, { at: 0, from: 0, isOwn: false })) return null;
  if (change.isOwn) return isSameBefore(state.doc, typed.doc) ? given : null;
  const { tr } = state;
  for (const op of change.ops.toSorted((one, other) => other.at - one.at)) apply(tr, op);
  // A suggestion must leave the text as it is: an ambiguous change is not made.
  if (!isSameBefore(state.doc, tr.doc)) return null;
  select(tr, state, typed, change.ops);
  for (const [key, value] of Object.entries((given as unknown as { meta: Record<string, unknown> }).meta))
    if (!isOfSteps(value)) tr.setMeta(key, value);
  if (typed.storedMarksSet) tr.setStoredMarks(typed.storedMarks);
  return given.scrolledIntoView ? tr.scrollIntoView() : tr;
}

/** A change with what plugins add to it, such as to a figure that loses its picture. Typing in a line is complete. */
function completed(state: EditorState, given: Transaction): Transaction {
  const range = rangeOf(given);
  const isInLine = (doc: Node, from: number, to: number) =>
    doc.resolve(from).parent.inlineContent && doc.resolve(from).sameParent(doc.resolve(to));
  if (range && isInLine(state.doc, range.start, range.end) && isInLine(given.doc, range.start, range.newEnd))
    return given;
  const { transactions, state: after } = state.applyTransaction(given);
  if (transactions.length < 2) return given;
  const { tr } = state;
  for (const { steps } of transactions) for (const step of steps) tr.step(step);
  tr.setSelection(Selection.fromJSON(tr.doc, after.selection.toJSON()));
  return given.storedMarksSet ? tr.setStoredMarks(given.storedMarks) : tr;
}

/** Whether a note of a plugin has the steps of the typed change, which is not the one that is made: an input rule to undo. */
const isOfSteps = (note: unknown): boolean => typeof note === "object" && note !== null && "transform" in note;

/** The range that a single step replaces: exact where the same letters are next to each other. */
function rangeOf({ steps }: Transaction): { start: number; end: number; newEnd: number } | undefined {
  const ranges: { start: number; end: number; newEnd: number }[] = [];
  for (const step of steps)
    step.getMap().forEach((start, end, _newStart, newEnd) => {
      ranges.push({ start, end, newEnd });
    });
  return steps.length === 1 && ranges.length === 1 ? ranges[0] : undefined;
}

function apply(tr: Transaction, op: Op): void {
  if (op.does === "delete") tr.delete(op.at, op.to);
  else if (op.does === "insert") tr.insert(op.at, op.content);
  else if (op.does === "attribute") tr.setNodeAttribute(op.at, "deleted", op.id);
  else tr.addMark(op.at, op.to, typeIn(tr.doc.type.schema, "deletion").create({ id: op.id }));
}

function typeIn({ marks }: Schema, name: string): MarkType {
  const type = marks[name];
  if (!type) throw new Error(`The schema has no mark "${name}".`);
  return type;
}

class Comparison {
  readonly ops: Op[] = [];
  /** Whether everything changes only what the person has inserted: then nothing has to be marked. */
  isOwn = true;
  readonly #insertion: MarkType;
  readonly #by: Suggester;
  readonly #range: ReturnType<typeof rangeOf>;
  #id: string | undefined;

  constructor(schema: Schema, by: Suggester, range: ReturnType<typeof rangeOf>) {
    this.#insertion = typeIn(schema, "insertion");
    this.#by = by;
    this.#range = range;
  }

  /** Compares the children of a node; false if its content allows no suggestion there. */
  children(before: Node, after: Node, place: Place): boolean {
    let start = 0;
    const most = Math.min(before.childCount, after.childCount);
    while (start < most && before.child(start).eq(after.child(start))) start++;
    let end = 0;
    while (end < most - start && lastOf(before, end).eq(lastOf(after, end))) end++;
    const [olds, nows] = [before.children, after.children].map((all) => all.slice(start, all.length - end)) as [
      Node[],
      Node[],
    ];
    let at = place.at + sizeOf(before.children.slice(0, start));
    let from = place.from + sizeOf(after.children.slice(0, start));
    const found = this.ops.length;
    let paired = 0;
    while (paired < Math.min(olds.length, nows.length)) {
      const [old, now] = [olds[paired], nows[paired]] as [Node, Node];
      const isDone = old.eq(now) || this.#pair(old, now, { at, from, isOwn: place.isOwn });
      if (!isDone) break;
      at += old.nodeSize;
      from += now.nodeSize;
      paired++;
    }
    // What is marked as deleted stays where it was, and nothing is put around it.
    const [left, next] = [olds.slice(paired), nows.slice(paired)];
    const added = next.filter((node) => asSeen(node) !== null);
    const isKept = (node: Node) => !place.isOwn && !this.#by.isOwn(node.attrs.inserted ?? null);
    const kept = left.filter(isKept);
    const all = [
      ...after.children.slice(0, start + paired),
      ...kept,
      ...added,
      ...before.children.slice(before.childCount - end),
    ];
    const isPossible =
      before.type.validContent(Fragment.from(all)) &&
      (before.type.name !== "table" || isEven(all)) &&
      [...kept, ...(place.isOwn ? [] : added)].every(({ type }) => "inserted" in (type.spec.attrs ?? {}));
    if (!isPossible) {
      this.ops.length = found;
      return false;
    }
    for (const node of left) {
      if (!isKept(node)) this.ops.push({ does: "delete", at, to: at + node.nodeSize });
      else if (node.attrs.deleted === null) this.#push({ does: "attribute", at, id: this.#newId() });
      at += node.nodeSize;
    }
    if (added.length < next.length && !place.isOwn) this.isOwn = false;
    if (added.length > 0) this.#insert(added, { ...place, at, from });
    return true;
  }

  /** Compares two versions of a block; false if they are not the same block. */
  #pair(old: Node, now: Node, { at, from, isOwn }: Place): boolean {
    if (old.type !== now.type || old.isLeaf || JSON.stringify(old.attrs) !== JSON.stringify(now.attrs)) return false;
    const { inserted = null, deleted = null } = old.attrs;
    // What another suggests to delete has the words that it had then.
    const isOwnBlock = this.#by.isOwn(inserted) && (deleted === null || this.#by.isOwn(deleted));
    const inside = { at: at + 1, from: from + 1, isOwn: (isOwn && deleted === null) || isOwnBlock };
    if (!old.isTextblock) return this.children(old, now, inside);
    if (!inside.isOwn && !old.type.allowsMarkType(this.#insertion)) return false;
    this.#line(old, now, inside);
    return true;
  }

  #line(old: Node, now: Node, { at, from, isOwn }: Place): void {
    const { start, end, newEnd } = this.#changed(old, now, { at, from });
    const content = now.content.cut(start, newEnd);
    if (isOwn) {
      const own = content.content.map((node) => node.mark(node.marks.filter((mark) => !this.#isOfAnother(mark))));
      if (content.content.some(({ marks }) => marks.some(this.#isOfAnother))) this.isOwn = false;
      if (end > start) this.ops.push({ does: "delete", at: at + start, to: at + end });
      if (own.length > 0)
        this.ops.push({ does: "insert", at: at + end, content: Fragment.from(own), from: from + start });
      return;
    }
    const id = this.#neighbour(old, start) ?? this.#neighbour(old, end);
    old.nodesBetween(start, end, (node, pos) => {
      const [first, last] = [at + Math.max(start, pos), at + Math.min(end, pos + node.nodeSize)];
      const { inserted, deleted } = suggestionsOf(node);
      if (this.#by.isOwn(inserted)) this.ops.push({ does: "delete", at: first, to: last });
      else if (deleted === null) this.#push({ does: "mark", at: first, to: last, id: id ?? this.#newId() });
      else this.isOwn = false;
      return false;
    });
    const marked: Node[] = [];
    content.forEach((node) => {
      const { inserted, deleted } = suggestionsOf(node);
      if (deleted !== null) {
        if (!this.#by.isOwn(deleted)) this.isOwn = false;
        return;
      }
      if (this.#by.isOwn(inserted)) {
        marked.push(node);
        return;
      }
      this.isOwn = false;
      const mark = this.#insertion.create({ id: id ?? this.#newId() });
      marked.push(node.mark(mark.addToSet(node.marks.filter((each) => !isSuggestion(each)))));
    });
    if (marked.length > 0)
      this.ops.push({ does: "insert", at: at + end, content: Fragment.from(marked), from: from + start });
  }

  /** Whether a mark is a suggestion of another, which typed words do not continue. */
  #isOfAnother = (mark: Mark): boolean => isSuggestion(mark) && !this.#by.isOwn(mark.attrs.id);

  /** The range of a line that changed, relative to it. */
  #changed(old: Node, now: Node, { at, from }: { at: number; from: number }) {
    const range = this.#range;
    const [start, end] = [(range?.start ?? -1) - at, (range?.end ?? -1) - at];
    if (range && start >= 0 && end <= old.content.size && range.newEnd - from <= now.content.size)
      return { start, end, newEnd: range.newEnd - from };
    const first = old.content.findDiffStart(now.content) ?? 0;
    const last = old.content.findDiffEnd(now.content) ?? { a: first, b: first };
    // In repeated text the end may be before the start.
    const overlap = Math.max(0, first - Math.min(last.a, last.b));
    return { start: first, end: last.a + overlap, newEnd: last.b + overlap };
  }

  /** The person's own suggestion at a place of a line, which goes on there. */
  #neighbour(line: Node, at: number): string | undefined {
    for (const place of [at - 1, at]) {
      const node = place >= 0 && place < line.content.size ? line.nodeAt(place) : null;
      const { inserted = null, deleted = null } = node ? suggestionsOf(node) : {};
      for (const id of [inserted, deleted]) if (id !== null && this.#by.isOwn(id)) return id;
    }
    return undefined;
  }

  #insert(nodes: readonly Node[], { at, from, isOwn }: Place): void {
    const content = nodes.map((node) => {
      if (isOwn || this.#by.isOwn(node.attrs.inserted ?? null)) return node;
      this.isOwn = false;
      const plain = asSeen(node) ?? node;
      return plain.type.create({ ...plain.attrs, inserted: this.#newId(), deleted: null }, plain.content, plain.marks);
    });
    this.ops.push({ does: "insert", at, content: Fragment.from(content), from });
  }

  #push(op: Op): void {
    this.isOwn = false;
    this.ops.push(op);
  }

  #newId(): string {
    this.#id ??= this.#by.newId();
    return this.#id;
  }
}

/** Whether all rows have as many columns, as the editor would add cells to the others. */
function isEven(rows: readonly Node[]): boolean {
  const widths = rows.map(({ children }) => children.reduce((width, { attrs }) => width + attrs.colspan, 0));
  const isSpanned = rows.some(({ children }) => children.some(({ attrs }) => attrs.rowspan > 1));
  return !isSpanned && new Set(widths).size <= 1;
}

const lastOf = (node: Node, end: number): Node => node.child(node.childCount - 1 - end);
const sizeOf = (nodes: readonly Node[]): number => nodes.reduce((size, node) => size + node.nodeSize, 0);

/** A node as it looks with all suggestions accepted, without their marks; null if it is deleted, or nothing without what is. */
export function asSeen(node: Node): Node | null {
  if (suggestionsOf(node).deleted !== null) return null;
  if (node.isText) return node.mark(node.marks.filter((mark) => !isSuggestion(mark)));
  const children = node.children.flatMap((child) => asSeen(child) ?? []);
  const attrs = "inserted" in node.attrs ? { ...node.attrs, inserted: null, deleted: null } : node.attrs;
  // A list whose items are all deleted goes with them.
  if (children.length === 0 && node.childCount > 0 && !node.isTextblock) return null;
  const content = Fragment.from(children);
  return node.type.createAndFill(
    attrs,
    content,
    node.marks.filter((mark) => !isSuggestion(mark)),
  );
}

/** A block without suggestions, as the server stores it; nothing for one that is inserted. Cached, as nodes never change. */
const before = new WeakMap<Node, readonly Node[]>();

function asBefore(node: Node): readonly Node[] {
  const known = before.get(node);
  if (known) return known;
  const read = (): readonly Node[] => {
    if (suggestionsOf(node).inserted !== null) return [];
    const marks = node.marks.filter((mark) => !isSuggestion(mark));
    if (node.isText) return [node.mark(marks)];
    const children = node.children.flatMap(asBefore);
    if (children.length === 0 && node.childCount > 0 && !node.isTextblock) return [];
    const attrs = "deleted" in node.attrs ? { ...node.attrs, deleted: null } : node.attrs;
    return [node.type.create(attrs, Fragment.from(children), marks)];
  };
  const found = read();
  before.set(node, found);
  return found;
}

/** Whether two documents are the same without suggestions. */
function isSameBefore(one: Node, other: Node): boolean {
  const [first, second] = [one, other].map(({ children }) => children.flatMap(asBefore)) as [Node[], Node[]];
  return first.length === second.length && first.every((node, at) => second[at]?.eq(node));
}

/** Puts the cursor where the typed change has it: into what it inserts, or to the side of what it deletes. */
function select(tr: Transaction, state: EditorState, typed: Transaction, ops: readonly Op[]): void {
  const { selection, mapping } = typed;
  const isForward = state.selection.empty && rangeOf(typed)?.start === state.selection.head;
  const placeOf = (pos: number): number => {
    for (const op of ops)
      if (op.does === "insert" && op.from <= pos && pos <= op.from + op.content.size)
        return Math.min(tr.mapping.map(op.at, -1) + pos - op.from, tr.mapping.map(op.at, 1));
    const side = isForward ? 1 : -1;
    return tr.mapping.map(mapping.invert().map(pos, side), side);
  };
  const size = tr.doc.content.size;
  const [anchor, head] = [selection.anchor, selection.head].map((pos) => tr.doc.resolve(Math.min(size, placeOf(pos))));
  if (!anchor || !head) return;
  const isNode =
    selection instanceof NodeSelection && anchor.nodeAfter !== null && NodeSelection.isSelectable(anchor.nodeAfter);
  tr.setSelection(isNode ? NodeSelection.create(tr.doc, anchor.pos) : TextSelection.between(anchor, head));
}
