import { expect, it } from 'vitest';
import { mayUseAffiliateCentre, mayUseAssistant } from '#app/domain/core/access/policy.server.ts';
import { plainViewer, type Role, type Viewer } from '#app/domain/core/access/viewer.ts';

const viewer = (role: Role): Viewer => ({
  ...plainViewer,
  id: 'u1',
  sessionId: 's1',
  email: 'ada@example.com',
  name: 'Ada',
  role,
  hasMembership: true,
  adminLevel: role === 'admin' ? 'support' : null,
});

it('the affiliate centre is for everyone but plain members, paid or not (P15)', () => {
  expect(mayUseAffiliateCentre(viewer('member'))).toBe(false);
  for (const role of ['affiliate', 'reseller', 'pro_reseller', 'admin'] as const)
    expect(mayUseAffiliateCentre(viewer(role)), role).toBe(true);
});

it('the assistant is for everyone who is signed in (P97)', () => {
  for (const role of ['member', 'affiliate', 'reseller', 'pro_reseller', 'admin'] as const)
    expect(mayUseAssistant(viewer(role)), role).toBe(true);
});
