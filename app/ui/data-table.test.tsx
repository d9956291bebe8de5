import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { type Column, DataTable } from '#app/ui/data-table.tsx';

interface Person {
  id: number;
  name: string;
  cents: number;
}

const columns: Column<Person>[] = [
  { label: 'Name', sort: { to: '?sort=name', direction: 'ascending' }, cell: ({ name }) => name },
  {
    label: 'Owes',
    isFigure: true,
    className: ({ cents }) => (cents < 0 ? 'text-danger' : ''),
    cell: ({ cents }) => cents,
  },
  { label: 'What to do', isHidden: true, cell: ({ id }) => <button type="submit">Pay {id}</button> },
  { label: 'Secret', isShown: false, cell: () => 'never' },
];

const rows = [
  { id: 1, name: 'Ada', cents: 5 },
  { id: 2, name: 'Bo', cents: -5 },
];

function render() {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <DataTable caption="People" rows={rows} keyOf={({ id }) => id} columns={columns} />,
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

describe('a table', () => {
  it('heads each row with its first cell, and names the others after their column', () => {
    const html = render();
    expect(html).toContain('<th scope="row">Ada</th><td data-label="Owes" class="is-figure">5</td>');
    expect(html).toContain('<td data-label="Owes" class="is-figure text-danger">-5</td>');
  });

  it('hides the heading of a column of buttons from sight only, and does not repeat it in the cells', () => {
    const html = render();
    expect(html).toContain('<span class="sr-only">What to do</span>');
    expect(html).toContain('<td><button type="submit">Pay 1</button></td>');
  });

  it('says which column it is sorted by, and leaves out columns that are not shown', () => {
    const html = render();
    expect(html).toContain('aria-sort="ascending"');
    expect(html).not.toMatch(/Secret|never/);
  });
});
