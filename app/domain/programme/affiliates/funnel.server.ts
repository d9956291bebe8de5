import { z } from 'zod';
import { mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { copy, once } from '#app/domain/learning/facts/copy.server.ts';
import { referralLink } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';

const path = z.string().startsWith('/');
const link = z.strictObject({ label: copy, to: path });

/** The words of the list of a funnel's steps. */
export const funnelSetupCopy = once(
  'funnel-setup',
  z.strictObject({
    title: copy,
    lead: copy,
    linkLabel: copy,
    copied: copy,
    save: copy,
    saving: copy,
    saved: copy,
    progress: copy,
    joinFirst: z.strictObject({ text: copy, label: copy, to: path }),
    steps: z
      .array(
        z.strictObject({
          // The name of a form's field, too.
          key: z.string().regex(/^[a-z_]{1,30}$/),
          title: copy,
          text: copy,
          example: copy,
          read: link,
          link: z.strictObject({ to: path, campaign: z.string().regex(/^[a-z-]{1,30}$/) }).nullable(),
        }),
      )
      .min(1)
      .refine((steps) => new Set(steps.map(({ key }) => key)).size === steps.length, 'keys must differ'),
  }),
);

/** One thing to make, with the partner's own link where it needs one. */
export interface FunnelStep {
  key: string;
  title: string;
  text: string;
  example: string;
  read: { label: string; to: string };
  /** Null where the step needs none, or the viewer has not joined the programme. */
  link: string | null;
  isDone: boolean;
}

/** The steps of somebody's funnel. One query. */
export async function findFunnel(viewer: Viewer): Promise<FunnelStep[]> {
  const { username, funnelSteps } = await prisma().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { username: true, funnelSteps: { select: { step: true } } },
  });
  const done = new Set(funnelSteps.map(({ step }) => step));
  const hasJoined = mayUseAffiliateCentre(viewer);
  return funnelSetupCopy().steps.map(({ link: target, ...step }) => ({
    ...step,
    isDone: done.has(step.key),
    link: hasJoined && target ? referralLink(username, { path: target.to, campaign: target.campaign }) : null,
  }));
}

/** Keeps which steps somebody has ticked: these, and no others. What is no step of the list is passed over. */
export async function saveFunnel(viewer: Viewer, ticked: readonly string[]): Promise<void> {
  const known = funnelSetupCopy().steps.map(({ key }) => key);
  const done = known.filter((key) => ticked.includes(key));
  await transaction(async (tx) => {
    await tx.db.funnelStep.deleteMany({ where: { userId: viewer.id, step: { notIn: done } } });
    await tx.db.funnelStep.createMany({
      data: done.map((step) => ({ userId: viewer.id, step, doneAt: now() })),
      skipDuplicates: true,
    });
  });
}
