import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// Rules know products by their data (what they give, their interval, who earns on them), so that an operator can add others. Pages and
// texts of the specification may name its products.

/** Rooms whose rules hold for every product. */
const rules = [
  'app/domain/core/{access,activity,audit,notifications}/**/*.ts',
  'app/domain/selling/**/*.ts',
  'app/domain/programme/**/*.ts',
  'app/domain/people/**/*.ts',
  'app/domain/operating/**/*.ts',
  'app/platform/payments/**/*.ts',
  'app/routes/api/**/*.ts',
];

const constants = /\b(?:membership|ebook|resellerProgramme|resellerPro|resellerProFree3)\b/;
const imports = /import \{([^}]*)\} from '#app\/domain\/core\/catalogue\/(?:specified-)?products\.ts'/g;
/** A product's key beside what holds one: a column, a property, an argument of the lookups. */
const comparisons =
  /\bproduct(?:Key|"|\))?\s*(?:===|!==|=|<>|IN \()\s*['"](?:membership|ebook|reseller\w*)['"]|\b(?:productOf|keysLike)\(['"]/g;
const onlyKeys = /['"](?:reseller_programme|reseller_pro_free3)['"]/g;

/** Where a text names a product. */
function namesIn(text: string): string[] {
  const imported = [...text.matchAll(imports)].flatMap(([, names = '']) => constants.exec(names)?.[0] ?? []);
  return [...imported, ...[...text.matchAll(comparisons), ...text.matchAll(onlyKeys)].map(([name]) => name)];
}

describe('rules', () => {
  it('name no product', () => {
    const files = globSync(rules).filter((file) => !file.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(200);
    const named = files.flatMap((file) =>
      namesIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
    );
    expect(
      named,
      'Ask what a product gives or costs (app/domain/core/catalogue/product.ts), not which one it is',
    ).toEqual([]);
  });

  it.each([
    "import { ebook } from '#app/domain/core/catalogue/products.ts'",
    "if (payment.product === 'membership') return;",
    "WHERE p.product = 'ebook'",
    "AND c.snapshot ->> 'product' = 'reseller_programme'",
    "WHERE p.product IN ('membership', 'ebook')",
    "productOf('membership')",
  ])('would be caught naming one: %s', (text) => {
    expect(namesIn(text)).not.toEqual([]);
  });
});
