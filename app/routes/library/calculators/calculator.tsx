import { data, href } from 'react-router';
import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import { findSum, queryOf, reckon } from '#app/domain/learning/calculators/calculations.ts';
import { type Calculator, calculators, exampleOf } from '#app/domain/learning/calculators/calculators.ts';
import {
  keepResult,
  keptNameSchema,
  listKeptResults,
  removeResult,
} from '#app/domain/learning/calculators/saved-results.server.ts';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { CalculatorForm } from '#app/routes/library/calculators/calculator-form.tsx';
import { pieceOf } from '#app/routes/library/calculators/lesson-link.server.ts';
import { Result } from '#app/routes/library/calculators/result.tsx';
import { KeepForm } from '#app/routes/library/calculators/save-result-form.tsx';
import { KeptResults, wordsOfRemoval } from '#app/routes/library/calculators/saved-results.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/calculator';

function find(slug: string) {
  const calculator = calculators.get(slug);
  const sum = findSum(slug);
  if (!calculator || !sum)
    throw notFound('There is no such calculator.', { to: href('/calculators'), label: 'All calculators' });
  return { calculator, sum };
}

/** What the address has typed into the calculator's fields; null where it has none of them. */
function typedIn({ fields }: Calculator, query: URLSearchParams): Record<string, string> | null {
  if (!fields.some(({ name }) => query.has(name))) return null;
  return Object.fromEntries(fields.map(({ name }) => [name, query.get(name) ?? '']));
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { calculator, sum } = find(params.calculatorSlug);
  const viewer = context.get(memberContext);
  const mayUse = mayReadLessons(viewer);
  const asked = typedIn(calculator, url.searchParams);
  const typed = asked ?? exampleOf(calculator);
  const { result, errors } = reckon(sum, typed);
  const page = {
    calculator: {
      ...calculator,
      fields: calculator.fields.map((field) => ({ ...field, typed: typed[field.name] ?? '' })),
    },
    piece: pieceOf(calculator.taughtIn),
    isExample: asked === null,
    answer: mayUse ? { result, errors: errors ?? {} } : null,
    query: queryOf(sum, typed),
    kept: mayUse ? await listKeptResults(viewer.id, calculator.slug) : [],
    way: wayIn(viewer, context.get(currencyContext)),
  };
  return data(page, { status: result || !mayUse ? 200 : 422 });
}

export const action = formAction(async ({ params, url, context }: Route.ActionArgs, form) => {
  const { calculator, sum } = find(params.calculatorSlug);
  const viewer = context.get(memberContext);
  const typed = typedIn(calculator, url.searchParams) ?? exampleOf(calculator);
  const here = `${href('/calculators/:calculatorSlug', { calculatorSlug: calculator.slug })}?${queryOf(sum, typed)}`;
  if (form.get('intent') === 'remove') {
    return redirectWithFlash(here, wordsOfRemoval(await removeResult(viewer, String(form.get('id') ?? ''))));
  }
  await keepResult(viewer, calculator, typed, parseForm(form, keptNameSchema).name);
  return redirectWithFlash(here, 'The result is kept.');
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(
    matches,
    (loaderData as Route.ComponentProps['loaderData'] | undefined)?.calculator.title ?? 'Calculator',
  ),
];

export default function CalculatorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { calculator, piece, answer, query, kept, isExample } = loaderData;
  const path = href('/calculators/:calculatorSlug', { calculatorSlug: calculator.slug });
  return (
    <div className="page grid grid-cols-1 gap-6 py-4 sm:gap-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/calculators', label: 'Calculators' },
        ]}
        current={calculator.title}
      />
      <header className="grid max-w-3xl gap-2 sm:gap-3">
        <h1>{calculator.title}</h1>
        <p className="text-muted sm:text-lg">{calculator.question}</p>
        <p className="text-sm">
          {isExample ? 'Filled in with the worked example of ' : 'This is taught in '}
          <Link to={piece.to} className="link">
            {piece.title}
          </Link>
          {isExample ? '. Put in your own numbers.' : '. '}
          {isExample ? null : (
            <a href={path} className="link">
              Start again with its example
            </a>
          )}
        </p>
      </header>
      {answer ? (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:items-start lg:gap-14">
          <CalculatorForm calculator={calculator} path={path} errors={answer.errors} />
          <div className="grid grid-cols-1 gap-6">
            <p id="no-result" className="text-muted" hidden={answer.result !== null}>
              No result yet. Fix the marked numbers first.
            </p>
            <Result calculator={calculator} result={answer.result} />
            <KeepForm action={`${path}?${query}`} reply={actionData} isOffered={answer.result !== null} />
          </div>
        </div>
      ) : (
        <MembershipNeeded way={loaderData.way} piece="calculator" />
      )}
      {kept.length > 0 ? (
        <KeptResults title="Kept from this calculator" results={kept} action={`${path}?${query}`} />
      ) : null}
    </div>
  );
}
