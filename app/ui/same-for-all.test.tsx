import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageContext, type PageInfo } from '#app/ui/page-context.ts';
import { PageHtml } from '#app/ui/page-html.tsx';
import { SameForAll } from '#app/ui/same-for-all.tsx';

const page = (info: PageInfo, render: () => void) =>
  renderToString(
    <PageContext value={info}>
      <SameForAll as="ul" name="list" className="grid">
        {() => {
          render();
          return (
            <>
              <li>
                {'one'} {'&'} {2}
              </li>
              <li title={'"'}>three</li>
            </>
          );
        }}
      </SameForAll>
    </PageContext>,
  );

it('has the markup that browsers hydrate, and is rendered once where it is kept', () => {
  const markups = new Map<string, string>();
  const renderOnce: PageInfo['renderOnce'] = (name, children) => {
    const markup = markups.get(name) ?? renderToString(children());
    markups.set(name, markup);
    return markup;
  };
  let renderings = 0;
  const count = () => {
    renderings += 1;
  };
  const plain = page({ runsReact: true }, count);
  expect(plain).toBe(
    '<ul class="grid"><li>one<!-- --> <!-- -->&amp;<!-- --> <!-- -->2</li><li title="&quot;">three</li></ul>',
  );
  renderings = 0;
  expect([
    page({ runsReact: true, renderOnce }, count),
    page({ runsReact: true, renderOnce }, count),
  ]).toEqual([plain, plain]);
  expect(renderings).toBe(1);
});

it('has what differs put into its places, whatever that reads', () => {
  const markups = new Map<string, string>();
  const renderOnce: PageInfo['renderOnce'] = (name, children) => {
    const markup = markups.get(name) ?? renderToString(children());
    markups.set(name, markup);
    return markup;
  };
  const header = (info: PageInfo, places: { name: string; count: string }) =>
    renderToString(
      <PageContext value={info}>
        <SameForAll name="header" places={places}>
          {({ name, count }) => (
            <>
              {'<!--name-->'}
              <PageHtml html={count} />
              <PageHtml html={name} />
            </>
          )}
        </SameForAll>
      </PageContext>,
    );
  const odd = ['Ada', '<!--count-->', '<!--name-->', '<!--constructor-->', "$& $1 $` $' $<name>", ''];
  for (const name of odd)
    for (const info of [{ runsReact: true }, { runsReact: true, renderOnce }])
      expect(header(info, { name, count: '<u>3</u>' })).toBe(
        `<div>&lt;!--name--&gt;<div><u>3</u></div><div>${name}</div></div>`,
      );
  expect(markups.size).toBe(1);
});
