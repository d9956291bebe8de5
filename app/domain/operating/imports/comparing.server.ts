import {
  addsCourses,
  begunCoursesOf,
  noteUnknownCourses,
} from '#app/domain/operating/imports/courses.server.ts';
import type { PersonData, ReadRow } from '#app/domain/operating/imports/isolated-tasks.ts';
import { findUnadopted } from '#app/domain/selling/adoption/unadopted.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { canOf } from '#app/platform/payments/port.ts';
import { keyedHashes } from '#app/platform/secrets/keyed-hash.server.ts';

/** What an account has of what a file may say. */
export interface PresentUser {
  id: string;
  email: string;
  name: string;
  phone: string;
  company: string;
  bio: string;
  contactEmail: string | null;
  role: string;
  assignedRole: string;
  commissionRate: number;
  passwordHash: string | null;
  /** Whether an import made the account and nobody has signed in to it yet. */
  isAwaited: boolean;
}

/** The accounts of some addresses, by address. One query. */
export async function presentUsers(
  db: Pick<Transaction['db'], 'user'>,
  emails: readonly string[],
): Promise<Map<string, PresentUser>> {
  const users = await db.user.findMany({
    where: { email: { in: [...emails] } },
    select: {
      id: true,
      email: true,
      name: true,
      phone: true,
      company: true,
      bio: true,
      contactEmail: true,
      role: true,
      assignedRole: true,
      commissionRate: true,
      passwordHash: true,
      importedPerson: { select: { isAwaited: true } },
    },
  });
  return new Map(
    users.map(({ importedPerson, ...user }) => [
      user.email,
      { ...user, isAwaited: importedPerson?.isAwaited ?? false },
    ]),
  );
}

/** What an account gets of a row: columns of users. */
type FilledIn = Partial<
  Pick<PresentUser, 'name' | 'phone' | 'company' | 'bio' | 'contactEmail' | 'passwordHash'>
>;

/**
 * What a row adds to an account: the import fills in what is empty and overwrites nothing. A password is only given to an account that an
 * import made and nobody has signed in to; where its owner is paid, to nobody who is here.
 */
export function filledIn(user: PresentUser, data: PersonData, passwordHash: string | null): FilledIn {
  if (user.role === 'admin') return {};
  const changes: FilledIn = {};
  for (const field of ['name', 'phone', 'company', 'bio', 'contactEmail'] as const)
    if (!user[field] && data[field]) changes[field] = data[field];
  if (passwordHash && user.isAwaited && user.passwordHash === null) changes.passwordHash = passwordHash;
  return changes;
}

const ranks = ['member', 'affiliate', 'reseller', 'pro_reseller'];

/** The role and rate of a row, where they are higher than those of an account, or of a new one without them. Nothing is ever lowered. */
export function raises(
  user: Pick<PresentUser, 'role' | 'assignedRole' | 'commissionRate'> | undefined,
  { role, commissionRate }: PersonData,
  usualRate: number,
): { role?: NonNullable<PersonData['role']>; commissionRate?: number } {
  if (user?.role === 'admin') return {};
  const isHigher = role !== undefined && ranks.indexOf(role) > ranks.indexOf(user?.assignedRole ?? 'member');
  const presentRate = user?.commissionRate ?? usualRate;
  return {
    ...(isHigher ? { role } : {}),
    ...(commissionRate !== undefined && commissionRate > presentRate ? { commissionRate } : {}),
  };
}

export interface ComparedRow extends ReadRow {
  /** They have a subscription at a provider that is not adopted. */
  isSubscribed: boolean;
  outcome: 'new' | 'present' | 'changed' | 'rejected';
  userId: string | null;
  isRaise: boolean;
}

const erased =
  'This person’s account was deleted and erased. If they ask to come back, they can sign up themselves';

/**
 * Compares rows of a file with the accounts here, and with the rows before them. Changes nothing.
 * @param usualRate the commission rate of an account that nobody has set one for, in percent
 */
export async function compareRows(
  importId: string,
  rows: readonly ReadRow[],
  usualRate: number,
): Promise<ComparedRow[]> {
  const emails = [...new Set(rows.filter(({ problem }) => problem === null).map(({ email }) => email))];
  const [users, earlier, erasedEmails] = [
    await presentUsers(prisma(), emails),
    await prisma().peopleImportRow.findMany({
      where: { importId, email: { in: emails }, outcome: { not: 'rejected' } },
      select: { email: true, number: true },
    }),
    await findErased(emails),
  ];
  const subscribers = await findUnadopted(emails);
  const withCourses = rows.flatMap(({ data, email }) => (data.courses ? (users.get(email)?.id ?? []) : []));
  const begun = withCourses.length > 0 ? await begunCoursesOf(prisma(), withCourses) : new Map();
  const numbers = new Map(earlier.map(({ email, number }) => [email, number]));
  return rows.map((row) => {
    const rejected = {
      ...row,
      outcome: 'rejected',
      userId: null,
      isRaise: false,
      isSubscribed: false,
    } as const;
    if (row.problem !== null) return rejected;
    const before = numbers.get(row.email);
    if (before !== undefined) return { ...rejected, problem: `Row ${before} has the same address` };
    numbers.set(row.email, row.number);
    const user = users.get(row.email);
    if (!user && erasedEmails.has(row.email)) return { ...rejected, problem: erased };
    noteUnknownCourses(row.data, row.notes);
    const subscribedAt = subscribers.get(row.email);
    const isSubscribed = subscribedAt !== undefined;
    if (isSubscribed)
      row.notes.push(`Subscribed at ${canOf(subscribedAt).title}, and the subscription is not adopted yet`);
    const isRaise = Object.keys(raises(user, row.data, usualRate)).length > 0;
    if (user) {
      const isChanged =
        Object.keys(filledIn(user, row.data, row.passwordHash)).length > 0 ||
        (user.role !== 'admin' && addsCourses(row.data, begun.get(user.id)));
      return { ...row, outcome: isChanged ? 'changed' : 'present', userId: user.id, isRaise, isSubscribed };
    }
    return { ...row, outcome: 'new', userId: null, isRaise, isSubscribed };
  });
}

/** Those of some addresses whose accounts were erased (P231). */
export async function findErased(emails: readonly string[]): Promise<Set<string>> {
  if ((await prisma().erasedAddress.findFirst({ select: { addressHash: true } })) === null) return new Set();
  const byHash = new Map(
    emails.flatMap((email) => keyedHashes('erased address', email).map((hash) => [hash, email] as const)),
  );
  const rows = await prisma().erasedAddress.findMany({ where: { addressHash: { in: [...byHash.keys()] } } });
  return new Set(rows.flatMap(({ addressHash }) => byHash.get(addressHash) ?? []));
}
