import type { trainingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

type Words = ReturnType<typeof trainingCopy>['affiliateCentre'];

/** One press makes a member an affiliate (P15). */
export function JoinForm({ copy, redirectTo }: { copy: Words['join']; redirectTo: string }) {
  return (
    <Card className="grid w-full max-w-2xl gap-5">
      <div className="grid gap-2">
        <h2>{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      <form method="post" action="/affiliate-centre" className="grid justify-items-start gap-3">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <p className="text-sm text-muted">
          {copy.agreement}{' '}
          <Link to="/legal/affiliate-agreement" target="_blank" className="link">
            {copy.agreementLink}
          </Link>
          .
        </p>
        <SubmitButton pendingLabel="Joining..." size="large">
          {copy.button}
        </SubmitButton>
      </form>
    </Card>
  );
}

/** What to expect of the programme, in short. */
export function Rules({ words }: { words: Words }) {
  return (
    <section aria-labelledby="rules" className="grid grid-cols-1 justify-items-start gap-4">
      <h2 id="rules">{words.rulesTitle}</h2>
      <dl className="grid w-full gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {words.items.map((item) => (
          <div key={item.title} className="grid content-start gap-1 border-t border-line-strong py-5">
            <dt className="font-display text-xl font-semibold">{item.title}</dt>
            <dd className="text-muted">{item.text}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink variant="secondary" to="/affiliate-program">
        {words.link} <ArrowRight />
      </ButtonLink>
    </section>
  );
}
