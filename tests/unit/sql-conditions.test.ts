import { expect, it } from 'vitest';
import { conditionsOf } from '#tests/mutation/sql-conditions.ts';

const textsOf = (sql: string) => conditionsOf(sql).map(({ start, end }) => sql.slice(start, end).trim());

it('mutation testing finds each condition of a query, and nothing else', () => {
  expect(
    textsOf(`SELECT a, CASE WHEN b AND c THEN 'x AND y' END FROM t JOIN u ON u.id = t.id AND u.live
      WHERE t.id = 1 AND t.at BETWEEN 2 AND 3 AND (t.x IS NULL OR t.x > now()) -- AND so on
        AND EXISTS (SELECT 1 FROM v WHERE v.id = t.id AND NOT v.gone)
      ORDER BY a LIMIT 1`),
  ).toEqual([
    'c',
    'u.live',
    't.id = 1',
    't.at BETWEEN 2 AND 3',
    '(t.x IS NULL OR t.x > now()) -- AND so on',
    'EXISTS (SELECT 1 FROM v WHERE v.id = t.id AND NOT v.gone)',
    'v.id = t.id',
    'NOT v.gone',
  ]);
  expect(textsOf('UPDATE t SET a = 1 WHERE id = 2 RETURNING a')).toEqual(['id = 2']);
  expect(textsOf('INSERT INTO t (a, b) VALUES (1, 2)')).toEqual([]);
});
