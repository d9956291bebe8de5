import type { Role } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { isUniqueViolation, prisma, transaction } from '#app/platform/database/client.server.ts';
import { hashPassword } from '#app/platform/secrets/crypto.server.ts';

/** One account for each role, for trying the site. */
export const demoAccounts: readonly { role: Role; email: string; name: string; password: string }[] = [
  { role: 'member', email: 'member@example.com', name: 'Demo Member', password: 'member-demo-47' },
  {
    role: 'affiliate',
    email: 'affiliate@example.com',
    name: 'Demo Affiliate',
    password: 'affiliate-demo-47',
  },
  { role: 'reseller', email: 'reseller@example.com', name: 'Demo Reseller', password: 'reseller-demo-47' },
  { role: 'pro_reseller', email: 'pro@example.com', name: 'Demo Pro Reseller', password: 'pro-demo-47' },
  { role: 'admin', email: 'admin@example.com', name: 'Demo Admin', password: 'admin-demo-47' },
];

/** Makes the demo accounts that do not exist yet; those that do are left as they are. */
export async function seedDemoAccounts(): Promise<void> {
  const existing = await prisma().user.findMany({
    where: { email: { in: demoAccounts.map(({ email }) => email) } },
    select: { email: true },
  });
  const missing = demoAccounts.filter(({ email }) => !existing.some((user) => user.email === email));
  await Promise.all(missing.map(seedAccount));
}

async function seedAccount(account: (typeof demoAccounts)[number]): Promise<void> {
  const { role, email, name, password } = account;
  const passwordHash = await hashPassword(password);
  try {
    await transaction(async (tx) => {
      const user = await tx.db.user.create({
        data: {
          role,
          assignedRole: role,
          ...(role === 'admin' ? { adminLevel: 'owner' as const } : {}),
          email,
          name,
          passwordHash,
          username: `demo-${role.replace('_', '-')}`,
          emailVerifiedAt: now(),
        },
        select: { id: true },
      });
      await recordActivity(tx, {
        kind: 'demo_account_created',
        userId: user.id,
        details: { role },
      });
    });
  } catch (error) {
    // Another process that starts at the same moment made it.
    if (!isUniqueViolation(error)) throw error;
  }
}
