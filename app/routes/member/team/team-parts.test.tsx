import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { HeldSeats } from '#app/routes/member/team/held-seats.tsx';
import { SeatPlanCard } from '#app/routes/member/team/seat-plan-card.tsx';
import { SeatTable } from '#app/routes/member/team/seat-table.tsx';
import { TeamCard } from '#app/routes/member/team/team-card.tsx';

const at = new Date('2026-11-10T10:00:00Z');
const path = '/profile/team';

const textOf = (part: ReactNode) =>
  renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const team = {
  isOpen: true,
  isEnding: false,
  quantity: 3,
  takenCount: 1,
  freeCount: 2,
  hasOwnSeat: false,
  price: '$90 a month',
  planned: null,
};

it('the card of a team says what is free, and what fewer seats mean', () => {
  expect(textOf(<TeamCard path={path} team={team} />)).toContain('Take a seat yourself');
  const planned = textOf(<TeamCard path={path} team={{ ...team, planned: { from: 5, until: at } }} />);
  expect(planned).toContain('You chose 3 seats in place of 5');
  const closed = textOf(
    <TeamCard path={path} team={{ ...team, isOpen: false, takenCount: 4, freeCount: 0 }} />,
  );
  expect(closed).toContain('The seats give nothing at the moment');
  expect(closed).toContain('More people have a seat than you pay for');
  expect(closed).not.toContain('Take a seat yourself');
});

it('the list shows no progress that is not shared, and no name of somebody who has not joined', () => {
  const seat = { isOwn: false, sentAt: at, createdAt: at };
  const text = textOf(
    <SeatTable
      path={path}
      isOpen
      seats={[
        {
          ...seat,
          id: '1',
          name: 'Ada Example',
          invitedEmail: null,
          state: 'active',
          joinedAt: at,
          expiresAt: null,
          progress: { finishedCount: 2, percentDone: 34 },
        },
        {
          ...seat,
          id: '2',
          name: 'Bo Example',
          invitedEmail: null,
          state: 'active',
          joinedAt: at,
          expiresAt: null,
          progress: null,
        },
        {
          ...seat,
          id: '3',
          name: null,
          invitedEmail: 'someone@example.com',
          state: 'invited',
          joinedAt: null,
          expiresAt: at,
          progress: null,
        },
      ]}
    />,
  );
  expect(text).toContain('34%, 2 courses finished');
  expect(text.match(/Private/g)).toHaveLength(1);
  expect(text).toContain('someone@example.com');
});

it('a seat says whether its owner sees any progress', () => {
  const seat = { id: '1', ownerName: 'Ada Example', joinedAt: at, isOpen: true, isOwn: false };
  expect(textOf(<HeldSeats path={path} seats={[{ ...seat, sharedAt: null }]} />)).toContain(
    'Your progress is private.',
  );
  expect(textOf(<HeldSeats path={path} seats={[{ ...seat, sharedAt: at }]} />)).toContain(
    'Stop sharing my progress',
  );
  expect(textOf(<HeldSeats path={path} seats={[{ ...seat, sharedAt: null, isOwn: true }]} />)).toBe('');
  const toSeller = textOf(<HeldSeats path={path} seats={[{ ...seat, sharedAt: null }]} earns />);
  expect(toSeller).toContain('A seat doesn’t count as one');
});

it('another number of seats says what is paid now, and what from then on', () => {
  const price = { totalCents: 15_000, currency: 'usd', interval: 'month' };
  const preview = { dueCents: 5_950, taxCents: 0, balanceCents: 0, currency: 'usd', prorationAt: at };
  const more = textOf(<SeatPlanCard plan={{ kind: 'more', seats: 5, from: 3, price, preview }} />);
  expect(more).toContain('To pay now $59.50');
  expect(more).toContain('all seats cost $150 a month');
  const fewer = textOf(<SeatPlanCard plan={{ kind: 'fewer', seats: 5, from: 6, price, at }} />);
  expect(fewer).toContain('What you have paid is not credited.');
});
