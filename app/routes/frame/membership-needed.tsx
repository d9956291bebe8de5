import { guaranteeSentence } from '#app/domain/core/catalogue/guarantee.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { JoinButton } from '#app/routes/frame/join-button.tsx';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Lock } from '#app/ui/icon.tsx';

/** Stands where video and lesson are for members (P7); `piece` names what is kept: lesson, guide, playbook. */
export function MembershipNeeded({ way, piece = 'lesson' }: { way: WayIn; piece?: string }) {
  return (
    <Card className="grid max-w-[700px] justify-items-start gap-4">
      <p className="flex items-start gap-2 font-display text-xl leading-snug">
        <Lock className="mt-1" />{' '}
        {way.pausedUntil
          ? `This ${piece} is closed while your membership is paused`
          : `This ${piece} is part of the membership`}
      </p>
      <p className="text-muted">
        {way.pausedUntil ? (
          <>
            Your membership resumes by itself on <Day at={way.pausedUntil} />. To go on sooner, resume it on
            your billing page. Your progress is kept.
          </>
        ) : (
          <>
            Every course, guide and playbook, for one price a {membership.interval}. {guaranteeSentence}
          </>
        )}
      </p>
      <JoinButton way={way} />
    </Card>
  );
}
