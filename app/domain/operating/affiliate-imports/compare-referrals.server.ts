import type {
  ComparedAffiliateRow,
  RowsBefore,
} from '#app/domain/operating/affiliate-imports/compare-affiliates.server.ts';
import { ownersOfCodes } from '#app/domain/operating/affiliate-imports/compare-affiliates.server.ts';
import type { AffiliateRow } from '#app/domain/operating/affiliate-imports/read-rows.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** A customer as referrals are compared with. */
interface Customer {
  id: string;
  email: string;
  referredById: string | null;
  hasPaid: boolean;
}

async function customersOf(emails: readonly string[]): Promise<Map<string, Customer>> {
  const users = await prisma().user.findMany({
    where: { email: { in: [...emails] } },
    select: { id: true, email: true, referredById: true, payments: { select: { id: true }, take: 1 } },
  });
  return new Map(
    users.map(({ payments, ...user }) => [user.email, { ...user, hasPaid: payments.length > 0 }]),
  );
}

/**
 * The addresses of customers whom a file names by their ID at the payment provider: of those who have paid here or were adopted, or whose
 * subscription was read to be. Two queries, and none where no ID is named.
 */
async function emailsOfCustomers(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const user = { select: { email: true } };
  const where = { customerId: { in: [...ids] } };
  const read = await prisma().foreignSubscription.findMany({
    where: { ...where, userId: { not: null } },
    select: { customerId: true, user },
  });
  const customers = await prisma().providerCustomer.findMany({ where, select: { customerId: true, user } });
  return new Map(
    [...read, ...customers].flatMap(({ customerId, user: owner }) =>
      customerId && owner ? [[customerId, owner.email] as const] : [],
    ),
  );
}

/** Affiliates by what a file calls them: their code, their user name or their address. */
async function affiliatesCalled(names: readonly string[]): Promise<Map<string, string>> {
  const users = await prisma().user.findMany({
    where: { email: { in: [...names] } },
    select: { id: true, email: true },
  });
  return new Map([
    ...users.map(({ id, email }) => [email, id] as const),
    ...(await ownersOfCodes(prisma(), names)),
  ]);
}

/** Compares rows of customers and whose they are with what is here, and with the rows before them. Changes nothing. */
export async function compareReferrals(
  typedRows: readonly AffiliateRow[],
  before: RowsBefore,
): Promise<ComparedAffiliateRow[]> {
  const emails = await emailsOfCustomers(typedRows.flatMap(({ data }) => data.customerId ?? []));
  const rows = typedRows.map((row): AffiliateRow => {
    const { customerId } = row.data;
    if (row.problem !== null || customerId === undefined) return row;
    const email = emails.get(customerId);
    return email === undefined
      ? {
          ...row,
          problem: 'Nobody here is this customer at the payment provider. Look up subscriptions first',
        }
      : { ...row, email };
  });
  const readable = rows.filter(({ problem }) => problem === null);
  const customers = await customersOf(readable.map(({ email }) => email));
  const affiliates = await affiliatesCalled([
    ...new Set(readable.flatMap(({ data }) => data.affiliate ?? [])),
  ]);
  const roles = await prisma().user.findMany({
    where: { id: { in: [...new Set(affiliates.values())] } },
    select: { id: true, role: true, referredById: true },
  });
  const facts = new Map(roles.map(({ id, ...rest }) => [id, rest]));
  return rows.map((row) => {
    const base = { ...row, userId: null, notes: [], isRaise: false, addsCents: 0 };
    const customer = customers.get(row.email);
    const affiliateId = affiliates.get(row.data.affiliate ?? '');
    const affiliate = facts.get(affiliateId ?? '');
    const sameEmail = before.emails.get(row.email);
    const problem =
      row.problem ??
      (sameEmail === undefined ? null : `Row ${sameEmail} has the same customer`) ??
      problemOf(customer, affiliateId, affiliate);
    if (problem !== null) return { ...base, problem, outcome: 'rejected' };
    before.emails.set(row.email, row.number);
    const isSame = customer?.referredById === affiliateId;
    return { ...base, userId: customer?.id ?? null, outcome: isSame ? 'present' : 'changed' };
  });
}

function problemOf(
  customer: Customer | undefined,
  affiliateId: string | undefined,
  affiliate: { role: string; referredById: string | null } | undefined,
): string | null {
  if (!customer) return 'This customer has no account here. Import your people first';
  if (!affiliateId || !affiliate)
    return 'Nobody here has this affiliate code or address. Import your affiliates first';
  if (customer.id === affiliateId) return 'Nobody can be their own referral';
  if (customer.referredById === affiliateId) return null;
  if (customer.referredById !== null) return 'This customer belongs to another affiliate here, for good';
  if (affiliate.role === 'member')
    return 'This person is not an affiliate here. Import your affiliates first';
  if (affiliate.referredById === customer.id) return 'The affiliate is this customer’s own referral';
  return customer.hasPaid ? 'This customer has paid here already, so whose they are stays as it is' : null;
}
