import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectListed } from '#tests/support/expect-listed.ts';

/** What only tests import and the product itself does not need, and what the tests need it for. Nothing should be added here. */
const onlyForTests: Record<string, string> = {
  'app/domain/assistant/asking.server.ts ask': 'asks and answers in one call',
  'app/domain/assistant/running-answers.server.ts countRunning': 'sees that an answer has stopped',
  'app/domain/assistant/meaning/question-encoding.server.ts resetEncoder': 'begins without a worker',
  'app/domain/core/access/grants.server.ts revokeGrant': 'ends a grant without an operator',
  'app/domain/core/access/admin-policy.ts permissions': 'asks every permission of every level',
  'app/domain/core/live/streams.server.ts countStreams': 'sees that a stream is closed',
  'app/domain/learning/dashboard/recent-activity.server.ts findDoings': 'reads the feed without its page',
  'app/domain/learning/facts/facts.server.ts readerFacts': 'checks the texts of content/',
  'app/domain/learning/facts/switches.server.ts switchNames': 'checks the texts of content/',
  'app/domain/operating/operations/failed-work.server.ts failedMails': 'sees which mails have given up',
  'app/domain/people/personal-data/columns.ts otherTables': 'is compared with the database’s catalog',
  'app/domain/selling/payment-events/waiting-events.server.ts listWaitingEvents': 'sees what waits',
  'app/domain/selling/reconciliation/runs.server.ts listRuns': 'reads reports, as operators do in SQL',
  'app/platform/payments/deadline.server.ts withDeadline': 'ends a deadline by hand',
  'app/platform/payments/facts.ts FactKind': 'types the made-up facts',
  'app/platform/rate-limit.server.ts resetRateLimit': 'begins a limit anew',
  'app/routes/http/view-as-pages.ts closedInView': 'is compared with all routes',
  'stand-ins/sandbox/openai/model-turn.ts gate': 'holds the model back',
};

/** Files whose exports others reach in another way than by an import. */
const entries =
  /^app\/(root|routes|entry\.\w+)\.tsx?$|^app\/program\/|^app\/ui\/script\/|^app\/ui\/assistant\/panel\/main\.ts$|^app\/routes\/library\/calculators\/live\.ts$|^app\/platform\/database\/lazy-nodes\.ts$|^build-plugins\/prisma\.ts$/;

/** What React Router calls in a route's file. */
const routeExports =
  /^(action|clientAction|loader|clientLoader|default|meta|handle|headers|links|middleware|shouldRevalidate|ErrorBoundary|HydrateFallback|Layout)$/;

const isTest = (file: string) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file);

const texts = new Map(
  globSync(['{app,stand-ins,build-plugins,tests,prisma}/**/*.{ts,tsx}', '*.ts'])
    .filter((file) => !file.includes('/generated/'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

/** The file that an import names, or null where it is none of ours. */
function resolve(specifier: string, from: string): string | null {
  const path = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? join(dirname(from), specifier)
      : null;
  return path !== null && texts.has(path) ? path : null;
}

interface Importers {
  product: Set<string>;
  tests: Set<string>;
}

/** What is imported from each file, by whom; `*` where a whole module is. */
function findImports(): Map<string, Importers> {
  const imports = new Map<string, Importers>();
  for (const [file, text] of texts) {
    const note = (specifier: string, names: string[]) => {
      const target = resolve(specifier, file);
      if (target === null) return;
      const importers = imports.get(target) ?? { product: new Set(), tests: new Set() };
      imports.set(target, importers);
      for (const name of names) importers[isTest(file) ? 'tests' : 'product'].add(name);
    };
    for (const [, clause = '', specifier = ''] of text.matchAll(
      /^(?:import|export) ((?:type )?[^'";]{1,5000}?) from '([^']+)'/gm,
    )) {
      const named = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
      const names = named.split(',').map(
        (part) =>
          part
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
      );
      note(specifier, clause.includes('*') ? ['*'] : names);
    }
    for (const [, specifier = ''] of text.matchAll(/import\(\s*'([^']+)'/g)) note(specifier, ['*']);
  }
  return imports;
}

/** An export that no other file of the product imports: whether a test does, and whether its own file uses it. */
interface Unimported {
  name: string;
  isTested: boolean;
  isUsedWithin: boolean;
}

function findUnimported(): Unimported[] {
  const imports = findImports();
  return [...texts].flatMap(([file, text]) => {
    if (isTest(file) || !/^(app|stand-ins|build-plugins)\//.test(file) || entries.test(file)) return [];
    const { product, tests } = imports.get(file) ?? { product: new Set(), tests: new Set() };
    if (product.has('*')) return [];
    const isRoute = file.startsWith('app/routes/');
    return [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !product.has(name) && !(isRoute && routeExports.test(name)))
      .map((name) => ({
        name: `${file} ${name}`,
        isTested: tests.has(name) || tests.has('*'),
        isUsedWithin: [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1,
      }));
  });
}

describe('the exports of the product', () => {
  const unimported = findUnimported();
  const unused = unimported.filter(({ isUsedWithin }) => !isUsedWithin);

  it('are all used', () => {
    expect(
      unused.filter(({ isTested }) => !isTested).map(({ name }) => name),
      'Use these exports or delete them',
    ).toEqual([]);
  });

  it('are imported elsewhere: what only its own file uses is not exported', () => {
    const needless = unimported.filter(({ isUsedWithin, isTested }) => isUsedWithin && !isTested);
    expect(
      needless.map(({ name }) => name),
      'Take `export` away from these: only their own file uses them',
    ).toEqual([]);
  });

  it('are used by the product, not by tests alone', () => {
    const tested = unused.filter(({ isTested }) => isTested).map(({ name }) => name);
    expectListed(tested, Object.keys(onlyForTests), {
      file: 'tests/unit/exports.test.ts',
      list: 'onlyForTests, if the tests cannot do without it',
      line: (name) => `'${name}': 'what the tests do with it',`,
    });
  });
});
