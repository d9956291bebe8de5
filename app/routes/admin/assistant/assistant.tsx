import { z } from 'zod';
import {
  listAnswersToReview,
  markAnswerHandled,
  type ReviewReason,
} from '#app/domain/assistant/answers-to-review.server.ts';
import { findAssistantFigures } from '#app/domain/assistant/figures.server.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { config } from '#app/platform/config.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { WantingList } from '#app/routes/admin/assistant/answers-to-review.tsx';
import { UsageFigures } from '#app/routes/admin/assistant/usage.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/assistant';

export const middleware: Route.MiddlewareFunction[] = [allow('assistant:read', 'assistant:handle')];

const path = '/admin/assistant';

const wantingOf = (query: URLSearchParams): ReviewReason =>
  query.get('show') === 'unhelpful' ? 'unhelpful' : 'unanswered';

export async function loader({ url, context }: Route.LoaderArgs) {
  const show = wantingOf(url.searchParams);
  const [figures, { rows, ...beside }] = await Promise.all([
    findAssistantFigures(),
    listAnswersToReview(show, readPlace(url.searchParams)),
  ]);
  const { model, dailyCostMicrosOfAll } = config().assistant;
  return {
    figures,
    rows,
    show,
    model: model?.model ?? null,
    embeddingNote: model?.embedding ? figures.embeddingNote : null,
    dailyCostMicrosOfAll,
    ways: waysOf(path, url.search, beside),
    here: `${path}${url.search}`,
    mayHandle: may(context, 'assistant:handle'),
  };
}

const schema = z.object({ answer: z.string().max(100) });

export const action = formAction(async ({ context, url }: Route.ActionArgs, form) => {
  const { answer } = readAction(form, schema);
  await markAnswerHandled(answer, actorOf(context));
  return redirectWithFlash(`${path}${url.search}`, 'The answer is off the list.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Assistant')];

export default function AdminAssistant({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, rows, show, model, embeddingNote, dailyCostMicrosOfAll, ways, here, mayHandle } =
    loaderData;
  return (
    <div className="grid gap-8">
      <PageHeading title="Assistant">
        {model ? (
          <>
            Answers are written by {model}, up to {usd(dailyCostMicrosOfAll)} a day.
          </>
        ) : (
          'No language model is configured, so the assistant quotes the library at no cost.'
        )}{' '}
        {embeddingNote ? `${embeddingNote} ` : ''}Figures cover the last {figures.days.length} days, in UTC.
      </PageHeading>
      <UsageFigures figures={figures} hasModel={model !== null} />
      <section aria-labelledby="wanting" className="grid gap-4">
        <h2 id="wanting" className="text-xl">
          What to write next
        </h2>
        <p className="max-w-3xl text-sm text-muted">
          Questions the library couldn’t answer with certainty, and answers members rated not helpful. Names
          are not shown. Add what is missing to a lesson or the help texts, then take the question off the
          list.
        </p>
        <FilterLinks
          label="Which answers"
          links={[
            {
              to: path,
              label: 'Unanswered',
              count: figures.waitingUnanswered,
              isCurrent: show === 'unanswered',
            },
            {
              to: `${path}?show=unhelpful`,
              label: 'Not helpful',
              count: figures.waitingUnhelpful,
              isCurrent: show === 'unhelpful',
            },
          ]}
        />
        <FormErrors id="answer-error" errors={actionData?.lastResult.error?.['']} />
        <WantingList rows={rows} show={show} action={mayHandle ? here : null} />
        <ListWays {...ways} />
      </section>
    </div>
  );
}

const usd = (micros: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(micros / 1_000_000);
