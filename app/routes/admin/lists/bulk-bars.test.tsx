import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SuppressionActions } from '#app/routes/admin/letters/suppression-actions.tsx';
import { TicketActions } from '#app/routes/admin/support/ticket-actions.tsx';
import { UserActions } from '#app/routes/admin/users/user-actions.tsx';

const list = { rows: [], matching: { count: 41, isMore: false }, search: '' };
const replyWith = (field: string) => ({
  lastResult: { status: 'error' as const, error: { [field]: ['No'] }, initialValue: { all: 'yes' } },
});
const allBox = (bar: React.ReactElement) =>
  /<input[^>]*name="all"[^>]*>/.exec(renderToStaticMarkup(bar))?.[0];

describe.each([
  [
    'users',
    'tag',
    (field: string) => (
      <UserActions {...list} isGuess={false} maySetStatus exports={null} reply={replyWith(field)} />
    ),
  ],
  [
    'tickets',
    'assignee',
    (field: string) => <TicketActions {...list} team={[]} own="x" reply={replyWith(field)} />,
  ],
  [
    'suppressed addresses',
    'why',
    (field: string) => <SuppressionActions {...list} reply={replyWith(field)} />,
  ],
])('the bulk bar of %s', (_, field, barWith) => {
  it('keeps the choice of all that match where a field of it is refused', () => {
    expect(allBox(barWith(field))).toContain('checked');
  });

  it('asks for that choice again where more match than were seen', () => {
    expect(allBox(barWith(''))).not.toContain('checked');
  });
});
