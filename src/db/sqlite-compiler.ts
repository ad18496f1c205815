import {
  type BinaryOperationNode,
  type LimitNode,
  OperatorNode,
  type SelectModifierNode,
  SqliteQueryCompiler,
  ValueNode,
} from "kysely";

/**
 * SQL that SQLite plans once for each text. Its planner looks at values that are compared for equality or limit a query,
 * and then plans the statement each time it is run, as another value might have another plan. None of our queries
 * does: what a plan depends on is written into its text, the other values are hidden from the planner.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    if (!ValueNode.is(rightOperand) || !OperatorNode.is(operator) || operator.operator !== "=") {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(" = ");
    if (isPlannedFor(rightOperand)) this.appendImmediateValue(rightOperand.value);
    else {
      // Unary plus changes no value of any type.
      if (!rightOperand.immediate) this.append("+");
      this.visitNode(rightOperand);
    }
  }

  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    this.append("limit ");
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.appendImmediateValue(limit.value);
    else this.visitNode(limit);
  }

  /** SQLite has no row locks, and needs none: a transaction has the whole database to itself. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate" && node.modifier !== "SkipLocked") super.visitSelectModifier(node);
  }
}

/** Flags: SQLite expects many rows to have them. */
const isPlannedFor = ({ value }: ValueNode) => value === 0 || value === 1;
