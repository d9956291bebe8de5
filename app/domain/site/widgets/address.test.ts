import { describe, expect, it } from 'vitest';
import { readWidgetPath, widgetPath } from '#app/domain/site/widgets/address.server.ts';
import { type Widget, widgetKinds, widgetSchema } from '#app/domain/site/widgets/widget.ts';

Object.assign(process.env, { DATABASE_URL: 'postgresql://nowhere/nothing', DEMO: 'true' });

const readPath = (path: string) => {
  const url = new URL(path, 'https://site.example');
  return readWidgetPath(url.pathname.split('/').at(-1) ?? '', url.searchParams);
};

const widget: Widget = { kind: 'courses', theme: 'dark', accent: 'rose', count: 3, ref: 'ada-1' };
const path = widgetPath(widget);

describe('the address of a widget', () => {
  it.each(widgetKinds)('names it, and is read again: %s', (kind) => {
    const usual = widgetSchema.parse({ kind });
    expect(readPath(widgetPath(usual))).toEqual(usual);
  });

  it.each([
    ['another parameter', path.replace('count=3', 'count=12')],
    ['another kind', path.replace('/courses?', '/price?')],
    ['a kind that there is not', path.replace('/courses?', '/__proto__?')],
    ['another affiliate', path.replace('ada-1', 'eve-1')],
    ['one more parameter', `${path}&x=1`],
    ['a parameter twice', path.replace('count=3', 'count=3&count=12')],
    ['another order', path.replace('theme=dark&accent=rose', 'accent=rose&theme=dark')],
    ['no parameter', path.replace(/\?.*sig=/, '?sig=')],
    ['another signature', path.replace(/sig=./, 'sig=~')],
    ['a short signature', path.slice(0, -1)],
    ['no signature', path.replace(/&sig=.*/, '')],
    ['nothing', '/widgets/courses'],
  ])('is refused with %s', (_, changed) => {
    expect(changed).not.toBe(path);
    expect(readPath(changed)).toBeNull();
  });
});

it('reads how many courses are shown as people write numbers', () => {
  const read = (count: string) => widgetSchema.safeParse({ kind: 'courses', count });
  for (const typed of [' 5 ', '５', '٥', '5.0']) expect(read(typed).data?.count).toBe(5);
  for (const typed of ['0x5', '1.000', '2.5', 'five'])
    expect(read(typed).error?.issues[0]?.message).toContain(`"${typed}"`);
});
