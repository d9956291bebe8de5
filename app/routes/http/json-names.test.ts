import { describe, expect, it } from 'vitest';
import { hasRepeatedName } from '#app/routes/http/json-names.ts';

describe('hasRepeatedName', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '{"a":1,"b":2}',
    '{"a":"a","b":"a"}',
    '{"a":{"a":1},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":["a","a","b"],"b":["a"]}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":"{","a{":1}',
    '{"a\\\\":1,"a":2}',
    '{"A":1,"a":2}',
  ])('is false for %s', (json) => {
    JSON.parse(json);
    expect(hasRepeatedName(json)).toBe(false);
  });

  it.each([
    '{"a":1,"a":2}',
    '{ "a" : 1 , "b" : 2 , "a" : 1 }',
    '{"a":1,"\\u0061":2}',
    '{"x":{"a":1,"a":2}}',
    '[{"a":1},{"b":[],"b":{}}]',
    '{"a":[{"b":1}],"a":[]}',
    '{"":1,"":2}',
    '{"__proto__":1,"__proto__":2}',
  ])('is true for %s', (json) => {
    JSON.parse(json);
    expect(hasRepeatedName(json)).toBe(true);
  });
});
