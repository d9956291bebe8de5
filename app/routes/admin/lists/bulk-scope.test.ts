import { describe, expect, it } from 'vitest';
import { idOfKey, keyOfId, readBulkScope, refuseMore, tickedIn } from '#app/routes/admin/lists/bulk-scope.ts';

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const id = 'b5a1cf7e-8f0b-4a1c-9d52-0f1b8d3c7e11';

describe('which rows a bulk form is about', () => {
  it('are those that were ticked', () => {
    expect(readBulkScope(formOf({ intent: 'close', row_1001: 'on', row_1002: 'on', rows: 'on' }))).toEqual({
      keys: ['1001', '1002'],
    });
  });

  it('are all that match, where that is asked for in the exact word', () => {
    expect(readBulkScope(formOf({ all: 'yes', matching: '7', row_1: 'on' }))).toEqual({ matching: 7 });
    expect(readBulkScope(formOf({ all: 'no', matching: '7', row_1: 'on' }))).toEqual({ keys: ['1'] });
  });

  it('are none without a tick, which is refused', () => {
    expect(() => readBulkScope(formOf({ intent: 'close', matching: '7' }))).toThrow(/Select at least one/);
  });

  it('are not more than were seen', () => {
    expect(() => refuseMore({ matching: 7 }, { count: 7 })).not.toThrow();
    for (const matching of [6, Number.NaN, 7.5, Infinity, Number('x')])
      expect(() => refuseMore({ matching }, { count: 7 }), String(matching)).toThrow(/More rows match/);
  });

  it('keep their ticks where the form is refused', () => {
    const lastResult = { initialValue: { row_1: 'on', tag: '' } };
    expect([...tickedIn({ lastResult })]).toEqual(['1']);
    expect(tickedIn(undefined).size).toBe(0);
  });

  it('are known by their ids without dashes', () => {
    expect(idOfKey(keyOfId(id))).toBe(id);
    for (const odd of ['', 'x', '1001', `${keyOfId(id)}0`, keyOfId(id).toUpperCase()])
      expect(idOfKey(odd)).toBe(odd);
  });
});
