import { payableSql } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { type PayoutGroup, payoutGroups } from '#app/domain/programme/payouts/payout-groups.ts';
import { isReturned, type PayoutState, returnedStates } from '#app/domain/programme/payouts/states.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What can be done with several payouts at once: each is left out where it is not in a state for it. */
export const payoutActions = ['paid', 'cancel', 'retry'] as const;
export type PayoutAction = (typeof payoutActions)[number];

/** Payouts of the list: those with these numbers, or all that match its filter. */
export interface PayoutSelection {
  numbers: readonly number[] | null;
  group: PayoutGroup | null;
}

/** A payout that was chosen. Integer cents. */
export interface SelectedPayout {
  number: number;
  userId: string;
  userName: string;
  email: string;
  /** What the action is about: of a payout that is paid again, what would be paid now. */
  cents: number;
  currency: string;
  createdAt: Date;
}

/** What an action would do with the payouts that were chosen. */
interface PayoutCheck {
  ready: SelectedPayout[];
  /** Those that would not be changed, and why. */
  leftOut: { number: number; userName: string; why: string }[];
  /** Whether more were chosen than are taken at once. */
  isMore: boolean;
}

/** Which payouts a selection names, as a condition on `i`. */
export function selectionSql({ numbers, group }: PayoutSelection): Prisma.Sql {
  const states = group && payoutGroups[group].states;
  return Prisma.join(
    [
      numbers === null ? Prisma.sql`true` : Prisma.sql`i.number = ANY(${[...numbers]}::int[])`,
      ...(states ? [Prisma.sql`i.state = ANY(ARRAY[${Prisma.join([...states])}]::payout_state[])`] : []),
    ],
    ' AND ',
  );
}

/** States in which an action changes a payout. */
const statesFor = (action: PayoutAction): readonly PayoutState[] =>
  action === 'retry' ? returnedStates : ['requested'];

type Row = SelectedPayout & { state: PayoutState };

/**
 * What an action would do with chosen payouts, the latest first, at most `most` of them; of all that match a filter, those it could
 * change. Changes nothing. One query, and another for what would be paid again.
 */
export async function checkPayouts(
  actorId: string | null,
  action: PayoutAction,
  selection: PayoutSelection,
  most: number,
): Promise<PayoutCheck> {
  const states = [...statesFor(action)];
  const changeable =
    selection.numbers === null
      ? Prisma.sql`AND i.state = ANY(ARRAY[${Prisma.join(states)}]::payout_state[])`
      : Prisma.empty;
  const rows = await prisma().$queryRaw<Row[]>`
    SELECT i.number, i.user_id AS "userId", u.name AS "userName", i.email, i.amount_cents AS cents, i.currency, i.state::text,
      i.created_at AS "createdAt"
    FROM payout_items i JOIN users u ON u.id = i.user_id WHERE ${selectionSql(selection)} ${changeable}
    ORDER BY i.number DESC LIMIT ${most + 1}`;
  const selected = rows.slice(0, most);
  const payableCents = action === 'retry' ? await readPayable(selected) : new Map<string, number>();
  const ready: SelectedPayout[] = [];
  const leftOut: PayoutCheck['leftOut'] = [];
  for (const { state, ...payout } of selected) {
    const cents = action === 'retry' ? payableCents.get(payout.userId) : payout.cents;
    const isAgain = action === 'retry' && ready.some(({ userId }) => userId === payout.userId);
    const why = obstacleOf({ action, state, cents, isAgain, isOwn: payout.userId === actorId });
    if (why === null) ready.push({ ...payout, cents: cents ?? 0 });
    else leftOut.push({ number: payout.number, userName: payout.userName, why });
  }
  return { ready, leftOut, isMore: rows.length > most };
}

interface Circumstances {
  action: PayoutAction;
  state: PayoutState;
  /** Undefined where nothing can be paid. */
  cents: number | undefined;
  isAgain: boolean;
  isOwn: boolean;
}

/** Why an action would leave a payout as it is; null where it would change it. */
function obstacleOf({ action, state, cents, isAgain, isOwn }: Circumstances): string | null {
  if (isOwn) return 'It is your own: another admin has to see to it.';
  if (action !== 'retry')
    return state === 'requested' ? null : 'It has been handed over, or is settled already.';
  if (!isReturned(state)) return 'It did not come back.';
  if (isAgain) return 'Another payout to the same person is chosen, which pays all that is approved.';
  return cents === undefined ? 'Nothing can be paid to this person now.' : null;
}

/** What paying those people again would pay each, in integer cents, by user id. */
async function readPayable(payouts: readonly Row[]): Promise<Map<string, number>> {
  const ids = payouts.filter(({ state }) => isReturned(state)).map(({ userId }) => userId);
  if (ids.length === 0) return new Map();
  const sums = await prisma().$queryRaw<{ id: string; cents: number }[]>`
    WITH ${payableSql(Prisma.sql`${[...new Set(ids)]}::uuid[]`, now())} SELECT user_id AS id, cents FROM sums`;
  return new Map(sums.map(({ id, cents }) => [id, cents]));
}
