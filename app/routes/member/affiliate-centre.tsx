import { trainingCopy } from '#app/domain/library/page-copy.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import type { Route } from './+types/affiliate-centre';

export function loader() {
  return { copy: trainingCopy().affiliateCentre };
}

export const meta: Route.MetaFunction = () => [{ title: 'Affiliate centre' }];

export default function AffiliateCentre({ loaderData: { copy } }: Route.ComponentProps) {
  return (
    <div className="page grid justify-items-start gap-10 py-8 sm:py-12">
      <header className="grid max-w-3xl gap-3">
        <h1>{copy.title}</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
      </header>
      <dl className="grid w-full max-w-4xl gap-x-10 sm:grid-cols-2">
        {copy.items.map((item) => (
          <div key={item.title} className="grid content-start gap-1 border-t border-line-strong py-5">
            <dt className="font-display text-xl font-semibold">{item.title}</dt>
            <dd className="text-muted">{item.text}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink variant="secondary" to="/affiliate-program">
        {copy.link} <ArrowRight />
      </ButtonLink>
    </div>
  );
}
