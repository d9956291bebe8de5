import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { prisma } from '#app/platform/database/client.server.ts';
import { middleware } from '#app/routes/affiliate-centre/layout.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { newViewer } from '#tests/integration/people.ts';

const [requireAffiliate] = middleware;

/** Opens a page of the affiliate center as a member who has left the program; `path` is how its address is spelled. */
async function open(pattern: string, path: string, hasEarned: boolean): Promise<string> {
  const member = await newViewer();
  if (hasEarned)
    await prisma().commissionDay.create({
      data: { userId: member.id, day: new Date('2026-01-01'), earnedCents: 100, changedCents: 0, sales: 1 },
    });
  const context = new RouterContextProvider();
  context.set(memberContext, member);
  const url = new URL(path, 'http://localhost:3000');
  const args = { request: new Request(url), url, pattern, params: {}, context };
  const pass = async () => requireAffiliate?.(args as never, async () => new Response('page'));
  const answer = (await pass().catch((thrown: unknown) => thrown)) as Response;
  return answer.status === 200 ? 'open' : String(answer.headers.get('Location'));
}

describe('somebody who has left the affiliate program', () => {
  it.each([
    ['affiliate-centre/payouts', '/affiliate-centre/payouts'],
    ['affiliate-centre/payouts', '/affiliate-centre/pay%6futs'],
    ['affiliate-centre/payouts', '/Affiliate-Centre/payouts.data'],
    ['affiliate-centre/payouts/:number', '/affiliate-centre/payouts/7/'],
    ['affiliate-centre/payouts/:number/statement.pdf', '/affiliate-centre/payouts/7/statement.pdf'],
    ['affiliate-centre/commissions/:id', '/%61ffiliate-centre/commissions/1'],
  ])('opens %s, however its address is spelled: %s', async (pattern, path) => {
    expect(await open(pattern, path, true)).toBe('open');
    expect(await open(pattern, path, false)).toContain('/affiliate-centre?redirectTo=');
  });

  it.each([
    ['affiliate-centre/tools', '/affiliate-centre/tools'],
    ['affiliate-centre/keys', '/affiliate-centre/payouts/../keys'],
    ['affiliate-centre/qr/:file', '/affiliate-centre/qr/payouts'],
    ['affiliate-centre/training/:lesson', '/affiliate-centre/payouts/'],
  ])('does not open %s: %s', async (pattern, path) => {
    expect(await open(pattern, path, true)).toContain('/affiliate-centre?redirectTo=');
  });
});
