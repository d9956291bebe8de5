import { describe, expect, it } from 'vitest';
import { unreadParameters, viewAddress, viewQuery } from '#app/routes/admin/lists/view-queries.ts';

describe('what a view keeps of an address', () => {
  it('is what narrows and sorts the list, in one order, and nothing else', () => {
    expect(viewQuery('users', '?sort=name&role=affiliate&after=x&opened=1&q=&page=2')).toBe(
      'role=affiliate&sort=name',
    );
    expect(viewQuery('users', '?q=%20a%26b%20')).toBe('q=a%26b');
    expect(viewQuery('payouts', '?role=affiliate')).toBe('');
  });

  it('leads back there, with the view; a list that there is no more leads nowhere', () => {
    const id = '0190aaaa-0000-7000-8000-000000000000';
    expect(viewAddress({ id, list: 'tickets', query: 'view=mine' })).toBe(
      `/admin/support?view=mine&opened=${id}`,
    );
    for (const list of ['', 'orders', '__proto__', 'constructor'])
      expect(viewAddress({ id, list, query: '' }), list).toBeNull();
  });
});

it('filters of a view that its list does not follow are named, until they are taken out of the address', () => {
  const view = { query: 'role=wizard&plan=none&color=red' };
  expect(unreadParameters(view, '?role=wizard&plan=none&color=red', ['plan'])).toEqual(['role', 'color']);
  expect(unreadParameters(view, '?plan=none', ['plan'])).toEqual([]);
});
