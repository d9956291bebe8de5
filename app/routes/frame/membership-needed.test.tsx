import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { wayIn } from '#app/routes/frame/way-in.ts';

const pausedUntil = new Date('2027-01-10T10:00:00Z');

const shownTo = (viewer: Parameters<typeof wayIn>[0]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MembershipNeeded way={wayIn(viewer, 'usd')} />
    </MemoryRouter>,
  );

it('leads whoever has paused to resuming, and nobody else', () => {
  const paused = shownTo({ hasMembership: false, pausedUntil });
  expect(paused).toContain('closed while your membership is paused');
  expect(paused).toContain('href="/profile/billing"');
  expect(paused).not.toContain('Checkout');
  // Something else gives it meanwhile, such as a gift.
  for (const viewer of [
    null,
    { hasMembership: false, pausedUntil: null },
    { hasMembership: true, pausedUntil },
  ])
    expect(shownTo(viewer)).toContain('href="/checkout"');
});
