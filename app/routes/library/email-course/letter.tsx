import { href } from 'react-router';
import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import { applyTicks } from '#app/domain/learning/checklists/checklists.server.ts';
import {
  findLetter,
  letterOfSegment,
  letters,
  renderLetter,
} from '#app/domain/learning/email-course/letters.server.ts';
import { emailCourseCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { loadKept } from '#app/routes/frame/piece-marks/load-marks.server.ts';
import { keepingAction } from '#app/routes/frame/piece-marks/marks-action.server.ts';
import { NoteForm } from '#app/routes/frame/piece-marks/note-form.tsx';
import { PieceBar } from '#app/routes/frame/piece-marks/piece-bar.tsx';
import { ReadMark } from '#app/routes/frame/piece-marks/read-mark.tsx';
import { KeptText } from '#app/routes/frame/piece-marks/text-with-place.tsx';
import { TickableText } from '#app/routes/frame/piece-marks/tickable-text.tsx';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { pageText } from '#app/routes/http/page-text.server.ts';
import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowLeft } from '#app/ui/icon.tsx';
import { PreviousNext } from '#app/ui/previous-next.tsx';
import { Contents, ContentsAside } from '#app/ui/reading.tsx';
import type { Route } from './+types/letter';

const neighbour = (month: number) => {
  const found = findLetter(month);
  return found ? { to: href('/email-course/:month', { month: String(month) }), title: found.title } : null;
};

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const letter = letterOfSegment(params.month);
  // An unknown address leads home (P10).
  if (!letter) throw await leadHome(request);
  const { month, title, preheader } = letter;
  const viewer = context.get(memberContext);
  const kept = await loadKept(viewer, `letters/${month}`);
  const { text, ticked } = applyTicks(renderLetter(letter), kept?.ticks ?? []);
  return {
    bookTitle: emailCourseCopy().title,
    letter: { month, title, preheader },
    monthCount: letters().length,
    kept,
    text: mayReadLessons(viewer) ? pageText(request, text) : null,
    ticked,
    previous: neighbour(month - 1),
    next: neighbour(month + 1),
    way: wayIn(viewer, context.get(currencyContext)),
  };
}

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  keepingAction(request, url, context.get(memberContext), `letters/${params.month}`);

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `${loaderData.letter.title} | ${loaderData.bookTitle}` : 'Email course'),
];

export default function LetterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { bookTitle, letter, monthCount, text, previous, next, way, kept, ticked } = loaderData;
  return (
    <article className="page grid gap-4 py-4 sm:gap-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/email-course', label: bookTitle },
        ]}
        current={letter.title}
      />
      <header className="grid max-w-3xl gap-2 sm:gap-4">
        <p className="eyebrow">
          Month {letter.month} of {monthCount}
        </p>
        <h1 className="headline">{letter.title}</h1>
        <p className="text-muted sm:text-xl">{letter.preheader}</p>
        {kept ? <PieceBar marks={kept.marks} minutes={text?.readingMinutes} /> : null}
      </header>
      {text ? <Contents headings={text.headings} /> : null}
      <div className="reading">
        <div className="reading-width grid grid-cols-1 gap-8">
          {text && kept ? (
            <>
              <KeptText pieceKey={kept.key} place={kept.marks.place}>
                <TickableText text={text} action={`/checklist/${kept.key}`} ticked={ticked} />
              </KeptText>
              <ReadMark marks={kept.marks} piece="letter" />
            </>
          ) : (
            <MembershipNeeded way={way} piece="letter" />
          )}
          {kept ? <NoteForm marks={kept.marks} reply={actionData} /> : null}
          <PreviousNext piece="letter" previous={previous} next={next} />
          <ButtonLink variant="quiet" to="/email-course" className="no-print -ml-4 justify-self-start">
            <ArrowLeft /> All letters
          </ButtonLink>
        </div>
        <ContentsAside headings={text?.headings ?? []} />
      </div>
    </article>
  );
}
