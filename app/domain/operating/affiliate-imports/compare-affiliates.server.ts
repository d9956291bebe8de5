import {
  type AffiliateData,
  type AffiliateRow,
  codesOf,
} from '#app/domain/operating/affiliate-imports/read-rows.ts';
import { findErased } from '#app/domain/operating/imports/comparing.server.ts';
import { openingBalancesOf } from '#app/domain/programme/commissions/opening-balances.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';

/** A row with what would become of it. */
export interface ComparedAffiliateRow extends AffiliateRow {
  outcome: 'new' | 'present' | 'changed' | 'rejected';
  userId: string | null;
  notes: string[];
  /** Whether its rate is higher than the person would have without it. */
  isRaise: boolean;
  /** The opening balance that it would add, in cents. */
  addsCents: number;
}

/** The rows of the file before this one, by their addresses and codes. */
export interface RowsBefore {
  emails: Map<string, number>;
  codes: Map<string, number>;
}

/** Somebody as affiliates are compared with. */
export interface PresentAffiliate {
  id: string;
  email: string;
  name: string;
  role: string;
  assignedRole: string;
  commissionRate: number;
  paypalEmail: string | null;
  openingCents: number;
}

type Db = Pick<Transaction['db'], 'user' | 'commission' | 'affiliateCode'>;

/** The accounts of some addresses, by address. Two queries. */
export async function presentAffiliates(
  db: Db,
  emails: readonly string[],
): Promise<Map<string, PresentAffiliate>> {
  const users = await db.user.findMany({
    where: { email: { in: [...emails] } },
    select: {
      id: true,
      email: true,
      name: true,
      role: true,
      assignedRole: true,
      commissionRate: true,
      paypalEmail: true,
    },
  });
  const balances = await openingBalancesOf(
    db,
    users.map(({ id }) => id),
  );
  return new Map(users.map((user) => [user.email, { ...user, openingCents: balances.get(user.id) ?? 0 }]));
}

/** Whose some codes are: by the user names and the codes of other systems that are here. Two queries. */
export async function ownersOfCodes(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const [users, known] = [
    await db.user.findMany({ where: { username: { in: [...codes] } }, select: { id: true, username: true } }),
    await db.affiliateCode.findMany({
      where: { code: { in: [...codes] } },
      select: { code: true, userId: true },
    }),
  ];
  return new Map([
    ...known.map(({ code, userId }) => [code, userId] as const),
    ...users.map(({ id, username }) => [username, id] as const),
  ]);
}

/**
 * The rate that somebody gets by a row: of those who become affiliates by it the file's, of affiliates a higher one only. Null where it
 * stays as it is. A rate above `usualRate`, or above one's own, is a raise, and is given only where that was asked for.
 */
export function rateBy(
  user: Pick<PresentAffiliate, 'assignedRole' | 'commissionRate'> | undefined,
  { ratePercent }: AffiliateData,
  usualRate: number,
): { rate: number | null; isRaise: boolean } {
  const joins = user === undefined || user.assignedRole === 'member';
  const base = joins ? usualRate : user.commissionRate;
  if (ratePercent === undefined) return { rate: joins ? usualRate : null, isRaise: false };
  if (ratePercent > base) return { rate: ratePercent, isRaise: true };
  return { rate: joins ? ratePercent : null, isRaise: false };
}

/** Compares rows of affiliates with what is here, and with the rows before them. Changes nothing. */
export async function compareAffiliates(
  rows: readonly AffiliateRow[],
  before: RowsBefore,
  usualRate: number,
): Promise<ComparedAffiliateRow[]> {
  const readable = rows.filter(({ problem }) => problem === null);
  const emails = readable.map(({ email }) => email);
  const [users, owners, erased] = [
    await presentAffiliates(prisma(), emails),
    await ownersOfCodes(
      prisma(),
      readable.flatMap(({ data }) => codesOf(data)),
    ),
    await findErased(emails),
  ];
  return rows.map((row) => {
    const user = users.get(row.email);
    const rejected = (problem: string): ComparedAffiliateRow => ({
      ...row,
      problem,
      outcome: 'rejected',
      userId: null,
      notes: [],
      isRaise: false,
      addsCents: 0,
    });
    if (row.problem !== null) return rejected(row.problem);
    const problem = problemOf(row, user, { before, owners, erased });
    if (problem !== null) return rejected(problem);
    before.emails.set(row.email, row.number);
    for (const code of codesOf(row.data)) before.codes.set(code, row.number);
    return { ...row, userId: user?.id ?? null, ...effectOf(row, user, owners, usualRate) };
  });
}

function problemOf(
  { email, data }: AffiliateRow,
  user: PresentAffiliate | undefined,
  {
    before,
    owners,
    erased,
  }: { before: RowsBefore; owners: ReadonlyMap<string, string>; erased: ReadonlySet<string> },
): string | null {
  const sameEmail = before.emails.get(email);
  if (sameEmail !== undefined)
    return codesOf(data).length === 0
      ? `Row ${sameEmail} has the same address`
      : `Row ${sameEmail} has the same address. Put all codes of an affiliate into one row, with commas between them`;
  if (erased.has(email))
    return 'This person’s account was deleted and erased. If they come back, they can join themselves';
  if (user?.role === 'admin') return 'This is an admin’s account';
  for (const code of codesOf(data)) {
    const sameCode = before.codes.get(code);
    if (sameCode !== undefined) return `Row ${sameCode} has the same code`;
    const owner = owners.get(code);
    if (owner !== undefined && owner !== user?.id) return 'Somebody else here has this code';
  }
  return null;
}

/** What a row would change, and what of it is left out. */
function effectOf(
  { data }: AffiliateRow,
  user: PresentAffiliate | undefined,
  owners: ReadonlyMap<string, string>,
  usualRate: number,
): Pick<ComparedAffiliateRow, 'outcome' | 'notes' | 'isRaise' | 'addsCents'> {
  const { isRaise } = rateBy(user, data, usualRate);
  const notes: string[] = [];
  if (isRaise) notes.push(`The rate of ${data.ratePercent}% is a raise: it is given only if you choose to`);
  const hasBalance = (user?.openingCents ?? 0) !== 0;
  const addsCents = hasBalance ? 0 : (data.balanceCents ?? 0);
  if (hasBalance && data.balanceCents !== undefined && data.balanceCents !== user?.openingCents)
    notes.push('There is an opening balance already, so this one is left out');
  if (!user) return { outcome: 'new', notes, isRaise, addsCents };
  const isChanged =
    user.assignedRole === 'member' ||
    addsCents !== 0 ||
    codesOf(data).some((code) => !owners.has(code)) ||
    (data.paypalEmail !== undefined && !user.paypalEmail);
  return { outcome: isChanged ? 'changed' : 'present', notes, isRaise, addsCents };
}
