import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import Stripe from 'stripe';
import { createGenerator } from 'ts-json-schema-generator';

const typesFile = join(import.meta.dirname, 'stripe-request-types.ts');
const root = join(import.meta.dirname, '../..');

type Schema = Record<string, unknown>;

/** Stripe's lists of words are open, for words to come: those of today are what a request may say. */
function closeLists(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeLists);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closeLists(value)]),
  ) as Schema;
  const { anyOf } = closed;
  if (!Array.isArray(anyOf)) return closed;
  const isWord = (part: Schema) =>
    Array.isArray(part.enum) || (part.const !== undefined && part.const !== '');
  const isAnyText = (part: Schema) => part.type === 'string' && !part.enum && part.const === undefined;
  return anyOf.some(isWord) ? { ...closed, anyOf: anyOf.filter((part) => !isAnyText(part)) } : closed;
}

/** The JSON schema of all calls, from the types of Stripe's package: made once for each version of it and of our list. */
function requestSchema(): Schema {
  const hash = createHash('sha256').update(readFileSync(typesFile)).update(Stripe.PACKAGE_VERSION);
  const folder = join(root, 'node_modules/.cache');
  const file = join(folder, `stripe-requests-${hash.digest('hex').slice(0, 16)}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Schema;
  } catch {
    const generator = createGenerator({
      path: typesFile,
      tsconfig: join(root, 'tsconfig.json'),
      type: 'StripeRequests',
      skipTypeCheck: true,
      expose: 'none',
      topRef: false,
      jsDoc: 'none',
    });
    const schema = closeLists(generator.createSchema('StripeRequests')) as Schema;
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(schema));
    return schema;
  }
}

/** Checks of each call, by method and address as `stripe-request-types.ts` names them. On the wire every value is text. */
export function requestChecks(): Map<string, ValidateFunction> {
  const ajv = new Ajv({ coerceTypes: true, strict: false, allErrors: true });
  const schema = requestSchema();
  const { properties, definitions = {} } = schema as {
    properties: Record<string, Schema>;
    definitions?: Schema;
  };
  return new Map(
    Object.entries(properties).map(([call, part]) => [call, ajv.compile({ ...part, definitions })]),
  );
}
