import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { conditionsOf } from '#tests/mutation/sql-conditions.ts';

/** As much of Babel's nodes as is changed here. */
interface Node {
  type: string;
  name?: string;
  key?: Node;
  value?: Node | { raw: string; cooked: string };
  callee?: Node;
  property?: Node;
  properties?: Node[];
  tag?: Node;
  quasi?: Node;
  quasis?: Node[];
  expressions?: Node[];
}

interface Path {
  node: Node;
  parentPath: Path | null;
}

interface Mutator {
  name: string;
  mutate(path: Path): Iterable<Node>;
}

const nameOf = ({ key }: Node) => (key?.type === 'Identifier' ? key.name : undefined);

/** Queries of one row, which name what is unique first: without it they are none. */
const ofOneRow = /^(?:findUnique|findUniqueOrThrow|update|delete|upsert)$/;

const operator = /^(?:not|in|notIn|gt|gte|lt|lte)$/;

/** Whether an object literal compares, as only conditions do: one that is made by itself, to stand in several queries. */
const compares = ({ properties = [] }: Node) =>
  properties.some((property) => {
    const compared = property.type === 'ObjectProperty' && (property.value as Node);
    if (!compared) return false;
    const names = (compared.properties ?? []).map(nameOf);
    return (
      nameOf(property) === 'OR' || (names.length > 0 && names.every((name) => operator.test(name ?? '')))
    );
  });

/** The conditions that an object literal states, where it is the `where` of a query or stands in one, or is made to. */
function* withoutEachCondition({ node, parentPath }: Path): Iterable<Node> {
  const { properties = [] } = node;
  let isNested = false;
  let at = parentPath;
  while (at?.node.type === 'ObjectProperty' && nameOf(at.node) !== 'where') {
    isNested = true;
    // The object around the property, and what that stands in.
    at = at.parentPath?.parentPath ?? null;
  }
  const isInQuery = at?.node.type === 'ObjectProperty';
  if (!isInQuery && !compares(node)) return;
  // A single condition of a relation or a column is taken out with it.
  if (isNested && properties.length < 2) return;
  const call = isInQuery ? at?.parentPath?.parentPath?.node : undefined;
  const isOfOneRow = call?.type === 'CallExpression' && ofOneRow.test(call.callee?.property?.name ?? '');
  if (isOfOneRow && isNested) return;
  for (const property of properties.slice(isOfOneRow ? 1 : 0)) {
    if (property.type !== 'ObjectProperty') continue;
    yield { ...node, properties: properties.filter((other) => other !== property) };
  }
}

const isSql = (tag: Node | undefined) =>
  /^(?:sql|\$queryRaw|\$executeRaw)$/.test(tag?.property?.name ?? tag?.name ?? '');

/** An expression in a template, by a character that stands in no query. */
const marker = /\uE000(\d+)\uE000/;

/** The conditions of a query in SQL: each holds for every row. */
function* withoutEachSqlCondition({ node }: Path): Iterable<Node> {
  const { quasis = [], expressions = [] } = node.quasi ?? {};
  const raw = (quasi: Node) => (quasi.value as { raw: string }).raw;
  const text = quasis.map((quasi, at) => `${at > 0 ? `\uE000${at - 1}\uE000` : ''}${raw(quasi)}`).join('');
  for (const { start, end } of conditionsOf(text)) {
    const parts = `${text.slice(0, start)} true ${text.slice(end)}`.split(marker);
    const texts = parts.filter((_, at) => at % 2 === 0);
    const left = parts.filter((_, at) => at % 2 === 1).map((at) => expressions[Number(at)]);
    yield {
      ...node,
      quasi: {
        type: 'TemplateLiteral',
        quasis: texts.map((part, at) => ({
          type: 'TemplateElement',
          value: { raw: part, cooked: part },
          tail: at === texts.length - 1,
        })),
        expressions: left.filter((expression) => expression !== undefined),
      },
    };
  }
}

/** Takes each condition out of a query that decides whose rows, and which, it is about. */
const queryCondition: Mutator = {
  name: 'QueryCondition',
  *mutate(path) {
    const { node } = path;
    if (node.type === 'ObjectExpression') yield* clonesOf(withoutEachCondition(path));
    if (node.type === 'TaggedTemplateExpression' && isSql(node.tag))
      yield* clonesOf(withoutEachSqlCondition(path));
  },
};

function* clonesOf(nodes: Iterable<Node>): Iterable<Node> {
  for (const node of nodes) yield structuredClone(node);
}

/** Has Stryker change the conditions of queries too, which to it are objects and text. */
export async function changeQueryConditions(): Promise<void> {
  const core = createRequire(import.meta.resolve('@stryker-mutator/core'));
  const instrumenter = dirname(core.resolve('@stryker-mutator/instrumenter'));
  const { allMutators } = (await import(pathToFileURL(join(instrumenter, 'mutators', 'mutate.js')).href)) as {
    allMutators: Mutator[];
  };
  allMutators.push(queryCondition);
}
