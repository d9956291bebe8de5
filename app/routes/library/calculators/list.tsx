import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import { calculators } from '#app/domain/learning/calculators/calculators.ts';
import { listKeptResults, removeResult } from '#app/domain/learning/calculators/saved-results.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { pieceOf } from '#app/routes/library/calculators/lesson-link.server.ts';
import { KeptResults, wordsOfRemoval } from '#app/routes/library/calculators/saved-results.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/list';

const path = '/calculators';

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  return {
    calculators: [...calculators.values()].map(({ slug, title, question, taughtIn }) => ({
      slug,
      title,
      question,
      piece: pieceOf(taughtIn),
    })),
    kept: mayReadLessons(viewer) ? await listKeptResults(viewer.id) : [],
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const isRemoved = await removeResult(context.get(memberContext), String(form.get('id') ?? ''));
  return redirectWithFlash(path, wordsOfRemoval(isRemoved));
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Calculators')];

export default function Calculators({ loaderData: { calculators, kept } }: Route.ComponentProps) {
  return (
    <div className="page grid grid-cols-1 gap-8 py-4 sm:gap-10 sm:py-12">
      <Breadcrumb crumbs={[{ to: '/dashboard', label: 'Dashboard' }]} current="Calculators" />
      <header className="grid max-w-3xl gap-3">
        <h1>Calculators</h1>
        <p className="text-muted sm:text-lg">
          Run the lessons’ math on your own numbers. Each calculator starts with the worked example of its
          lesson and shows every step.
        </p>
      </header>
      {kept.length > 0 ? <KeptResults title="Results you keep" results={kept} action={path} /> : null}
      <section aria-labelledby="calculators" className="grid grid-cols-1 gap-4">
        <h2 id="calculators" className={kept.length > 0 ? 'text-2xl' : 'sr-only'}>
          All calculators
        </h2>
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {calculators.map(({ slug, title, question, piece }) => (
            <li
              key={slug}
              className="relative grid content-start gap-1.5 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-accent"
            >
              <h3>
                <Link to={`${path}/${slug}`} className="no-underline after:absolute after:inset-0">
                  {title}
                </Link>
              </h3>
              <p>{question}</p>
              <p className="text-sm text-muted">
                From{' '}
                <Link to={piece.to} className="relative underline underline-offset-4 hover:text-accent">
                  {piece.title}
                </Link>
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
