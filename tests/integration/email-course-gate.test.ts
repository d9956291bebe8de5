import { expect, it } from 'vitest';
import { mailsTo, newViewer } from '#tests/integration/people.ts';

// Before any module reads the configuration.
process.env.MEMBERSHIP_GATE = 'always';

const { sendDueLetters } = await import('#app/domain/learning/email-course/sending.server.ts');
const { findCourseByMail, subscribe } = await import(
  '#app/domain/learning/email-course/subscriptions.server.ts'
);
const { prisma } = await import('#app/platform/database/client.server.ts');

it('with the gate on, letters are for members: others are refused', async () => {
  const viewer = await newViewer();
  await expect(subscribe(viewer)).rejects.toMatchObject({
    message: 'An active membership is needed to have the letters sent.',
  });
});

it('with the gate on, the letters pause while there is no membership', async () => {
  const viewer = await newViewer({ hasMembership: true });
  const membership = await prisma().subscription.create({
    data: {
      userId: viewer.id,
      product: 'membership',
      provider: 'stripe',
      providerSubscriptionId: `sub_${viewer.id}`,
      status: 'active',
      amount: 4_700,
    },
  });
  const change = (status: 'active' | 'canceled') =>
    prisma().subscription.update({ where: { id: membership.id }, data: { status } });
  await subscribe(viewer);
  await prisma().emailCourseSubscription.update({
    where: { userId: viewer.id },
    data: { nextDueAt: new Date() },
  });
  await change('canceled');
  await sendDueLetters();
  expect(await mailsTo(viewer.email)).toHaveLength(1);
  expect(await findCourseByMail(viewer.id)).toMatchObject({ isSubscribed: true, lastLetter: 1 });
  await change('active');
  await sendDueLetters();
  expect(await mailsTo(viewer.email)).toHaveLength(2);
});
