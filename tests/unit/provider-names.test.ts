import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const names = new Set(['stripe', 'paypal', 'Stripe', 'PayPal']);

/** Where code may know a provider: what connects them, and the doors that are a provider's own. */
const doors = [
  // Connects the floors, the sandbox's stand-ins among them.
  'app/program/server.ts',
  // Tells the sample year's purchases, as providers would.
  'stand-ins/sample-year/facts.ts',
  // The page's own script that the card provider's fields come by.
  'app/routes/checkout/card-form.tsx',
  'app/routes/checkout/confirm-payment.ts',
  'app/routes/checkout/stripe-appearance.ts',
  'app/routes/checkout/stripe-card-form.tsx',
  // The page's own script that PayPal's button comes by.
  'app/routes/checkout/paypal-buttons.tsx',
  // The addresses that providers send their events to.
  'app/routes/api/paypal-webhook.ts',
  'app/routes/api/stripe-webhook.ts',
];

/** Files whose code decides what the product does. */
const files = ['domain', 'routes', 'ui', 'emails', 'program', '.']
  .flatMap((floor) =>
    globSync(floor === '.' ? 'app/*.{ts,tsx}' : `app/${floor}/**/*.{ts,tsx}`, { cwd: root }),
  )
  .filter((file) => !/\.test\.tsx?$/.test(file) && !doors.includes(file));

/** Whether a text is compared, chosen by or handed on, and not shown: a word of a sentence is. */
const isShown = (node: ts.Node): boolean => ts.isJsxText(node) || ts.isJsxExpression(node.parent);

/** A column of users, by both its names: the account at PayPal that an affiliate enters to be paid. */
const asked = new Set(['paypalEmail', 'paypal_email']);

/** Where code decides by a provider's name, calls something by it, or takes what is one provider's own. */
function namesIn(file: string, code: string): string[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      const isModule = /platform\/(payments|settings)\/(stripe|paypal)|^stripe$|^@paypal/.test(node.text);
      if (isModule || (names.has(node.text) && !isShown(node))) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1} ${node.text}`);
      }
    }
    if (ts.isIdentifier(node) && /stripe|paypal/i.test(node.text) && !asked.has(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('code outside the platform and the sandbox', () => {
  it('names no provider: it asks what one can do', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(
      files.flatMap((file) => namesIn(file, readFileSync(join(root, file), 'utf8'))),
      'Ask what the provider can do (app/platform/payments/port.ts), or move this below app/platform/payments',
    ).toEqual([]);
  });

  it('is found where it does', () => {
    const paths = (code: string) => namesIn('x.tsx', code).map((place) => place.replace(/^\S+ /, ''));
    expect(paths("if (row.provider === 'paypal') stop();")).toEqual(['paypal']);
    expect(paths("const titles = { stripe: 'a', paypal: 'b' };")).toEqual(['stripe', 'paypal']);
    expect(paths("import { create } from '#app/platform/payments/stripe/stripe.server.ts';")).toHaveLength(1);
    expect(paths('const plan = product.paypalPlan; const mayPay = user.paypalEmail;')).toEqual([
      'paypalPlan',
    ]);
    expect(paths('const a = <p>Pay with PayPal</p>; const b = "by PayPal, or by card";')).toEqual([]);
  });
});
